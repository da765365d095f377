#include "adaptive/adaptive_contact.h"

#include <algorithm>

#include "adaptive/node_loops.h"
#include "multigrid/level_responses.h"
#include "stepping/step_nodes.h"

namespace sinew {

namespace {

// P as the additive preconditioner of contact has it. Held nodes follow nothing.
Interpolation interpolation_of(std::span<const ElementRow> rows, Index coarse_nodes,
                               std::span<const char> held) {
  Interpolation P;
  P.coarse_nodes = coarse_nodes;
  P.row_start.push_back(0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (int k = 0; k < 4 && held[i] == 0; ++k) {
      P.column.push_back(rows[i].node[k]);
      P.weight.push_back(static_cast<float>(rows[i].weight[k]));
    }
    P.row_start.push_back(static_cast<Index>(P.column.size()));
  }
  transpose(P);
  return P;
}

}  // namespace

AdaptiveContact::AdaptiveContact(const AdaptiveRest& rest, TetDiscretization& finest, AdaptiveStep& step,
                                 const MultilevelCycle::Goal& goal)
    : rest_(rest),
      finest_(finest),
      step_(step),
      goal_(goal),
      placement_(finest.unknowns().placement),
      increment_(rest.finest().node_count()) {
  for (int l = 0; l + 1 < rest.count(); ++l)
    interpolations_.push_back(
        interpolation_of(rest.levels[l].up, rest.levels[l + 1].node_count(), rest.levels[l].elements.held));
}

void AdaptiveContact::begin(const StepScheme& scheme) {
  scheme_ = scheme;
  ++revision_;
  find_increment();
}

void AdaptiveContact::find_increment() {
  const AdaptiveStep::In w = step_.increment();
  std::ranges::copy(w, increment_.begin());
}

std::shared_ptr<const ContactSurface> AdaptiveContact::contact_surface() {
  if (!surface_) surface_ = finest_.contact_surface();
  return surface_;
}

std::span<const Vec3> AdaptiveContact::start_positions() {
  const std::vector<Vec3>& rest = rest_.finest().elements.positions;
  start_.resize(rest.size());
  parallel_for_each(rest.size(), kNodesPerChunk,
                    [&](Index i) { start_[i] = rest[i] + to_vec3(step_.displacements()[i]); });
  return start_;
}

void AdaptiveContact::place_vertices(std::span<const Vec3> unknowns, std::span<Vec3> vertices) {
  embedded_positions(contact_surface()->embedding, unknowns, vertices);
  if (placement_ == Placement{}) return;
  parallel_for_each(vertices.size(), kNodesPerChunk,
                    [&](Index v) { vertices[v] = placement_.point(vertices[v]); });
}

void AdaptiveContact::vertices_at_start(std::span<Vec3> vertices) {
  place_vertices(start_positions(), vertices);
}

void AdaptiveContact::vertices_at_end(std::span<Vec3> vertices) {
  end_.resize(start_.size());
  parallel_for_each(end_.size(), kNodesPerChunk,
                    [&](Index i) { end_[i] = start_[i] + to_vec3(increment_[i]); });
  place_vertices(end_, vertices);
}

// A level responds at its active nodes only; elsewhere D^-1 is 0, so that what moves a point comes from coarser levels.
const SystemLevels& AdaptiveContact::system_levels() {
  if (levels_.revision == revision_) return levels_;
  levels_ = {};
  levels_.copies.reserve(rest_.count());
  for (int l = 0; l + 1 < rest_.count(); ++l) {
    const std::span<const double> inverse = step_.operators()[l].inverse_diagonal();
    std::vector<float>& copy = levels_.copies.emplace_back(inverse.size(), 0.0F);
    for (const Index n : step_.front().lists(l).active)
      for (Index k = 9 * n; k < 9 * (n + 1); ++k)
        if (rest_.levels[l].elements.held[n] == 0) copy[k] = static_cast<float>(inverse[k]);
    levels_.levels.push_back({copy, &interpolations_[l]});
  }
  levels_.coarsest = &step_.coarsest();
  levels_.held = rest_.finest().elements.held;
  set_responses({rest_.finest().masses, scheme_.mass, true}, levels_);
  levels_.revision = revision_;
  return levels_;
}

// A body at rest has the velocities of its holds: none.
bool AdaptiveContact::is_steady(double time, double dt) const {
  const auto rests = [&](const Hold& hold) {
    const Motion& motion = hold.motion;
    return motion == Motion{} || time >= motion.during.until || time + dt < motion.during.from;
  };
  return finest_.forces().is_steady(time, dt) && std::ranges::all_of(finest_.unknowns().holds, rests);
}

// Always to the goal: steps whose solves stop after two cycles blow up on mixed fronts.
bool AdaptiveContact::relax(std::span<const Block3<double>> forces, int) {
  last_solve_ = step_.solve(forces, goal_);
  find_increment();
  return last_solve_.converged;
}

void AdaptiveContact::move(std::span<const Block3<double>> d) {
  step_.move(d);
  find_increment();
}

void AdaptiveContact::hold_back(std::span<const HeldBack> unknowns) {
  step_.hold_back(unknowns);
  find_increment();
}

}  // namespace sinew
