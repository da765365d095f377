#pragma once

#include <cstdio>
#include <string>

#include "base/timer.h"

namespace sinew {

// Progress of long work on standard error: a bar with the time left on a terminal, a plain line every few
// seconds in a log, nothing for work that ends at once. Not for use from several threads.
class Progress {
 public:
  Progress(std::string title, double total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance_to(double done);
  void advance(double amount = 1) { advance_to(done_ + amount); }

 private:
  void show();

  std::string title_;
  double total_, done_ = 0;
  Timer since_start_, since_shown_;
  bool terminal_, shown_ = false;
};

// Turns progress output off (or on again) for the whole program.
void set_progress_enabled(bool enabled);

}  // namespace sinew
