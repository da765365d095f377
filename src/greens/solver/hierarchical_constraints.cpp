#include "greens/solver/hierarchical_constraints.h"

#include <algorithm>
#include <cmath>

#include "sinew/base/error.h"

namespace sinew {

HierarchicalConstraints::HierarchicalConstraints(const HierarchicalResponses& responses,
                                                 std::vector<Index> levels, Index capacity)
    : responses_(&responses),
      levels_(std::move(levels)),
      capacity_(static_cast<std::size_t>(std::max(capacity, 0))) {
  if (capacity < 1) throw Error("there is no room for constraints", "capacity " + std::to_string(capacity));
  S_.reserve(capacity_), chosen_.reserve(capacity_), chosen_w_.reserve(capacity_);
  x_.resize(capacity_), pivot_.resize(3 * capacity_);
  rows_.reserve(capacity_), at_.reserve(capacity_), column_.resize(9 * capacity_);
  for (std::vector<double>* matrix : {&C_, &new_C_, &LU_}) matrix->resize(9 * capacity_ * capacity_);
}

void HierarchicalConstraints::require(std::span<const ConstraintPlace> S) const {
  if (S.size() > capacity_)
    throw Error("there are more constraints than there is room for",
                std::to_string(S.size()) + " constraints");
  for (const auto& [level, vertex] : S)
    if (level < 0 || level >= static_cast<Index>(levels_.size()) || vertex < 0 || vertex >= levels_[level])
      throw Error("a constraint is on a vertex that its level does not have",
                  "vertex " + std::to_string(vertex) + " of level " + std::to_string(level));
}

// Copies what the last call had of a column of the new matrix, and lists the rows that are missing.
void HierarchicalConstraints::copy_column(std::span<const ConstraintPlace> S, std::size_t j) {
  const auto old = [&](const ConstraintPlace& place) {
    return std::find(S_.begin(), S_.end(), place) - S_.begin();
  };
  const auto old_size = static_cast<std::ptrdiff_t>(S_.size()), old_j = old(S[j]);
  rows_.clear(), at_.clear();
  for (std::size_t i = 0; i < S.size(); ++i) {
    const auto old_i = old_j < old_size ? old(S[i]) : old_size;
    if (old_i == old_size) rows_.push_back(S[i].vertex), at_.push_back(static_cast<Index>(i));
    for (std::size_t b = 0; b < 3 && old_i < old_size; ++b)
      std::copy_n(&C_[3 * (3 * old_j + static_cast<std::ptrdiff_t>(b)) * old_size + 3 * old_i], 3,
                  &new_C_[3 * (3 * j + b) * S.size() + 3 * i]);
  }
}

void HierarchicalConstraints::gather(std::span<const ConstraintPlace> S) {
  for (std::size_t j = 0; j < S.size(); ++j) {
    copy_column(S, j);
    if (rows_.empty()) continue;
    const std::span<double> column(column_.data(), 9 * rows_.size());
    responses_->extract(rows_, S.subspan(j, 1), column);
    extracted_ += static_cast<long long>(rows_.size());
    for (std::size_t b = 0; b < 3; ++b)
      for (std::size_t i = 0; i < rows_.size(); ++i)
        std::copy_n(&column[3 * (rows_.size() * b + i)], 3, &new_C_[3 * ((3 * j + b) * S.size() + at_[i])]);
  }
  std::swap(C_, new_C_);
  S_.assign(S.begin(), S.end());
}

// LU with row pivots, column by column.
bool HierarchicalConstraints::factor() {
  const std::size_t n = 3 * S_.size();
  double largest = 0;
  for (std::size_t k = 0; k < n * n; ++k) largest = std::max(largest, std::abs(C_[k]));
  std::copy_n(C_.begin(), n * n, LU_.begin());
  for (std::size_t k = 0; k < n; ++k) {
    double* column = &LU_[k * n];
    const auto best = static_cast<std::size_t>(
        std::max_element(column + k, column + n,
                         [](double a, double b) { return std::abs(a) < std::abs(b); }) -
        column);
    if (!(std::abs(column[best]) > kSingular * largest)) return false;
    pivot_[k] = static_cast<Index>(best);
    for (std::size_t j = 0; j < n; ++j) std::swap(LU_[j * n + k], LU_[j * n + best]);
    for (std::size_t i = k + 1; i < n; ++i) column[i] /= column[k];
    for (std::size_t j = k + 1; j < n; ++j) {
      double* other = &LU_[j * n];
      for (std::size_t i = k + 1; i < n; ++i) other[i] -= column[i] * other[k];
    }
  }
  return true;
}

void HierarchicalConstraints::substitute(std::span<const Vec3> w) {
  const std::size_t n = 3 * S_.size();
  double* x = column_.data();
  for (std::size_t i = 0; i < n; ++i) x[i] = w[i / 3][static_cast<int>(i % 3)];
  for (std::size_t k = 0; k < n; ++k) {
    std::swap(x[k], x[pivot_[k]]);
    for (std::size_t i = k + 1; i < n; ++i) x[i] -= LU_[k * n + i] * x[k];
  }
  for (std::size_t k = n; k-- > 0;) {
    x[k] /= LU_[k * n + k];
    for (std::size_t i = 0; i < k; ++i) x[i] -= LU_[k * n + i] * x[k];
  }
  for (std::size_t i = 0; i < n; ++i) x_[i / 3][static_cast<int>(i % 3)] = x[i];
}

bool HierarchicalConstraints::solve(std::span<const ConstraintPlace> S, std::span<const Vec3> w) {
  require(S);
  gather(S);
  const bool regular = factor();
  if (regular)
    substitute(w);
  else
    std::fill_n(x_.begin(), S.size(), Vec3{});
  return regular;
}

SolvedWithin HierarchicalConstraints::solve_within(double operations, const SolveCosts& costs,
                                                   std::span<const Index> patch, std::span<const Vec3> w) {
  if (patch.size() != w.size())
    throw Error("a patch needs as many displacements as vertices",
                std::to_string(patch.size()) + " vertices, " + std::to_string(w.size()) + " displacements");
  for (const Index v : patch)
    if (v < 0 || v >= levels_.back())
      throw Error("a patch names a free vertex that does not exist", "vertex " + std::to_string(v));
  const LevelChoice choice = choose_level(levels_, patch, operations, costs);
  chosen_.clear(), chosen_w_.clear();
  for (std::size_t i = 0; i < patch.size(); ++i)
    if (patch[i] < levels_[choice.level])
      chosen_.push_back({choice.level, patch[i]}), chosen_w_.push_back(w[i]);
  return {choice, solve(chosen_, chosen_w_)};
}

Vec3 HierarchicalConstraints::total_force() const {
  Vec3 sum;
  for (const Vec3& force : forces()) sum += force;
  return sum;
}

}  // namespace sinew
