#include "greens/column_errors.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/parallel.h"

namespace sinew {

namespace {

// The blocks of column c, 9 numbers for each vertex, column by column.
std::vector<double> decoded(const SurfaceWavelets& wavelets, const GlobalTerm& global,
                            const ColumnStore& columns, Index c, Index vertex) {
  const auto n = static_cast<std::size_t>(wavelets.count()), rank = static_cast<std::size_t>(global.rank);
  std::vector<double> blocks(9 * n);
  for (std::size_t k = columns.offsets[c]; k < columns.offsets[c + 1]; ++k)
    std::copy_n(&columns.blocks[9 * k], 9, &blocks[9 * static_cast<std::size_t>(columns.vertices[k])]);
  wavelets.inverse(blocks, 9);
  if (rank == 0) return blocks;
  const float* const shares = &global.F[3 * rank * static_cast<std::size_t>(vertex)];
  for (std::size_t row = 0; row < 3 * n; ++row)
    for (std::size_t b = 0; b < 3; ++b) {
      double sum = 0;
      for (std::size_t r = 0; r < rank; ++r) sum += double{global.F[rank * row + r]} * shares[rank * b + r];
      blocks[9 * (row / 3) + 3 * b + row % 3] += sum;
    }
  return blocks;
}

// `G`: three dense columns.
ColumnErrors errors_of(std::span<const double> blocks, std::span<const double> G, double area) {
  const std::size_t n = blocks.size() / 9;
  double error = 0, size = 0, largest_error = 0, largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double difference = 0, exact = 0;
    for (std::size_t k = 0; k < 9; ++k) {
      const double g = G[3 * n * (k / 3) + 3 * i + k % 3];
      difference += (blocks[9 * i + k] - g) * (blocks[9 * i + k] - g), exact += g * g;
    }
    error += difference, size += exact;
    largest_error = std::max(largest_error, difference), largest = std::max(largest, exact);
  }
  return {area * area * error, area * area * size, largest > 0 ? std::sqrt(largest_error / largest) : 0};
}

}  // namespace

ColumnErrors column_errors(const SurfaceWavelets& wavelets, const GlobalTerm& global,
                           const PackedColumns& packed, Index first, std::span<const double> G) {
  const std::size_t size = 9 * static_cast<std::size_t>(wavelets.count());
  const std::span<const double> areas = wavelets.integrals(wavelets.domain().levels());
  ColumnStore columns;
  unpack(packed, columns);
  std::vector<ColumnErrors> each(packed.lengths.size());
  parallel_for_each(each.size(), 1, [&](Index c) {
    each[c] = errors_of(decoded(wavelets, global, columns, c, first + c), G.subspan(size * c, size),
                        areas[first + c]);
  });
  ColumnErrors all;
  for (const ColumnErrors& one : each) all.add(one);
  return all;
}

}  // namespace sinew
