#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sinew {

// Bytes that stand in a file as they are or in base64. VTK encodes the header of an array and its data one
// after the other, other writers both together: padding in the middle is taken as what it is.
class EncodedBytes {
 public:
  EncodedBytes(std::string_view encoded, bool base64) : encoded_(encoded), base64_(base64) {}

  // The next `count` bytes; nothing if there are fewer, or if they are not base64.
  std::optional<std::string> take(std::size_t count);
  // No more than this can still come.
  std::size_t remaining() const { return encoded_.size() + decoded_.size(); }

 private:
  bool decode_group();

  std::string_view encoded_;
  bool base64_;
  std::string decoded_;  // at most two bytes, beyond the last ones taken
};

// The bytes of a whole base64 text without blanks, padded or not; nothing if it is invalid.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace sinew
