#pragma once

#include <bit>
#include <string>
#include <string_view>

#include "base/byte_cursor.h"
#include "mesh/formats/number_type.h"
#include "mesh/formats/text_cursor.h"

namespace sinew {

// Walks through a file whose keywords are text and whose numbers are text or binary, as its header says
// (Gmsh, VTK's legacy files): one reader serves both encodings. The bytes must outlive the cursor.
class MixedCursor {
 public:
  MixedCursor(std::string_view bytes, const std::string& file);

  // From here on, numbers are binary.
  void set_binary(std::endian order);
  bool is_binary() const { return binary_; }

  // The text at the current place: for keywords, and for the numbers that stay text in binary files.
  TextCursor& text();
  // Ends a line of keywords, behind which binary numbers start at once.
  void begin_numbers();

  double number(NumberType type, std::string_view expected);  // may be infinite or not a number
  long long integer(NumberType type, std::string_view expected);
  // An integer in [0, what the rest of the file can hold at `bytes_each` bytes in binary, two in text].
  long long count(NumberType type, std::size_t bytes_each, std::string_view expected);
  // Throws unless `numbers` of them may still be ahead: to be called before memory is taken for them.
  void require(long long numbers, NumberType type, std::string_view expected);

  // An Error that names the file and the current line or byte.
  [[noreturn]] void fail(const std::string& what, const std::string& hint = "");

 private:
  ByteCursor& bytes();

  TextCursor text_;
  ByteCursor bytes_;
  bool binary_ = false;
};

}  // namespace sinew
