#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// How responses are compressed. Each block column G_j becomes the share of a global term of low rank and the wavelet
// transform of the rest, of which only blocks above a threshold are kept:
//
//   G_j ~ F s_j + W^-1 T_j         F: 3n x rank, s_j: rank x 3, T_j: sparse, blocks of 3x3
//
// s_j = F_j^T for the response to a force on vertex j.
struct CompressionParams {
  enum class Reference : std::uint8_t { kRest, kColumn };

  double epsilon = 0.05;  // on the finest level, of the reference; half as much on each coarser one [Eq. 33]
  bool keep_base = true;  // whether coefficients on level 0 are kept whatever their size
  Index rank = 24;        // of the global term; 0: plain wavelets, as in the paper
  Reference reference = Reference::kRest;  // the largest block [Eq. 32] of the rest, or of the whole column
};

// Plain arrays of some compressed columns; a file keeps these as they are. Column c has the entries offsets[c] ..
// offsets[c + 1], by ascending vertex.
struct ColumnView {
  std::span<const std::uint64_t> offsets;  // columns + 1
  std::span<const Index> vertices;         // of each entry: the free vertex of the wavelet coefficient
  std::span<const float> blocks;           // of each entry: 3x3, column by column, m/N
  std::span<const float> shares;           // of each column: s, 3 x rank numbers, those of the x force first

  Index count() const { return offsets.empty() ? 0 : static_cast<Index>(offsets.size()) - 1; }
  std::size_t entries() const { return vertices.size(); }
};

// The same arrays in memory, to which columns are appended. To stream them to a file, write and clear() after each
// block of columns.
struct ColumnStore {
  std::vector<std::uint64_t> offsets{0};
  std::vector<Index> vertices;
  std::vector<float> blocks, shares;

  ColumnView view() const { return {offsets, vertices, blocks, shares}; }
  void append(const ColumnView& columns);
  void clear() { *this = {}; }
};

// The global term. Numbers are rounded to float before anything is compared with them, so the rest makes up for it.
struct GlobalTerm {
  Index rank = 0;
  std::span<const float> F;  // row by row, three rows for each free vertex: 3 n x rank; sqrt(m/N)
};

}  // namespace sinew
