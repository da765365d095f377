#include "stepping/hold_reactions.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/parallel.h"
#include "stepping/step_nodes.h"

namespace sinew {

namespace {

using In = std::span<const Block3<double>>;

BlockVector<double> between(In u, double a, In w, double b) {
  BlockVector<double> sum(u.size());
  parallel_for_each(static_cast<Index>(u.size()), kNodesPerChunk,
                    [&](Index i) { sum[i] = combined(a, u[i], b, w[i]); });
  return sum;
}

// What K is multiplied by for the damping of the step, besides the increment.
BlockVector<double> damped_at_start(const StepScheme& scheme, const NodeState& before) {
  if (scheme.damped_velocity == 0) return BlockVector<double>(before.v.size());
  return between(before.v, scheme.damped_velocity, before.a, scheme.damped_acceleration);
}

// What StepEquation has besides loads and inertia. Corotated forces are affine in fixed axes, so that
// K y = f_int(x - y) - f_int(x) without the rows of K, which are cleared at held nodes.
BlockVector<double> internal_forces(StepEquation& equation, const NodeState& before, double way) {
  const StepScheme& scheme = equation.scheme();
  StepSystem& system = equation.system();
  const In w = equation.increment;
  BlockVector<double> inner(w.size());
  if (equation.params().strain == Strain::kCauchy) {
    const BlockVector<double> at = between(before.u, scheme.restoring, w, scheme.stiffness);
    system.internal_forces(between(at, 1, damped_at_start(scheme, before), 1), inner);
    return inner;
  }
  const BlockVector<double> at = between(before.u, 1, w, way);
  system.internal_forces(at, inner);
  if (const double damping = equation.damping_of_operator(); damping > 0) {
    const BlockVector<double> damped = between(w, damping, damped_at_start(scheme, before), 1);
    BlockVector<double> behind(w.size());
    system.internal_forces(between(at, 1, damped, -1), behind);
    axpby<double>(-1, behind, 1 / way + 1, inner);
  } else {
    axpby<double>(0, inner, 1 / way, inner);
  }
  if (equation.viscosity() > 0)
    system.add_viscous_forces(equation.viscosity(), before.u, between(before.u, 1, w, 1), inner);
  return inner;
}

BlockVector<double> inertia(const StepEquation& equation, const NodeState& before, const NodeState& after) {
  BlockVector<double> product(before.v.size());
  if (equation.integrator() == Integrator::kStatic) return product;
  const double dt = equation.scheme().dt, alpha = equation.params().damping.mass;
  BlockVector<double> acceleration = between(after.v, 1 / dt, before.v, -1 / dt);
  axpby<double>(alpha / dt, equation.increment, 1, acceleration);
  equation.system().multiply_mass(acceleration, product);
  return product;
}

// Per node: the hold that moves all of it, the last that has it; -1 for guided and free nodes.
std::vector<Index> holders(const StepNodes& nodes) {
  std::vector<Index> of(nodes.rest.size(), -1);
  for (std::size_t h = 0; h < nodes.holds.size(); ++h)
    for (const Index v : nodes.holds[h].nodes) of[v] = static_cast<Index>(h);
  for (const GuidedNode& guided : nodes.guided) of[guided.node] = -1;
  return of;
}

// Named, at the mean of the positions of their nodes.
std::vector<HoldReaction> without_forces(const StepNodes& nodes, In u) {
  std::vector<HoldReaction> all;
  for (const Hold& hold : nodes.holds) {
    const std::string name = hold.name.empty() ? fmt::format("hold{}", all.size()) : hold.name;
    Vec3 sum;
    for (const Index v : hold.nodes) sum += nodes.rest[v] + (u.empty() ? Vec3{} : to_vec3(u[v]));
    all.push_back({name, sum / static_cast<double>(std::max<std::size_t>(1, hold.nodes.size())), {}, {}});
  }
  return all;
}

}  // namespace

BlockVector<double> forces_of_holds(StepEquation& equation, const NodeState& before, const NodeState& after,
                                    double way) {
  BlockVector<double> forces = inertia(equation, before, after);
  const BlockVector<double> inner = internal_forces(equation, before, way);
  const std::span<const Mat3> D = equation.drag();
  const double per_load = 1 / equation.scheme().load;
  parallel_for_each(static_cast<Index>(forces.size()), kNodesPerChunk, [&](Index i) {
    Vec3 acting = to_vec3(equation.force[i]) + to_vec3(inner[i]);
    if (!D.empty()) acting -= equation.drag_factor() * (D[i] * to_vec3(equation.increment[i]));
    forces[i] = to_block(to_vec3(forces[i]) - per_load * acting);
  });
  return forces;
}

std::vector<HoldReaction> reactions_of(const StepNodes& nodes, In u, In forces) {
  std::vector<HoldReaction> all = without_forces(nodes, u);
  const auto exert = [&](Index node, Index hold, const Vec3& force) {
    HoldReaction& of = all[hold];
    of.force += force;
    of.torque += cross(nodes.rest[node] + to_vec3(u[node]) - of.at, force);
  };
  const std::vector<Index> holder = holders(nodes);
  for (Index i = 0; i < nodes.count(); ++i)
    if (holder[i] >= 0) exert(i, holder[i], to_vec3(forces[i]));
  for (const GuidedNode& guided : nodes.guided)
    guided.distribute(guided.held_part(to_vec3(forces[guided.node])),
                      [&](Index hold, const Vec3& force) { exert(guided.node, hold, force); });
  return all;
}

std::vector<HoldReaction> unknown_reactions(const StepNodes& nodes) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  std::vector<HoldReaction> all = without_forces(nodes, {});
  for (HoldReaction& one : all) one.force = one.torque = {kUnknown, kUnknown, kUnknown};
  return all;
}

}  // namespace sinew
