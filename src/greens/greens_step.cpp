#include "greens/greens_step.h"

#include <algorithm>

#include "base/parallel.h"
#include "sinew/base/error.h"
#include "stepping/step_nodes.h"

namespace sinew {

GreensStep::GreensStep(std::shared_ptr<const GreensRest> rest, const Motion& motion,
                       const Placement& placement, StepForces& forces)
    : rest_(std::move(rest)), motion_(motion), placement_(placement), applied_forces_(forces) {
  const auto n = static_cast<std::size_t>(rest_->count());
  start_.resize(n);
  masses_ = rest_->masses;
  increment_.resize(n), applied_.resize(n);
  answer_.resize(rest_->free.size());
  levels_.held = rest_->known->problem.held;
  levels_.known_inverse = this;
  levels_.revision = 0;
}

void GreensStep::set_material(const MaterialRatio& ratio) {
  ratio_ = ratio;
  for (std::size_t v = 0; v < masses_.size(); ++v) masses_[v] = ratio.density * rest_->masses[v];
  ++levels_.revision, ++disturbed_;
}

void GreensStep::begin(double time, double dt, std::span<const Vec3> velocities, const Vec3& gravity) {
  const Mat3 turn = ride_.turn;
  set_ride(motion_, time + dt, rest_->positions(), placement_, ride_);
  if (ride_.turn != turn) ++levels_.revision;
  u_.resize(start_.size()), v_.resize(start_.size());
  for (std::size_t i = 0; i < start_.size(); ++i)
    u_[i] = to_block(start_[i]), v_[i] = to_block(velocities[i]);
  applied_forces_.evaluate(time + dt, u_, v_, applied_);
  find_unloaded(gravity);
  relax({}, 0);
  if (!std::ranges::all_of(deformation_, [](const Vec3& u) { return is_finite(u); }))
    throw Error("numbers are not finite", "", "check its forces and its responses");
}

void GreensStep::find_unloaded(const Vec3& gravity) {
  respond(applied_, unloaded_);
  const std::vector<double>& B = rest_->known->weight;
  if (B.empty() || gravity == Vec3{}) return;
  const Vec3 g = (ratio_.density / ratio_.stiffness) * ride_.inward(gravity);
  const std::size_t n = 3 * unloaded_.size();
  parallel_for_each(unloaded_.size(), kNodesPerChunk, [&](Index i) {
    for (int axis = 0; axis < 3; ++axis)
      for (int r = 0; r < 3; ++r)
        unloaded_[i][r] += g[axis] * B[axis * n + 3 * static_cast<std::size_t>(i) + r];
  });
}

// u = G turn^T forces
void GreensStep::respond(std::span<const Block3<double>> forces, std::vector<Vec3>& u) const {
  loaded_.clear(), loads_.clear();
  for (std::size_t k = 0; k < rest_->free.size() && !forces.empty(); ++k) {
    const Vec3 f = to_vec3(forces[rest_->free[k]]);
    if (f == Vec3{}) continue;
    loaded_.push_back(static_cast<Index>(k));
    loads_.push_back((1 / ratio_.stiffness) * ride_.inward(f));
  }
  u.assign(rest_->free.size(), {});
  if (!loaded_.empty()) rest_->known->G->sum(loaded_, loads_, u);
}

void GreensStep::take(std::span<const Block3<double>> forces) {
  contact_.assign(forces.begin(), forces.end());
}

bool GreensStep::relax(std::span<const Block3<double>> forces, int) {
  take(forces);
  respond_at_touch(contact_, deformation_);
  parallel_for_each(deformation_.size(), kNodesPerChunk, [&](Index k) { deformation_[k] += unloaded_[k]; });
  pulls_.apply(*rest_, ride_, 1 / ratio_.stiffness, deformation_);
  parallel_for_each(start_.size(), kNodesPerChunk, [&](Index i) {
    const Index k = rest_->free_of[i];
    const Vec3 against = k >= 0 ? ride_.outward(deformation_[k]) : Vec3{};
    increment_[i] = to_block(ride_.carried[i] + against - start_[i]);
  });
  return true;
}

void GreensStep::move(std::span<const Block3<double>> d) { axpby<double>(1, d, 1, increment_); }

void GreensStep::hold_back(std::span<const HeldBack> unknowns) {
  for (const auto& [i, share, way] : unknowns)
    increment_[i] = to_block(way + share * (to_vec3(increment_[i]) - way));
}

void GreensStep::expect_touch(std::span<const Index> nodes) {
  loaded_.clear();
  for (const Index node : nodes)
    if (const Index k = rest_->free_of[node]; k >= 0) loaded_.push_back(k);
  std::ranges::sort(loaded_);
  loaded_.erase(std::unique(loaded_.begin(), loaded_.end()), loaded_.end());
  if (loaded_ == touched_) return;
  touched_ = loaded_;
  place_of_.assign(rest_->free.size(), -1);
  for (std::size_t i = 0; i < touched_.size(); ++i) place_of_[touched_[i]] = static_cast<Index>(i);
  const std::size_t n = 3 * touched_.size();
  symmetric_.resize(n * n), lacking_.assign(n * n, 0);
  rest_->known->G->extract(touched_, touched_, symmetric_);
  parallel_for_each(n, 16, [&](Index c) {
    for (std::size_t r = 0; r < static_cast<std::size_t>(c); ++r) {
      double &a = symmetric_[c * n + r], &b = symmetric_[r * n + c];
      lacking_[c * n + r] = (b - a) / 2, lacking_[r * n + c] = (a - b) / 2;
      a = b = (a + b) / 2;
    }
  });
}

// u = G turn^T forces, with the symmetric blocks of G between the vertices that are touched.
void GreensStep::respond_at_touch(std::span<const Block3<double>> forces, std::vector<Vec3>& u) const {
  respond(forces, u);
  const std::size_t n = 3 * touched_.size();
  for (std::size_t k = 0; k < loaded_.size(); ++k) {
    const Index place = place_of_.empty() ? -1 : place_of_[loaded_[k]];
    for (int c = 0; c < 3 && place >= 0; ++c) {
      const double* column =
          &lacking_[(3 * static_cast<std::size_t>(place) + static_cast<std::size_t>(c)) * n];
      for (const Index i : touched_)
        for (int r = 0; r < 3; ++r) u[i][r] += loads_[k][c] * *column++;
    }
  }
}

void GreensStep::extract(std::span<const Index> nodes, int rows, std::span<float> inverse) const {
  const std::size_t n = 3 * touched_.size();
  const auto first_of = [&](Index node) {
    return 3 * static_cast<std::size_t>(place_of_[rest_->free_of[node]]);
  };
  parallel_for_each(nodes.size(), 16, [&](Index j) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const double* from = &symmetric_[first_of(nodes[j]) * n + first_of(nodes[i])];
      Mat3 block;
      for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t r = 0; r < 3; ++r)
          block(static_cast<int>(r), static_cast<int>(c)) = from[c * n + r] / ratio_.stiffness;
      if (ride_.is_turned()) block = ride_.turn * block * transposed(ride_.turn);
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r)
          inverse[(3 * static_cast<std::size_t>(j) + static_cast<std::size_t>(c)) *
                      static_cast<std::size_t>(rows) +
                  3 * i + static_cast<std::size_t>(r)] = static_cast<float>(block(r, c));
    }
  });
}

void GreensStep::solve(std::span<const Block3<double>> b, std::span<Block3<double>> x) const {
  respond_at_touch(b, answer_);
  parallel_for_each(x.size(), kNodesPerChunk, [&](Index i) {
    const Index k = rest_->free_of[i];
    x[i] = k >= 0 ? to_block(ride_.outward(answer_[k])) : Block3<double>{};
  });
}

std::vector<Vec3> GreensStep::end() const {
  std::vector<Vec3> u(start_.size());
  parallel_for_each(u.size(), kNodesPerChunk, [&](Index i) { u[i] = start_[i] + to_vec3(increment_[i]); });
  return u;
}

std::vector<Vec3> GreensStep::forces() const {
  std::vector<Vec3> f(rest_->free.size());
  for (std::size_t k = 0; k < f.size(); ++k) {
    const Index v = rest_->free[k];
    Vec3 sum = to_vec3(applied_[v]);
    if (!contact_.empty()) sum += to_vec3(contact_[v]);
    f[k] = ride_.inward(sum);
  }
  pulls_.add_to(*rest_, f);
  return f;
}

std::vector<Vec3> GreensStep::forces_on_held() const {
  std::vector<Vec3> f(start_.size());
  for (std::size_t v = 0; v < f.size(); ++v)
    if (rest_->free_of[v] < 0) f[v] = to_vec3(applied_[v]);
  return f;
}

std::span<const Vec3> GreensStep::start_positions() {
  positions_.resize(start_.size());
  for (std::size_t i = 0; i < start_.size(); ++i) positions_[i] = rest_->positions()[i] + start_[i];
  return positions_;
}

void GreensStep::vertices_at_start(std::span<Vec3> vertices) {
  parallel_for_each(vertices.size(), kNodesPerChunk,
                    [&](Index i) { vertices[i] = placement_.point(rest_->positions()[i] + start_[i]); });
}

void GreensStep::vertices_at_end(std::span<Vec3> vertices) {
  parallel_for_each(vertices.size(), kNodesPerChunk, [&](Index i) {
    vertices[i] = placement_.point(rest_->positions()[i] + start_[i] + to_vec3(increment_[i]));
  });
}

// A body at rest has the velocity of its holds: none.
bool GreensStep::is_steady(double time, double dt) const {
  const bool holds_rest =
      motion_ == Motion{} || time >= motion_.during.until || time + dt < motion_.during.from;
  return holds_rest && applied_forces_.is_steady(time, dt);
}

}  // namespace sinew
