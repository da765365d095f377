#include "greens/solver/patch_constraints.h"

#include <algorithm>

#include "sinew/base/error.h"

namespace sinew {

namespace {

// h_kv of all hats k of a level, by vertex v: spread has the forces h_kv a_v / I_k.
SparseRows hats_by_vertex(const HierarchicalForces& forces, Index level) {
  const SparseRows spread = forces.spread(level);
  const std::span<const double> areas = forces.integrals(forces.finest()),
                                integrals = forces.integrals(level);
  std::vector<std::vector<std::pair<Index, double>>> rows(areas.size());
  for (Index k = 0; k < spread.count(); ++k)
    for (std::size_t e = 0; e < spread.columns_of(k).size(); ++e) {
      const Index v = spread.columns_of(k)[e];
      rows[v].emplace_back(k, spread.weights_of(k)[e] * integrals[k] / areas[v]);
    }
  SparseRows hats;
  for (const auto& row : rows) {
    for (const auto& [k, h] : row) hats.push(k, h);
    hats.close_row();
  }
  return hats;
}

}  // namespace

PatchConstraints::PatchConstraints(const Responses& responses, const HierarchicalForces& forces,
                                   Index vertices)
    : forces_(&forces),
      blocks_(responses, vertices),
      matrix_(3 * vertices, 3 * vertices),
      capacity_(static_cast<std::size_t>(vertices)) {
  for (Index l = 0; l <= forces.finest(); ++l) hats_.push_back(hats_by_vertex(forces, l));
  coarse_of_.assign(static_cast<std::size_t>(responses.count()), -1);
  vertices_.reserve(capacity_), f_.reserve(capacity_);
  C_.resize(9 * capacity_ * capacity_);
  for (std::vector<double>* column : {&answer_, &right_, &q_}) column->resize(3 * capacity_);
}

void PatchConstraints::require(Index level, std::span<const Index> patch, std::span<const Vec3> w) const {
  if (level < 0 || level > forces_->finest())
    throw Error("there is no such level of constraints", "level " + std::to_string(level));
  if (patch.size() > capacity_)
    throw Error("a patch has more vertices than there is room for",
                std::to_string(patch.size()) + " vertices");
  if (patch.size() != w.size()) throw Error("a patch has not as many displacements as vertices");
  for (const Index v : patch)
    if (v < 0 || v >= blocks_.vertex_count())
      throw Error("a patch names a free vertex that does not exist", "vertex " + std::to_string(v));
}

// A P: the unknowns are the level's vertices in the patch.
void PatchConstraints::weigh(Index level) {
  const auto level_count = static_cast<Index>(forces_->integrals(level).size());
  const std::span<const double> areas = forces_->integrals(forces_->finest());
  coarse_count_ = 0;
  for (const Index v : vertices_)
    if (v < level_count) coarse_of_[v] = coarse_count_++;
  P_ = {};
  for (const Index v : vertices_) {
    const std::span<const Index> hats = hats_[level].columns_of(v);
    const std::span<const double> h = hats_[level].weights_of(v);
    double sum = 0;
    for (std::size_t e = 0; e < hats.size(); ++e) sum += coarse_of_[hats[e]] < 0 ? 0 : h[e];
    for (std::size_t e = 0; e < hats.size(); ++e)
      if (coarse_of_[hats[e]] >= 0) P_.push(coarse_of_[hats[e]], areas[v] * h[e] / sum);
    P_.close_row();
  }
  for (const Index v : vertices_) coarse_of_[v] = -1;
}

// (A P)^T G (A P), a column at a time.
void PatchConstraints::couple() {
  const std::size_t high = 3 * static_cast<std::size_t>(coarse_count_);
  const std::size_t used = 3 * static_cast<std::size_t>(blocks_.places());
  std::fill_n(C_.begin(), high * high, 0.0);
  for (std::size_t column = 0; column < high; ++column) {
    const auto k = static_cast<Index>(column / 3), axis = static_cast<Index>(column % 3);
    std::fill_n(answer_.begin(), used, 0.0);
    const auto for_entries = [&](auto&& f) {
      for (std::size_t i = 0; i < vertices_.size(); ++i)
        for (std::size_t e = 0; e < P_.columns_of(Index(i)).size(); ++e)
          f(blocks_.place(vertices_[i]), P_.columns_of(Index(i))[e], P_.weights_of(Index(i))[e]);
    };
    for_entries([&](Index place, Index unknown, double weight) {
      if (unknown != k) return;
      const double* G = blocks_.column(place, axis);
      for (std::size_t i = 0; i < used; ++i) answer_[i] += weight * G[i];
    });
    for_entries([&](Index place, Index unknown, double weight) {
      for (Index a = 0; a < 3; ++a) C_[high * column + 3 * unknown + a] += weight * answer_[3 * place + a];
    });
  }
  // Rounding: the mean of both halves.
  for (std::size_t j = 0; j < high; ++j)
    for (std::size_t i = 0; i < j; ++i)
      C_[high * j + i] = C_[high * i + j] = 0.5 * (C_[high * j + i] + C_[high * i + j]);
}

void PatchConstraints::load(std::span<const Vec3> w) {
  std::fill_n(right_.begin(), 3 * coarse_count_, 0.0);
  for (std::size_t i = 0; i < w.size(); ++i)
    for (std::size_t e = 0; e < P_.columns_of(Index(i)).size(); ++e)
      for (int a = 0; a < 3; ++a)
        right_[3 * P_.columns_of(Index(i))[e] + a] += P_.weights_of(Index(i))[e] * w[i][a];
}

bool PatchConstraints::solve(Index level, std::span<const Index> patch, std::span<const Vec3> w) {
  require(level, patch, w);
  vertices_.assign(patch.begin(), patch.end());
  f_.assign(patch.size(), Vec3{});
  weigh(level);
  if (coarse_count_ == 0 || !blocks_.hold(vertices_)) return false;
  couple();
  blocks_.release(vertices_);

  const SymmetricView C{C_.data(), 3 * static_cast<std::size_t>(coarse_count_)};
  matrix_.clear();
  for (Index k = 0; k < coarse_count_; ++k) matrix_.add(C, std::array{3 * k, 3 * k + 1, 3 * k + 2});
  load(w);
  std::vector<double>& by_position = answer_;
  const std::span<const Index> rows = matrix_.rows();
  for (std::size_t i = 0; i < rows.size(); ++i) by_position[i] = right_[rows[i]];
  matrix_.solve(by_position, q_);
  for (std::size_t i = 0; i < vertices_.size(); ++i)
    for (std::size_t e = 0; e < P_.columns_of(Index(i)).size(); ++e)
      for (int a = 0; a < 3; ++a) {
        const Index at = matrix_.position(3 * P_.columns_of(Index(i))[e] + a);
        if (at >= 0) f_[i][a] += P_.weights_of(Index(i))[e] * q_[at];
      }
  return true;
}

Vec3 PatchConstraints::total_force() const {
  Vec3 sum;
  for (const Vec3& f : f_) sum += f;
  return sum;
}

}  // namespace sinew
