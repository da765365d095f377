#pragma once

#include <stdexcept>
#include <string>

namespace sinew {

// Thrown for invalid input: what is wrong, where it is (file, line, option or JSON path; may be empty) and
// what to do about it (may be empty). The command prints this one message and exits with code 2.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what, const std::string& where = "", const std::string& hint = "");

  // What is wrong, without the rest; what() has all three parts.
  const std::string& problem() const { return problem_; }
  const std::string& where() const { return where_; }
  const std::string& hint() const { return hint_; }

 private:
  std::string problem_, where_, hint_;
};

}  // namespace sinew
