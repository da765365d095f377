#include "greens/wavelets/compressed_columns.h"

namespace sinew {

void ColumnStore::append(const ColumnView& columns) {
  const std::uint64_t before = offsets.back();
  for (Index c = 1; c <= columns.count(); ++c) offsets.push_back(before + columns.offsets[c]);
  vertices.insert(vertices.end(), columns.vertices.begin(), columns.vertices.end());
  blocks.insert(blocks.end(), columns.blocks.begin(), columns.blocks.end());
  shares.insert(shares.end(), columns.shares.begin(), columns.shares.end());
}

}  // namespace sinew
