#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "bench/benches.h"
#include "bench/seiler_scenes.h"
#include "octree/grid/cell_wishes.h"
#include "octree/grid/octree_rest.h"
#include "stepping/rigid_momentum.h"

namespace sinew {

namespace {

const std::vector<double>& array_of(const BodyState& state, std::string_view name) {
  return std::ranges::find(state, name, &StateArray::name)->values;
}

// Sums over the unknowns, whose masses steps use, about the origin.
Momentum momentum_of(const OctreeBody& body) {
  const BodyState state = body.state();
  const std::vector<double>&u = array_of(state, "displacement"), &v = array_of(state, "velocity");
  Momentum sum;
  for (std::size_t i = 0; i < body.rest().mass.size(); ++i) {
    const Vec3 x = body.rest().positions[i] + Vec3{u[3 * i], u[3 * i + 1], u[3 * i + 2]};
    const Vec3 q = body.rest().mass[i] * Vec3{v[3 * i], v[3 * i + 1], v[3 * i + 2]};
    sum += {q, cross(x, q)};
  }
  return sum;
}

CellPlace random_block(const Brick& brick, Random& random) {
  CellPlace block{0, 0, 0, static_cast<std::uint8_t>(1 + random.below(3))};
  const LatticePoint inner =
      LatticePoint{static_cast<std::int32_t>(random.below(8)), static_cast<std::int32_t>(random.below(8)),
                   static_cast<std::int32_t>(random.below(8))} >>
      block.level;
  const LatticePoint at = kBrickSide * brick.place + (1 << block.level) * inner;
  block.x = static_cast<std::uint16_t>(at.x), block.y = static_cast<std::uint16_t>(at.y);
  block.z = static_cast<std::uint16_t>(at.z);
  return block;
}

// A soft bar that spins and swings freely, whose cells change at random before each step.
void measure_momentum(BenchRow& row) {
  OctreeBodyModel model;
  model.voxels = voxel_box({0, 0, 0}, 1.0 / 32, {32, 16, 16});
  model.materials.base = {1e5, 0.3, 1000};
  model.forces.clear();
  model.velocity = {0.4, 0.1, -0.2};
  model.adaptive = OctreeAdaptivity{};
  ElasticParams params;
  params.strain = Strain::kCorotated;
  params.integrator = Integrator::kBackwardEuler;
  OctreeBody body("bar", model, params);
  BodyState state = body.state();
  std::vector<double>& v = std::ranges::find(state, "velocity", &StateArray::name)->values;
  for (std::size_t i = 0; i < v.size() / 3; ++i) {
    const Vec3 turning = cross(Vec3{0.3, -0.5, 2}, body.rest().positions[i] - Vec3{0.5, 0.25, 0.25});
    for (int k = 0; k < 3; ++k) v[3 * i + static_cast<std::size_t>(k)] += turning[k];
  }
  body.restore(state);

  Random random(11);
  double linear = 0, angular = 0;
  int changes = 0;
  for (int step = 0; step < 160; ++step) {
    const Momentum before = momentum_of(body);
    const LinkedVoxels& voxels = body.rest().grid.voxels;
    CellWishes wishes(body.rest().grid.cells);
    for (int k = 0; k < 8; ++k) {
      const auto brick = static_cast<Index>(random.below(static_cast<std::uint32_t>(voxels.bricks().size())));
      const CellPlace block = random_block(voxels.bricks()[brick], random);
      if (random.below(2) == 0)
        wishes.split(brick, block);
      else
        wishes.join(brick, block);
    }
    changes += body.change_cells(std::move(wishes));
    const Momentum after = momentum_of(body);
    linear = std::max(linear, distance(after.linear, before.linear) / norm(before.linear));
    angular = std::max(angular, distance(after.angular, before.angular) / norm(before.angular));
    body.predict(step * kSeilerStep, kSeilerStep);
    body.commit();
  }
  const OctreeFrontTally tally = body.front_tally();
  row.add("changes", changes);
  row.add("linear_drift", linear);
  row.add("angular_drift", angular);
  row.add("correction_max", tally.momentum_given);
  row.add("split", tally.split);
  row.add("merged", tally.merged);
}

void measure_popping(BenchRow& row) {
  SeilerScene scene =
      seiler_plane({.adapts = true, .tool_level = 0, .split_above = 8e-3, .most_cells = 400, .passes = 4});
  for (int step = 0; step < scene.steps; ++step) scene.world.step(kSeilerStep);
  const OctreeFrontTally tally = scene.body->front_tally();
  row.add("refined", tally.split);
  row.add("merged", tally.merged);
  row.add("changes", tally.changes);
  row.add("pop_max", tally.jump / scene.size);
}

}  // namespace

Bench seiler_transfer_bench() {
  return {"seiler-transfer",
          "What a change of cells leaves of the momenta of a free bar",
          {"momentum"},
          [](BenchContext& context) {
            if (context.wants("momentum")) measure_momentum(context.add_row("momentum"));
          }};
}

Bench seiler_popping_bench() {
  return {"seiler-popping",
          "How far a change of cells moves the surface at once, over the size of the body",
          {"plane"},
          [](BenchContext& context) {
            if (context.wants("plane")) measure_popping(context.add_row("plane"));
          }};
}

}  // namespace sinew
