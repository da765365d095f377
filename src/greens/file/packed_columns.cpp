#include "greens/file/packed_columns.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/byte_cursor.h"
#include "base/little_endian.h"

namespace sinew {

namespace {

constexpr int kBits = 15;
constexpr double kMost = 32767;

float largest(std::span<const float> numbers) {
  float most = 0;
  for (const float x : numbers) most = std::max(most, std::abs(x));
  return most;
}

template <typename T>
void put_array(std::string& bytes, const std::vector<T>& values) {
  put_little_endian(bytes, static_cast<std::uint64_t>(values.size()));
  for (const T value : values) put_little_endian(bytes, value);
}

template <typename T>
std::vector<T> take_array(ByteCursor& cursor, std::string_view what) {
  const auto count = cursor.read<std::uint64_t>(what);
  cursor.require(count, sizeof(T), what);
  std::vector<T> values(count);
  for (T& value : values) value = cursor.read<T>(what);
  return values;
}

}  // namespace

void ColumnErrors::add(const ColumnErrors& other) {
  squared_error += other.squared_error, squared_norm += other.squared_norm;
  worst = std::max(worst, other.worst);
}

PackedColumns pack(const ColumnView& columns, BlockPrecision precision) {
  PackedColumns packed;
  packed.vertices.assign(columns.vertices.begin(), columns.vertices.end());
  for (Index c = 0; c < columns.count(); ++c)
    packed.lengths.push_back(static_cast<std::uint32_t>(columns.offsets[c + 1] - columns.offsets[c]));
  if (precision == BlockPrecision::kFloat) {
    packed.floats.assign(columns.blocks.begin(), columns.blocks.end());
    return packed;
  }
  for (Index c = 0; c < columns.count(); ++c) {
    const std::span<const float> numbers =
        columns.blocks.subspan(9 * columns.offsets[c], 9 * std::size_t{packed.lengths[c]});
    int exponent = 0;
    std::frexp(largest(numbers), &exponent);
    packed.exponents.push_back(static_cast<std::int16_t>(exponent));
    for (const float x : numbers)
      packed.quantised.push_back(static_cast<std::int16_t>(
          std::clamp(std::nearbyint(std::ldexp(double{x}, kBits - exponent)), -kMost, kMost)));
  }
  return packed;
}

void unpack_quantised(std::span<const std::int16_t> quantised, int exponent, std::vector<float>& blocks) {
  const auto step = static_cast<float>(std::ldexp(1.0, exponent - kBits));
  for (const std::int16_t q : quantised) blocks.push_back(static_cast<float>(q) * step);
}

void unpack(const PackedColumns& packed, ColumnStore& out) {
  std::size_t at = 0;
  for (Index c = 0; c < packed.count(); ++c) {
    const std::size_t numbers = 9 * std::size_t{packed.lengths[c]};
    if (!packed.exponents.empty())
      unpack_quantised(std::span(packed.quantised).subspan(at, numbers), packed.exponents[c], out.blocks);
    out.offsets.push_back(out.offsets.back() + packed.lengths[c]);
    at += numbers;
  }
  out.blocks.insert(out.blocks.end(), packed.floats.begin(), packed.floats.end());
  out.vertices.insert(out.vertices.end(), packed.vertices.begin(), packed.vertices.end());
}

std::string to_bytes(const PackedColumns& packed) {
  std::string bytes;
  for (const double number : {packed.errors.squared_error, packed.errors.squared_norm, packed.errors.worst})
    put_little_endian(bytes, number);
  put_array(bytes, packed.lengths);
  put_array(bytes, packed.vertices);
  put_array(bytes, packed.exponents);
  put_array(bytes, packed.quantised);
  put_array(bytes, packed.floats);
  return bytes;
}

PackedColumns packed_from(std::string_view bytes, const std::string& file) {
  ByteCursor cursor(bytes, file);
  PackedColumns packed;
  for (double* number : {&packed.errors.squared_error, &packed.errors.squared_norm, &packed.errors.worst})
    *number = cursor.read<double>("errors");
  packed.lengths = take_array<std::uint32_t>(cursor, "lengths of columns");
  packed.vertices = take_array<Index>(cursor, "vertices of entries");
  packed.exponents = take_array<std::int16_t>(cursor, "exponents of columns");
  packed.quantised = take_array<std::int16_t>(cursor, "quantised blocks");
  packed.floats = take_array<float>(cursor, "blocks");
  const std::size_t entries = std::accumulate(packed.lengths.begin(), packed.lengths.end(), std::size_t{0});
  const bool fits = packed.vertices.size() == entries &&
                    packed.quantised.size() + packed.floats.size() == 9 * entries &&
                    (packed.exponents.empty() ? packed.quantised.empty()
                                              : packed.exponents.size() == packed.lengths.size());
  if (!fits || !cursor.at_end()) cursor.fail("the arrays of some columns do not fit each other");
  return packed;
}

}  // namespace sinew
