#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// Rows of words under a heading, as the text files of haptics are. '#' begins a comment; empty lines do not count.
class TextRows {
 public:
  // Throws Error if the first row is not the heading; `what` names the file: "tool path".
  TextRows(std::string_view text, std::string file, std::string_view heading, std::string_view what);

  // Goes to the next row; false: there is none.
  bool next();
  std::size_t size() const { return words_.size(); }  // words of the row
  std::string_view word(std::size_t k) const { return words_[k]; }
  std::string where() const;  // "file:line"

  // Throw Error if the word is no finite number, or no whole number that is not negative.
  double number(std::size_t k) const;
  std::int64_t count(std::size_t k) const;
  Vec3 vector(std::size_t k) const { return {number(k), number(k + 1), number(k + 2)}; }

 private:
  std::string_view rest_;
  std::string file_;
  int line_ = 0;
  std::vector<std::string_view> words_;
};

}  // namespace sinew
