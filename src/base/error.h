#pragma once

#include <stdexcept>
#include <string>

namespace sinew {

// Bad input: what is wrong, where it is (file, line, option or JSON path; may be empty) and what to do about
// it (may be empty). The command prints the one message and exits with code 2.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what, const std::string& where = "", const std::string& hint = "");

  // What is wrong, by itself; what() has all three.
  const std::string& problem() const { return problem_; }
  const std::string& where() const { return where_; }
  const std::string& hint() const { return hint_; }

 private:
  std::string problem_, where_, hint_;
};

}  // namespace sinew
