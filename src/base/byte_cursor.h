#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace sinew {

// Reads plain values from the bytes of a binary mesh file, in either byte order. Never reads past the end: if
// bytes are missing, throws an Error that names the byte. The bytes must outlive the cursor.
class ByteCursor {
 public:
  ByteCursor(std::string_view bytes, std::string file, std::endian order = std::endian::little);

  template <typename T>
  T read(std::string_view expected) {
    static_assert(std::is_arithmetic_v<T>);
    char raw[sizeof(T)];
    std::memcpy(raw, take(sizeof(T), expected).data(), sizeof(T));
    if (order_ != std::endian::native)
      for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(raw[i], raw[sizeof(T) - 1 - i]);
    T value;
    std::memcpy(&value, raw, sizeof(T));
    return value;
  }
  // The next `count` bytes.
  std::string_view take(std::size_t count, std::string_view expected);
  // Throws Error unless `count` items of `size` bytes follow. Call it before memory is allocated for them.
  void require(std::uint64_t count, std::uint64_t size, std::string_view expected) const;

  void set_order(std::endian order) { order_ = order; }
  std::size_t position() const { return position_; }
  std::size_t remaining() const { return bytes_.size() - position_; }
  bool at_end() const { return remaining() == 0; }

  // An Error that names the file and the current byte.
  [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const;

 private:
  std::string_view bytes_;
  std::string file_;
  std::endian order_;
  std::size_t position_ = 0;
};

}  // namespace sinew
