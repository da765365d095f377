#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "sinew/base/error.h"
#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// The bytes of a plain value in the given order.
template <typename T>
std::string bytes_of(T value, std::endian order = std::endian::little) {
  static_assert(std::is_arithmetic_v<T>);
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), &value, sizeof(T));
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  return {raw.data(), raw.size()};
}

// Appends the bytes of plain values.
class BinaryText {
 public:
  explicit BinaryText(std::endian order) : order_(order) {}

  BinaryText& text(std::string_view characters) {
    bytes_ += characters;
    return *this;
  }
  template <typename T, typename... Values>
  BinaryText& put(Values... values) {
    ((bytes_ += bytes_of(static_cast<T>(values), order_)), ...);
    return *this;
  }
  BinaryText& points(const VolumeMesh& mesh) {
    for (const Vec3& p : mesh.positions) put<double>(p.x, p.y, p.z);
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::endian order_;
  std::string bytes_;
};

// The message of the Error that `work` must throw.
template <typename Work>
std::string error_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no sinew::Error was thrown";
  return "";
}

}  // namespace sinew
