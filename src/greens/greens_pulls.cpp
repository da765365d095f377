#include "greens/greens_pulls.h"

#include <algorithm>

#include "base/parallel.h"
#include "linalg/dense_lu.h"
#include "stepping/step_nodes.h"

namespace sinew {

namespace {

constexpr double kFirm = 4;

// W^T x of vectors of the free vertices.
Vec3 at_patch(const Pull& pull, const GreensRest& rest, std::span<const Vec3> x) {
  Vec3 sum;
  for (std::size_t k = 0; k < pull.nodes.size(); ++k)
    if (const Index free = rest.free_of[pull.nodes[k]]; free >= 0) sum += pull.weights[k] * x[free];
  return sum;
}

}  // namespace

void GreensPulls::set(std::vector<Pull> pulls, const GreensRest& rest) {
  std::vector<Active> next;
  for (Pull& pull : pulls) {
    const auto same = std::ranges::find_if(pulls_, [&](const Active& a) { return a.pull.same_patch(pull); });
    if (same != pulls_.end()) {
      next.push_back(*same);
      next.back().pull = std::move(pull);
    } else {
      find_answers(next.emplace_back(Active{std::move(pull), {}, {}, {}}), rest);
    }
  }
  pulls_ = std::move(next);

  const std::size_t n = 3 * pulls_.size(), free = rest.free.size();
  compliance_.assign(n * n, 0);
  for (std::size_t q = 0; q < n; ++q) {
    const std::span<const Vec3> column(pulls_[q / 3].answers.data() + (q % 3) * free, free);
    for (std::size_t p = 0; p < pulls_.size(); ++p) {
      const Vec3 moved = at_patch(pulls_[p].pull, rest, column);
      for (int r = 0; r < 3; ++r) compliance_[q * n + 3 * p + r] = moved[r];
    }
  }
}

void GreensPulls::find_answers(Active& active, const GreensRest& rest) const {
  std::vector<Index> vertices;
  std::vector<double> weights;
  for (std::size_t k = 0; k < active.pull.nodes.size(); ++k)
    if (const Index free = rest.free_of[active.pull.nodes[k]]; free >= 0)
      vertices.push_back(free), weights.push_back(active.pull.weights[k]);
  const std::size_t free = rest.free.size();
  active.answers.resize(3 * free);
  std::vector<Vec3> forces(vertices.size());
  for (int axis = 0; axis < 3; ++axis) {
    for (std::size_t k = 0; k < forces.size(); ++k) forces[k] = {}, forces[k][axis] = weights[k];
    rest.known->G->sum(vertices, forces, {active.answers.data() + axis * free, free});
  }
}

void GreensPulls::apply(const GreensRest& rest, const HoldRide& ride, double softness,
                        std::span<Vec3> deformation) {
  if (pulls_.empty()) return;

  // K^-1 + W^T G W, and how far each pulled point is from its target. A patch of held vertices has no force.
  DenseMatrix A(static_cast<Index>(3 * pulls_.size()));
  std::ranges::transform(compliance_, A.values.begin(), [=](double c) { return softness * c; });
  std::vector<double> forces(A.size);  // first the gaps
  for (Index p = 0; p < A.size; p += 3) {
    const Pull& pull = pulls_[p / 3].pull;
    Vec3 at;
    for (std::size_t k = 0; k < pull.nodes.size(); ++k)
      at += pull.weights[k] * (rest.positions()[pull.nodes[k]] + ride.carried[pull.nodes[k]]);
    const Vec3 left = ride.inward(pull.target - at) - at_patch(pull, rest, deformation);
    const bool is_held = !(A(p, p) + A(p + 1, p + 1) + A(p + 2, p + 2) > 0);
    const double soft = pull.stiffness > 0 ? 1 / pull.stiffness : 0;
    for (Index r = p; r < p + 3; ++r) {
      forces[r] = is_held ? 0 : left[r - p];
      for (Index c = p; c < p + 3; ++c) A(r, c) += A(r, c) / kFirm;
      A(r, r) += is_held ? 1 : soft;
    }
  }
  DenseLU(std::move(A)).solve(forces);

  const std::size_t free = rest.free.size();
  for (std::size_t p = 0; p < pulls_.size(); ++p) {
    Active& active = pulls_[p];
    const std::size_t first = 3 * p;
    active.force = {forces[first], forces[first + 1], forces[first + 2]};
    const Vec3* answers = active.answers.data();
    const Vec3 force = softness * active.force;
    parallel_for_each(free, kNodesPerChunk, [&](Index i) {
      for (int axis = 0; axis < 3; ++axis) deformation[i] += force[axis] * answers[axis * free + i];
    });
  }
}

void GreensPulls::add_to(const GreensRest& rest, std::span<Vec3> forces) const {
  for (const Active& active : pulls_)
    for (std::size_t k = 0; k < active.pull.nodes.size(); ++k)
      if (const Index free = rest.free_of[active.pull.nodes[k]]; free >= 0)
        forces[free] += active.pull.weights[k] * active.force;
}

void GreensPulls::commit(const HoldRide& ride) {
  for (Active& active : pulls_) active.shown = ride.outward(active.force);
}

std::vector<Vec3> GreensPulls::committed() const {
  std::vector<Vec3> forces;
  for (const Active& active : pulls_) forces.push_back(active.shown);
  return forces;
}

Mat3 GreensPulls::compliance(const Pull& patch, const GreensRest& rest) const {
  const auto same = std::ranges::find_if(pulls_, [&](const Active& a) { return a.pull.same_patch(patch); });
  Active found;
  if (same == pulls_.end()) {
    found.pull = patch;
    find_answers(found, rest);
  }
  const Active& active = same == pulls_.end() ? found : *same;
  const std::size_t free = rest.free.size();
  Mat3 C;
  for (int axis = 0; axis < 3; ++axis)
    C.column[axis] = at_patch(patch, rest, {active.answers.data() + axis * free, free});
  return 0.5 * (C + transposed(C));
}

void GreensPulls::add_arrows(const GreensRest& rest, std::span<const Vec3> displacements,
                             std::vector<ForceArrow>& arrows) const {
  for (const Active& active : pulls_) {
    Vec3 at;
    for (std::size_t k = 0; k < active.pull.nodes.size(); ++k) {
      const Index v = active.pull.nodes[k];
      at += active.pull.weights[k] * (rest.positions()[v] + displacements[v]);
    }
    arrows.push_back({ForceArrow::Kind::kPull, at, active.shown});
  }
}

}  // namespace sinew
