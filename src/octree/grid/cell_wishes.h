#pragma once

#include "octree/grid/cells.h"

namespace sinew {

// How fine the cells of an adaptive body are wished to be: the blocks of the tree that are split. Together with the
// links they say what its cells are, whatever the order of changes:
//
//     cells = balanced_cells(links, wishes)
//
// Cells may be finer than wished, beside cuts and to be balanced, but not coarser.
class CellWishes {
 public:
  // Blocks of a brick are numbered: 64 of level 1, 8 of level 2, 1 of level 3.
  static constexpr int kBlocks = 73;
  static int block_number(const CellPlace& block);

  CellWishes() = default;
  // Nothing is wished: cells are as large as the links let them be.
  explicit CellWishes(std::size_t bricks);
  // Those that keep every cell as fine as it is.
  explicit CellWishes(const Cells& cells);

  // A block of level 1 to 3, by the place of the cell that would fill it.
  void split(Index brick, const CellPlace& block) { set(brick, block_number(block), true); }
  void join(Index brick, const CellPlace& block) { set(brick, block_number(block), false); }
  bool is_split(Index brick, int block) const;

  // For balanced_cells(). With them the boundary is coarse.
  const RefinementMarks& marks() const { return marks_; }

  bool operator==(const CellWishes& other) const;

  // As numbers for a checkpoint, kNumbers per brick.
  static constexpr std::size_t kNumbers = 3;
  std::vector<double> numbers() const;
  // Numbers must be whole and in range.
  static CellWishes of_numbers(std::span<const double> numbers);

 private:
  void set(Index brick, int block, bool is_split);

  RefinementMarks marks_;
};

}  // namespace sinew
