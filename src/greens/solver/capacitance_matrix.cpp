#include "greens/solver/capacitance_matrix.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "greens/solver/dense_kernels.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr int kMostRows = 3;

// L with L L^T = S + lift, where negative pivots are lifted. Redundant: a pivot is next to zero.
struct Pivots {
  double L[kMostRows][kMostRows] = {};  // L[j][i]: column j, row i >= j
  double lift[kMostRows] = {};
  bool redundant = false, lifted = false;
};

Pivots factor(const double (&S)[kMostRows][kMostRows], const double* own, int count) {
  Pivots p;
  for (int j = 0; j < count; ++j) {
    double pivot = S[j][j];
    for (int k = 0; k < j; ++k) pivot -= p.L[k][j] * p.L[k][j];
    if (pivot < -CapacitanceMatrix::kRedundant * own[j]) {
      p.lift[j] = CapacitanceMatrix::kLiftedTo * own[j] - pivot;
      pivot += p.lift[j];
      p.lifted = true;
    }
    if (!(pivot > CapacitanceMatrix::kRedundant * own[j])) {
      p.redundant = true;
      return p;
    }
    p.L[j][j] = std::sqrt(pivot);
    for (int i = j + 1; i < count; ++i) {
      double entry = S[j][i];
      for (int k = 0; k < j; ++k) entry -= p.L[k][i] * p.L[k][j];
      p.L[j][i] = entry / p.L[j][j];
    }
  }
  return p;
}

// t <- t L^-T
void divide(double* t, std::size_t stride, Index n, const double (&L)[kMostRows][kMostRows], int count) {
  for (int k = 0; k < count; ++k) {
    double* u = t + k * stride;
    for (int l = 0; l < k; ++l)
      for (Index i = 0; i < n; ++i) u[i] -= L[l][k] * t[l * stride + i];
    for (Index i = 0; i < n; ++i) u[i] /= L[k][k];
  }
}

const DenseKernels& kernels() {
  static const DenseKernels& best = dense_kernels_for(best_instruction_set());
  return best;
}

}  // namespace

CapacitanceMatrix::CapacitanceMatrix(Index capacity, Index all_rows) : capacity_(capacity) {
  if (capacity < 1) throw Error("a capacitance matrix has no room", "capacity " + std::to_string(capacity));
  const auto n = static_cast<std::size_t>(capacity);
  stride_ = (n + 7) / 8 * 8;
  inverse_.assign(stride_ * n, 0.0);
  rows_.assign(n, -1), old_rows_.assign(n, -1), lift_.assign(n, 0.0);
  work_.assign(kMostRows * stride_, 0.0), right_.assign(kMostRows * n, 0.0);
  all_.resize(n);
  std::iota(all_.begin(), all_.end(), 0);
  position_.assign(static_cast<std::size_t>(all_rows), -1);
}

void CapacitanceMatrix::clear() {
  for (const Index row : rows()) position_[row] = -1;
  size_ = 0;
}

Added CapacitanceMatrix::add(SymmetricView C, std::span<const Index> rows) {
  if (size_ + static_cast<Index>(rows.size()) > capacity_) return Added::kNoRoom;
  const Added added = border(C, rows.data(), static_cast<int>(rows.size()));
  if (added == Added::kYes || added == Added::kLifted) check(C);
  return added;
}

// t = C^-1 b, in the scratch memory.
void CapacitanceMatrix::multiply(const double* const* b, int count) {
  const Index n = size_;
  for (Index i = 0; i < n; ++i)
    for (int k = 0; k < count; ++k) right_[count * i + k] = b[k][rows_[i]];
  for (int k = 0; k < count; ++k) std::fill_n(&work_[k * stride_], n, 0.0);
  kernels().combine[count - 1](inverse_.data(), stride(), n, all_.data(), n, right_.data(), work_.data());
}

Added CapacitanceMatrix::border(SymmetricView C, const Index* rows, int count) {
  const Index n = size_;
  double* t = work_.data();
  const double* b[kMostRows] = {};
  for (int k = 0; k < count; ++k) b[k] = C.column(rows[k]);
  multiply(b, count);

  // S = d - b^T t, the compliance that is left.
  double S[kMostRows][kMostRows] = {}, own[kMostRows] = {};
  for (int k = 0; k < count; ++k) {
    own[k] = b[k][rows[k]];
    for (int l = k; l < count; ++l) {
      double sum = 0;
      for (Index i = 0; i < n; ++i) sum += right_[count * i + l] * t[k * stride_ + i];
      S[k][l] = S[l][k] = b[k][rows[l]] - sum;
    }
  }
  const Pivots p = factor(S, own, count);
  if (p.redundant) return Added::kRedundant;

  // u = t L^-T, so that t S^-1 t^T = u u^T, and the border is -u L^-1.
  divide(t, stride_, n, p.L, count);
  kernels().add_outer[count - 1](inverse_.data(), stride(), n, t, 1);
  write_border(rows, count, p.L);
  for (int k = 0; k < count; ++k) lift_[n + k] = p.lift[k];
  return p.lifted ? Added::kLifted : Added::kYes;
}

// -u L^-1 and L^-T L^-1, with u in the scratch memory.
void CapacitanceMatrix::write_border(const Index* rows, int count, const double (&L)[3][3]) {
  const Index n = size_;
  const double* u = work_.data();
  double R[kMostRows][kMostRows] = {};  // L^-1: R[j][i]: column j, row i >= j
  for (int j = 0; j < count; ++j)
    for (int i = j; i < count; ++i) {
      double sum = i == j ? 1 : 0;
      for (int k = j; k < i; ++k) sum -= L[k][i] * R[j][k];
      R[j][i] = sum / L[i][i];
    }
  for (int k = 0; k < count; ++k) {
    double* a = column(n + k);
    for (Index i = 0; i < n; ++i) {
      double sum = 0;
      for (int l = k; l < count; ++l) sum -= u[l * stride_ + i] * R[k][l];
      a[i] = column(i)[n + k] = sum;
    }
    for (int l = 0; l < count; ++l) {
      double sum = 0;
      for (int m = std::max(k, l); m < count; ++m) sum += R[k][m] * R[l][m];
      a[n + l] = sum;
    }
    rows_[n + k] = rows[k], position_[rows[k]] = n + k;
  }
  size_ += count;
}

void CapacitanceMatrix::swap(Index i, Index j) {
  if (i == j) return;
  std::swap_ranges(column(i), column(i) + size_, column(j));
  for (Index k = 0; k < size_; ++k) std::swap(column(k)[i], column(k)[j]);
  std::swap(rows_[i], rows_[j]), std::swap(lift_[i], lift_[j]);
  std::swap(position_[rows_[i]], position_[rows_[j]]);
}

void CapacitanceMatrix::remove(SymmetricView C, std::span<const Index> rows) {
  int count = 0;
  for (const Index row : rows)
    if (position_[row] >= 0) swap(position_[row], size_ - ++count);
  if (count == 0) return;
  shrink(count);
  check(C);
}

// P - q r^-1 q^T, with the last rows as r = L L^T and u = q L^-T.
void CapacitanceMatrix::shrink(int count) {
  const Index n = size_ - count;
  double r[kMostRows][kMostRows] = {}, own[kMostRows] = {};
  for (int k = 0; k < count; ++k) {
    for (int l = 0; l < count; ++l) r[k][l] = column(n + k)[n + l];
    own[k] = 0;  // an inverse that is positive definite has positive pivots
    position_[rows_[n + k]] = -1;
  }
  const Pivots p = factor(r, own, count);
  size_ = n;
  double* t = work_.data();
  for (int k = 0; k < count; ++k) std::copy_n(column(n + k), n, t + k * stride_);
  divide(t, stride_, n, p.L, count);
  if (!p.redundant) kernels().add_outer[count - 1](inverse_.data(), stride(), n, t, -1);
}

void CapacitanceMatrix::solve(std::span<const double> w, std::span<double> x) const {
  std::fill_n(x.begin(), size_, 0.0);
  const auto n = static_cast<std::size_t>(size_);
  add_product({inverse_.data(), stride_}, std::span(all_).first(n), w, x.first(n));
}

double CapacitanceMatrix::largest_lift_share(SymmetricView C) const {
  double most = 0;
  for (Index k = 0; k < size_; ++k) most = std::max(most, lift_[k] / C(rows_[k], rows_[k]));
  return most;
}

double CapacitanceMatrix::drift_of(SymmetricView C, Index k) const {
  double squares = 0;
  for (Index i = 0; i < size_; ++i) {
    const double* c = C.column(rows_[i]);
    const double* a = column(k);
    double sum = lift_[i] * a[i] - (i == k ? 1 : 0);
    for (Index j = 0; j < size_; ++j) sum += c[rows_[j]] * a[j];
    squares += sum * sum;
  }
  return std::sqrt(squares);
}

double CapacitanceMatrix::drift(SymmetricView C) const {
  double squares = 0;
  for (Index k = 0; k < size_; ++k) squares += drift_of(C, k) * drift_of(C, k);
  return std::sqrt(squares);
}

void CapacitanceMatrix::check(SymmetricView C) {
  if (++changes_ % kChecked != 0 || size_ == 0) return;
  const double drift = drift_of(C, (changes_ / kChecked) % size_);
  if (!(drift <= kMostDrift)) refactor(C);
}

// Adds the same rows again, three at a time. Rows that are redundant now are left out.
void CapacitanceMatrix::refactor(SymmetricView C) {
  const Index n = size_;
  std::copy_n(rows_.begin(), n, old_rows_.begin());
  clear();
  for (Index k = 0; k < n; k += kMostRows) {
    const int count = std::min<int>(kMostRows, n - k);
    if (border(C, &old_rows_[k], count) == Added::kRedundant)
      for (int l = 0; l < count; ++l) border(C, &old_rows_[k + l], 1);
  }
  ++refactored_;
}

}  // namespace sinew
