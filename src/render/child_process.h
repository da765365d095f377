#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sinew/base/error.h"

namespace sinew {

// The program is not among those of the PATH.
class NoSuchProgram : public Error {
 public:
  using Error::Error;
};

// Another program at work, which is fed through its standard input and whose words (standard error) are kept.
// It never outlives the object, leaves no zombie, and its death is no signal here. What is typed at the
// terminal (Ctrl-C) does not reach it.
class ChildProcess {
 public:
  // Starts words[0], searched for in the PATH, with the others as its arguments, without a shell. Throws
  // NoSuchProgram, or Error if it cannot be started.
  explicit ChildProcess(std::vector<std::string> words);
  // Ends the process if it is still running.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Waits until all is taken; false if the program does not listen any more.
  bool feed(std::span<const std::uint8_t> bytes);
  // Ends its input and waits for its end: whether it ended well.
  bool finish();
  // The end of what it has said so far.
  std::string last_words() const;

 private:
  int input_ = -1, words_ = -1;
  pid_t pid_ = -1;
};

}  // namespace sinew
