#pragma once

#include <span>
#include <vector>

#include "base/large_vector.h"
#include "greens/solver/symmetric_view.h"

namespace sinew {

// What became of rows that were to be added to a capacitance matrix.
enum class Added {
  kYes,
  kLifted,     // yes, with more compliance of their own: without it the matrix would not be positive definite
  kRedundant,  // no: the rows that are there determine them already
  kNoRoom      // no
};

// The inverse of a capacitance matrix C_SS whose rows S come and go [JamesPai03, Eq. 15-19, sec. 5.4 step 2]. All rows
// that there are belong to a matrix C that the caller owns; S is a list of their numbers.
//
// Add rows b with d on the diagonal, and t = C_SS^-1 b, S = d - b^T t:   | C^-1 + t S^-1 t^T   -t S^-1 |
//                                                                        |     -S^-1 t^T         S^-1  |
// Remove the last rows of an inverse [[P, q], [q^T, r]]:                    P - q r^-1 q^T
//
// Both are computed as outer products u u^T, so that the inverse stays symmetric to the last bit: with t S^-1 and t^T
// apart its antisymmetric part grows until nothing is left of it. An update of s rows costs 2 s^2 multiplications for
// each row added and s^2 for each one removed; it allocates nothing.
//
// S is the compliance that is left where the rows before are held. Rows with next to none (two points at one place)
// are refused. It is negative where thresholded columns have made C indefinite; such rows get more compliance of
// their own, a softer skin, so that what solve() inverts is always positive definite.
class CapacitanceMatrix {
 public:
  static constexpr double kRedundant = 1e-6;  // of its own compliance: what a row must have left
  static constexpr double kLiftedTo = 0.05;   // of its own compliance: what a lifted row has left
  static constexpr int kChecked = 256;        // changes between two checks
  static constexpr double kMostDrift = 1e-9;  // |C C^-1 e - e|, above which the inverse is computed again

  // For so many rows at a time, of a matrix C of `all_rows` rows.
  CapacitanceMatrix(Index capacity, Index all_rows);

  // One to three rows of C that are not in S.
  Added add(SymmetricView C, std::span<const Index> rows);
  // One to three rows; those that are not in S are passed over.
  void remove(SymmetricView C, std::span<const Index> rows);
  void clear();

  // x = C_SS^-1 w, in the order of rows(); x may not be w.
  void solve(std::span<const double> w, std::span<double> x) const;

  std::span<const Index> rows() const { return {rows_.data(), static_cast<std::size_t>(size_)}; }
  Index size() const { return size_; }
  Index capacity() const { return capacity_; }
  // Where a row of C is in rows(); -1 if it is not.
  Index position(Index row) const { return position_[row]; }
  // The compliance that a row got besides that of C.
  double lift(Index position) const { return lift_[position]; }
  double largest_lift_share(SymmetricView C) const;

  // From C alone, without what rounding has added since. Rows that are redundant now are left out.
  void refactor(SymmetricView C);
  // |C C^-1 e_k - e_k| of one column, and the Frobenius norm of C C^-1 - 1.
  double drift_of(SymmetricView C, Index k) const;
  double drift(SymmetricView C) const;
  int refactored() const { return refactored_; }

 private:
  long long stride() const { return static_cast<long long>(stride_); }
  double* column(Index j) { return &inverse_[static_cast<std::size_t>(j) * stride_]; }
  const double* column(Index j) const { return &inverse_[static_cast<std::size_t>(j) * stride_]; }
  void multiply(const double* const* b, int count);
  Added border(SymmetricView C, const Index* rows, int count);
  void write_border(const Index* rows, int count, const double (&L)[3][3]);
  void swap(Index i, Index j);
  void shrink(int count);
  void check(SymmetricView C);

  Index capacity_, size_ = 0;
  std::size_t stride_;
  LargeVector<double> inverse_;
  std::vector<Index> rows_, position_;  // position: per row of C
  std::vector<double> lift_;            // per position
  std::vector<Index> all_;              // 0, 1, 2, ...
  std::vector<double> work_, right_;    // scratch memory: three columns, three right-hand sides
  std::vector<Index> old_rows_;
  int changes_ = 0, refactored_ = 0;
};

}  // namespace sinew
