#pragma once

#include "base/log.h"

namespace sinew {

// Suppresses messages while it exists: for work that is done on trial.
class QuietLog {
 public:
  QuietLog();
  ~QuietLog();
  QuietLog(const QuietLog&) = delete;
  QuietLog& operator=(const QuietLog&) = delete;

 private:
  LogLevel before_;
};

}  // namespace sinew
