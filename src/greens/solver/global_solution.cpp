#include "greens/solver/global_solution.h"

#include <algorithm>

#include "sinew/base/error.h"

namespace sinew {

namespace {

Vec3 of_fields(const Loads& loads, Index vertex) {
  Vec3 sum;
  for (std::size_t k = 0; k < loads.fields.size(); ++k) sum += loads.shares[k] * loads.fields[k][vertex];
  return sum;
}

// Moves the vertices of a point by the least that brings the given components to their values.
void set_values(const ConstraintSet& constraints, Index id, std::span<Vec3> u) {
  const WeightedPoint& point = constraints.point(id);
  const Vec3 now = value_at(point, u);
  Vec3 missing;
  for (int axis = 0; axis < 3; ++axis)
    if (constraints.given(id)[axis] == Given::kDisplacement) {
      const Vec3& along = constraints.axes(id).column[axis];
      const double softness = constraints.compliance().softness(id);
      const double wanted = constraints.value(id)[axis] - softness * dot(along, constraints.force(id));
      missing += (wanted - dot(along, now)) * along;
    }
  double squares = 0;
  for (int k = 0; k < point.count; ++k) squares += point.weight[k] * point.weight[k];
  for (int k = 0; k < point.count; ++k) u[point.vertex[k]] += point.weight[k] / squares * missing;
}

}  // namespace

GlobalSolution::GlobalSolution(const Responses& responses) : responses_(&responses) {
  const auto n = static_cast<std::size_t>(responses.count());
  entry_of_.assign(n, -1);
  loaded_.reserve(n), forces_.reserve(n), rows_.reserve(n), there_.reserve(n), whole_.resize(n);
}

void GlobalSolution::require(const Loads& loads) const {
  if (loads.vertices.size() != loads.forces.size())
    throw Error("there are not as many forces as vertices that they act on");
  if (loads.fields.size() != loads.shares.size()) throw Error("there are not as many shares as fields");
  for (const Index v : loads.vertices)
    if (v < 0 || v >= responses_->count())
      throw Error("a force acts on a free vertex that does not exist", "vertex " + std::to_string(v));
  for (const std::vector<Vec3>& field : loads.fields)
    if (field.size() != entry_of_.size())
      throw Error("a field of body forces has not one vector per free vertex");
}

void GlobalSolution::gather(std::span<const Index> vertices, std::span<const Vec3> forces) {
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    Index& entry = entry_of_[vertices[k]];
    if (entry < 0) {
      entry = static_cast<Index>(loaded_.size());
      loaded_.push_back(vertices[k]), forces_.push_back({});
    }
    forces_[entry] += forces[k];
  }
}

void GlobalSolution::gather(const ConstraintSet& constraints) {
  for (Index id = 0; id < constraints.size(); ++id) {
    if (!constraints.has(id)) continue;
    const WeightedPoint& point = constraints.point(id);
    for (int k = 0; k < point.count; ++k) {
      const Vec3 f = point.weight[k] * constraints.force(id);
      gather({&point.vertex[k], 1}, {&f, 1});
    }
  }
}

void GlobalSolution::forget() {
  for (const Index v : loaded_) entry_of_[v] = -1;
  loaded_.clear(), forces_.clear();
}

// u += G f at these rows.
void GlobalSolution::multiply_blocks(std::span<const Index> rows, std::span<Vec3> u) {
  const std::size_t high = 3 * rows.size();
  blocks_.resize(std::max(blocks_.size(), high * 3 * loaded_.size()));
  responses_->extract(rows, loaded_, std::span(blocks_).first(high * 3 * loaded_.size()));
  for (std::size_t j = 0; j < 3 * loaded_.size(); ++j) {
    const double f = forces_[j / 3][static_cast<int>(j % 3)];
    const double* column = &blocks_[j * high];
    for (std::size_t i = 0; i < rows.size(); ++i)
      u[i] += f * Vec3{column[3 * i], column[3 * i + 1], column[3 * i + 2]};
  }
}

// Displacements of the vertices of all constraints, one after the other, under the forces that were gathered.
void GlobalSolution::displace_rows(const ConstraintSet& constraints) {
  rows_.clear();
  for (Index id = 0; id < constraints.size(); ++id)
    if (constraints.has(id))
      for (const Index v : constraints.point(id).vertices()) rows_.push_back(v);
  there_.assign(rows_.size(), Vec3{});
  if (loaded_.empty() || rows_.empty()) return;
  if (loaded_.size() * rows_.size() <= entry_of_.size()) return multiply_blocks(rows_, there_);
  responses_->sum(loaded_, forces_, whole_);
  for (std::size_t k = 0; k < rows_.size(); ++k) there_[k] = whole_[rows_[k]];
}

void GlobalSolution::solve(ConstraintSet& constraints, const Loads& loads) {
  require(loads);
  gather(loads.vertices, loads.forces);
  displace_rows(constraints);
  forget();
  v0_.assign(static_cast<std::size_t>(constraints.size()), Vec3{});
  std::size_t at = 0;
  for (Index id = 0; id < constraints.size(); ++id) {
    if (!constraints.has(id)) continue;
    const WeightedPoint& point = constraints.point(id);
    for (int k = 0; k < point.count; ++k)
      v0_[id] += point.weight[k] * (there_[at++] + of_fields(loads, point.vertex[k]));
  }
  constraints.solve(v0_);
}

void GlobalSolution::displacements(const ConstraintSet& constraints, const Loads& loads, std::span<Vec3> u) {
  require(loads);
  gather(loads.vertices, loads.forces);
  gather(constraints);
  responses_->sum(loaded_, forces_, u);
  forget();
  for (std::size_t k = 0; k < loads.fields.size(); ++k)
    for (std::size_t i = 0; i < u.size(); ++i) u[i] += loads.shares[k] * loads.fields[k][i];
  constexpr int kSweeps = 4;  // points that share vertices disturb each other
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (Index id = 0; id < constraints.size(); ++id)
      if (constraints.has(id)) set_values(constraints, id, u);
}

void GlobalSolution::displacements_at(const ConstraintSet& constraints, const Loads& loads,
                                      std::span<const Index> vertices, std::span<Vec3> u) {
  require(loads);
  gather(loads.vertices, loads.forces);
  gather(constraints);
  for (std::size_t k = 0; k < vertices.size(); ++k) u[k] = of_fields(loads, vertices[k]);
  if (!loaded_.empty()) multiply_blocks(vertices, u);
  forget();
}

}  // namespace sinew
