#include "haptics/text_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sinew/base/error.h"

namespace sinew {

namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

template <typename Number>
bool is_read(std::string_view word, Number& value) {
  const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
  return failure == std::errc{} && end == word.data() + word.size();
}

}  // namespace

TextRows::TextRows(std::string_view text, std::string file, std::string_view heading, std::string_view what)
    : rest_(text), file_(std::move(file)) {
  if (!next() || fmt::format("{}", fmt::join(words_, " ")) != heading)
    throw Error(fmt::format("this is no {}", what), where(), fmt::format("its first line is: {}", heading));
}

bool TextRows::next() {
  words_.clear();
  while (words_.empty() && !rest_.empty()) {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    words_ = words_of(rest_.substr(0, end));
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++line_;
  }
  return !words_.empty();
}

std::string TextRows::where() const { return fmt::format("{}:{}", file_, line_); }

double TextRows::number(std::size_t k) const {
  double value = 0;
  if (!is_read(words_[k], value) || !std::isfinite(value))
    throw Error(fmt::format("'{}' is not a number", words_[k]), where());
  return value;
}

std::int64_t TextRows::count(std::size_t k) const {
  std::int64_t value = 0;
  if (!is_read(words_[k], value) || value < 0)
    throw Error(fmt::format("'{}' is not a whole number", words_[k]), where());
  return value;
}

}  // namespace sinew
