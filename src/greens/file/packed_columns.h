#pragma once

#include <string>
#include <string_view>

#include "greens/wavelets/compressed_columns.h"

namespace sinew {

// How a file keeps the blocks of columns. Of kQuantised, each number is a multiple q 2^(e - 15) with q of 16 bits and
// one exponent e for the column: it is wrong by at most 2^-15 of the column's largest coefficient, far less than what
// thresholds leave out. kFloat is read where it is mapped.
enum class BlockPrecision : std::uint8_t { kFloat, kQuantised };
inline constexpr double kQuantisationError = 0x1p-15;

// How far packed columns are from dense ones, summed over columns [JamesPai03, Eq. 70-71].
struct ColumnErrors {
  double squared_error = 0, squared_norm = 0;  // Frobenius, with the weights of CompressionError
  double worst = 0;                            // largest block of the error / largest block, of any column

  void add(const ColumnErrors& other);
};

// Some consecutive compressed columns as a file keeps them; shares follow from the global term.
struct PackedColumns {
  std::vector<std::uint32_t> lengths;   // entries of each column
  std::vector<Index> vertices;          // of each entry
  std::vector<std::int16_t> exponents;  // of each column, if quantised
  std::vector<std::int16_t> quantised;  // 9 of each entry
  std::vector<float> floats;            // the same, if not quantised
  ColumnErrors errors;

  Index count() const { return static_cast<Index>(lengths.size()); }
};

PackedColumns pack(const ColumnView& columns, BlockPrecision precision);

// Appends the numbers q 2^(e - 15) of a column.
void unpack_quantised(std::span<const std::int16_t> quantised, int exponent, std::vector<float>& blocks);
// Appends all columns, without shares.
void unpack(const PackedColumns& packed, ColumnStore& out);

// As bytes, little endian, and back. Throws Error if the bytes do not belong to such columns.
std::string to_bytes(const PackedColumns& packed);
PackedColumns packed_from(std::string_view bytes, const std::string& file);

}  // namespace sinew
