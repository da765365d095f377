#include "linalg/cholesky/multifrontal.h"

#include <algorithm>
#include <atomic>

#include "base/parallel.h"
#include "linalg/cholesky/front_elimination.h"

namespace sinew {

namespace {

constexpr Index kTilesPerChunk = 8;

// to += from, for the 3x3 numbers at two places of a front or of two.
void add_block(const double* from, double* to, std::size_t column_stride) {
  for (int c = 0; c < 3; ++c, from += column_stride, to += column_stride)
    to[0] += from[0], to[1] += from[1], to[2] += from[2];
}

}  // namespace

void Multifrontal::analyse(const BlockPattern& pattern, InstructionSet set, std::span<const Index> kept) {
  kernels_ = &front_kernels_for(set);
  solve_kernels_ = &front_solve_kernels_for(set);
  analysis_ = analysis_of(pattern, kernels_->lanes, kept);
  panels_.resize(schedule().panel_size);
}

DenseFront Multifrontal::front(Index f) const {
  double* rest = rests_ == nullptr ? nullptr : rests_ + schedule().rest_at[f];
  return layout_of(tree().fronts[f], kernels_->lanes).front(panels_.data() + schedule().panel_at[f], rest);
}

// Writes the entries of A that belong to the columns of a front into its panel, which is clear.
template <typename Real>
void Multifrontal::assemble(const BlockMatrix<Real>& A, const MatrixReading& reading, Index f) {
  const FrontShape& shape = tree().fronts[f];
  const FrontLayout layout = layout_of(shape, kernels_->lanes);
  const std::size_t stride = layout.tile_rows();
  double* panel = panels_.data() + schedule().panel_at[f];
  const auto row_of = [&](Index row) {
    return tree()
        .row_at[row < shape.columns ? shape.first + row : tree().rows[shape.row_begin + row - shape.columns]];
  };
  for (Index at = shape.entry_begin; at < shape.entry_end; ++at) {
    const FrontEntry& entry = tree().entries[at];
    // Leave out what couples rows that are to be solved apart.
    const bool diagonal = entry.row == entry.column;
    if (!diagonal && !reading.apart.empty() &&
        (reading.apart[row_of(entry.row)] != 0 || reading.apart[row_of(entry.column)] != 0))
      continue;

    // Write the block, transposed if the front has it below the diagonal and A above.
    const auto block = A.block(entry.place);
    double* to = panel + layout.in_panel(entry.row, entry.column);
    const int down = entry.transposed ? 3 : 1, right = entry.transposed ? 1 : 3;
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r) to[stride * c + r] = static_cast<double>(block[right * c + down * r]);

    // Raise the diagonal of a matrix that was found indefinite.
    if (diagonal && reading.raise > 0)
      for (int c = 0; c < 3; ++c) to[stride * c + c] *= 1 + reading.raise;
  }
}

// The rest of a child is added to its parent (extend-add); parts of it in parallel, which meet in no entry.
void Multifrontal::add_child(Index child, Index parent) {
  const FrontShape& from = tree().fronts[child];
  const FrontLayout source = layout_of(from, kernels_->lanes);
  const FrontLayout target = layout_of(tree().fronts[parent], kernels_->lanes);
  const double* rest = rests_ + schedule().rest_at[child];
  const DenseFront to = front(parent);
  const auto in_parent = [&](Index row) { return tree().in_parent[from.row_begin + row - from.columns]; };
  const std::size_t stride = source.tile_rows();
  const Index first = source.first_rest_tile();
  parallel_for(source.tiles() - first, kTilesPerChunk, [&](Index begin, Index end) {
    for (Index tile = first + begin; tile < first + end; ++tile) {
      const Index row_begin = std::max(tile * source.lanes, source.columns);
      const Index row_end = std::min((tile + 1) * source.lanes, source.rows);
      for (Index column = source.columns; column < row_end; ++column)
        for (Index row = std::max(row_begin, column); row < row_end; ++row) {
          // Columns that the parent eliminates are in its panel, the others in its rest.
          const Index i = in_parent(row), j = in_parent(column);
          double* place =
              j < target.columns ? to.panel + target.in_panel(i, j) : to.rest + target.in_rest(i, j);
          add_block(rest + source.in_rest(row, column), place, stride);
        }
    }
  });
}

// Makes a front of its entries of A and the rests of its children, and eliminates its columns: its panel is
// then part of L, and its rest the Schur complement that its parent adds. The last front is left as it is if
// rows are kept: it is their Schur complement. Returns whether the pivots are positive.
template <typename Real>
bool Multifrontal::process(const BlockMatrix<Real>& A, const MatrixReading& reading, Index f) {
  const FrontLayout layout = layout_of(tree().fronts[f], kernels_->lanes);
  const DenseFront dense = front(f);
  clear(dense.panel, layout.panel_size());
  if (dense.rest != nullptr) clear(dense.rest, layout.rest_size());
  assemble(A, reading, f);
  for (const Index child : tree().children_of(f)) add_child(child, f);
  const bool kept = tree().kept > 0 && f + 1 == static_cast<Index>(tree().fronts.size());
  return kept || eliminate(*kernels_, dense);
}

template <typename Real>
bool Multifrontal::factor(const BlockMatrix<Real>& A, const MatrixReading& reading) {
  const FrontAnalysis::Rests::Lease rests = analysis_->rests.take();
  rests->resize(schedule().rest_size);
  rests_ = rests->data();
  const bool definite = factor_fronts(A, reading);
  rests_ = nullptr;
  return definite;
}

template <typename Real>
bool Multifrontal::factor_fronts(const BlockMatrix<Real>& A, const MatrixReading& reading) {
  // Process branches of the tree in parallel, each from its leaves up.
  std::atomic<bool> definite{true};
  parallel_for_each(schedule().branches.size(), 1, [&](Index b) {
    const FrontSchedule::Branch& branch = schedule().branches[b];
    for (Index f = branch.begin; f < branch.end && definite; ++f)
      if (!process(A, reading, f)) definite = false;
  });

  // Process the fronts above them in turn, each by all threads.
  for (const Index f : schedule().trunk)
    if (!definite || !process(A, reading, f)) return false;
  return definite;
}

// Solves L z = y from the leaves to the root, then L^T x = z from the root to the leaves.
void Multifrontal::solve(double* y, double* work) const {
  const auto count = static_cast<Index>(tree().fronts.size());
  const auto reach = [&](Index f) { return tree().rows.data() + tree().fronts[f].row_begin; };
  for (Index f = 0; f < count; ++f)
    solve_kernels_->forward(front(f), reach(f), 3 * tree().fronts[f].first, y);
  for (Index f = count - 1; f >= 0; --f)
    solve_kernels_->backward(front(f), reach(f), 3 * tree().fronts[f].first, work, y);
}

void Multifrontal::solve_sides(int begin, int end, double* y, double* work) const {
  const auto count = static_cast<Index>(tree().fronts.size());
  const auto reach = [&](Index f) { return tree().rows.data() + tree().fronts[f].row_begin; };
  for (Index f = 0; f < count; ++f)
    solve_kernels_->forward_sides(front(f), reach(f), 3 * tree().fronts[f].first, begin, end, y);
  for (Index f = count - 1; f >= 0; --f)
    solve_kernels_->backward_sides(front(f), reach(f), 3 * tree().fronts[f].first, begin, end, work, y);
}

template bool Multifrontal::factor(const BlockMatrix<float>&, const MatrixReading&);
template bool Multifrontal::factor(const BlockMatrix<double>&, const MatrixReading&);

}  // namespace sinew
