#include "multigrid/support_split.h"

namespace sinew {

namespace {

bool is_alone(const BlockPattern& coupled, Index node) {
  return coupled.row_start[node + 1] - coupled.row_start[node] == 1;
}

// Finds the connected pieces of one coarse node's support.
class Pieces {
 public:
  Pieces(const Interpolation& P, const BlockPattern& coupled)
      : P_(P), coupled_(coupled), piece_(P.fine_nodes(), kOutside) {}

  // Calls visit(entry of P, piece) for every fine node that follows J, with pieces counted from 0; returns
  // the number of pieces.
  template <typename Visit>
  Index walk(Index J, Visit&& visit) {
    const auto begin = P_.transposed_start[J], end = P_.transposed_start[J + 1];
    for (Index t = begin; t < end; ++t)
      if (!is_alone(coupled_, P_.transposed_row[t])) piece_[P_.transposed_row[t]] = kUnseen;
    Index pieces = 0;
    for (Index t = begin; t < end; ++t)
      if (piece_[P_.transposed_row[t]] == kUnseen) flood(P_.transposed_row[t], J, pieces++, visit);
    for (Index t = begin; t < end; ++t) piece_[P_.transposed_row[t]] = kOutside;
    return pieces;
  }

 private:
  static constexpr Index kOutside = -2, kUnseen = -1;

  template <typename Visit>
  void flood(Index seed, Index J, Index piece, Visit&& visit) {
    piece_[seed] = piece;
    open_.assign(1, seed);
    while (!open_.empty()) {
      const Index i = open_.back();
      open_.pop_back();
      for (Index at = P_.row_start[i]; at < P_.row_start[i + 1]; ++at)
        if (P_.column[at] == J) visit(at, piece);
      for (Index at = coupled_.row_start[i]; at < coupled_.row_start[i + 1]; ++at) {
        const Index j = coupled_.column[at];
        if (piece_[j] != kUnseen) continue;
        piece_[j] = piece;
        open_.push_back(j);
      }
    }
  }

  const Interpolation& P_;
  const BlockPattern& coupled_;
  std::vector<Index> piece_;  // per fine node, of the present support
  std::vector<Index> open_;
};

}  // namespace

Interpolation split_by_support(const Interpolation& P, const BlockPattern& coupled,
                               std::vector<Index>& copy_of) {
  std::vector<Index> column(P.column.size(), -1);
  Pieces pieces(P, coupled);
  copy_of.clear();
  for (Index J = 0; J < P.coarse_nodes; ++J) {
    const Index first = static_cast<Index>(copy_of.size());
    const Index copies = pieces.walk(J, [&](Index at, Index piece) { column[at] = first + piece; });
    copy_of.insert(copy_of.end(), std::max<Index>(1, copies), J);
  }
  Interpolation split;
  split.coarse_nodes = static_cast<Index>(copy_of.size());
  split.row_start.push_back(0);
  for (Index i = 0; i < P.fine_nodes(); ++i) {
    for (Index at = P.row_start[i]; at < P.row_start[i + 1]; ++at) {
      if (column[at] < 0) continue;
      split.column.push_back(column[at]);
      split.weight.push_back(P.weight[at]);
    }
    split.row_start.push_back(static_cast<Index>(split.column.size()));
  }
  transpose(split);
  return split;
}

}  // namespace sinew
