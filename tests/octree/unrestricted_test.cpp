#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "octree/adaptive_bodies.h"
#include "octree/grid/hanging_vertices.h"
#include "octree/grid/refinement_marks.h"
#include "octree/random_octree.h"
#include "octree/random_system.h"
#include "octree/solver/octree_system.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

using test::ball_model;
using test::momentum_of;
using test::octree_params;
using test::random_wishes;

RefinementMarks marks_for(const CellWishes& wishes) {
  RefinementMarks marks = wishes.marks();
  marks.partly_filled = marks.unrestricted = true;
  return marks;
}

OctreeGrid random_grid(Random& random) {
  LinkedVoxels voxels(test::holed_grid(random, 26, 4));
  if (random.below(2) == 0) test::cut_at_random(random, voxels, 1, 0);
  const CellWishes wishes = random_wishes(voxels, random, static_cast<int>(random.below(10)));
  return make_octree_grid(std::move(voxels), kBrickLevel, marks_for(wishes));
}

TEST(UnrestrictedCells, have_rows_that_hold_linear_fields_across_any_jump) {
  Random random(1);
  int far_jumps = 0, chains = 0;
  for (int k = 0; k < 30; ++k) {
    const OctreeGrid grid = random_grid(random);
    for (Index v = grid.vertices.unknowns; v < grid.vertices.count(); ++v) {
      Vec3 sum;
      double whole = 0;
      int entries = 0;
      for (const auto [unknown, weight] : grid.vertices.weights(v)) {
        ASSERT_LT(unknown, grid.vertices.unknowns);
        const LatticePoint& p = grid.vertices.points[unknown];
        sum += double(weight) * Vec3{double(p.x), double(p.y), double(p.z)};
        whole += double(weight), ++entries;
      }
      const LatticePoint& p = grid.vertices.points[v];
      ASSERT_EQ(whole, 1);
      ASSERT_EQ(sum, (Vec3{double(p.x), double(p.y), double(p.z)}));
      chains += entries > 4;
    }
    // Cells whose faces touch, three levels apart.
    for (const CellPlace& place : grid.cells.places)
      for (int axis = 0; axis < 3 && place.level == 0; ++axis) {
        const Index above = grid.cells.at(grid.voxels, place.lower() + unit_step(axis));
        far_jumps += above >= 0 && grid.cells.places[above].level == 3;
      }
  }
  EXPECT_GT(far_jumps, 100);
  EXPECT_GT(chains, 100);
}

struct Solved {
  std::unique_ptr<OctreeSystem> system;
  BlockVector<double> e;
  int iterations = 0;
};

Solved solved(const OctreeRest& rest, std::span<const CellRotation> rotations, SolverMethod method,
              const BlockVector<double>& b) {
  Solved result;
  result.system = make_octree_system(
      rest, Strain::kCorotated, octree_params(Strain::kCorotated, Integrator::kStatic, method, 1e-7).solver);
  StepScheme scheme;
  scheme.mass = 300;
  result.system->set_scheme(scheme);
  result.system->turn_cells(rotations);
  result.system->linearise({});
  BlockVector<double> r = b;
  result.e.resize(b.size());
  const auto work = result.system->make_work();
  SolveGoal goal;
  goal.tolerance = 1e-8;
  result.iterations = result.system->solve(goal, r, result.e, *work).iterations;
  return result;
}

OctreeRest rest_of(OctreeGrid grid, Random& random) {
  OctreeRest rest;
  rest.grid = std::move(grid);
  set_materials(rest, {{1e5, 0.3, 1000}});
  rest.positions = vertex_positions(rest.grid);
  rest.held.assign(static_cast<std::size_t>(rest.grid.vertices.unknowns), 0);
  for (char& held : rest.held) held = random.below(20) == 0;
  return rest;
}

std::vector<CellRotation> random_rotations(const OctreeRest& rest, Random& random) {
  std::vector<CellRotation> rotations;
  for (Index c = 0; c < rest.grid.cells.count(); ++c) {
    const Quaternion q = test::random_rotation(random);
    rotations.push_back(
        {static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z)});
  }
  return rotations;
}

BlockVector<double> random_forces(const OctreeRest& rest, Random& random) {
  BlockVector<double> b(rest.held.size());
  for (std::size_t v = 0; v < b.size(); ++v)
    if (rest.held[v] == 0) b[v] = to_block(random.in_box({-1, -1, -1}, {1, 1, 1}));
  return b;
}

double product(const BlockVector<double>& a, const BlockVector<double>& b) {
  double sum = 0;
  for (std::size_t v = 0; v < a.size(); ++v) sum += dot(to_vec3(a[v]), to_vec3(b[v]));
  return sum;
}

TEST(UnrestrictedCells, have_symmetric_positive_operators_that_cg_solves) {
  Random random(2);
  for (int k = 0; k < 6; ++k) {
    const OctreeRest rest = rest_of(random_grid(random), random);
    const std::vector<CellRotation> rotations = random_rotations(rest, random);
    const BlockVector<double> b = random_forces(rest, random), y = random_forces(rest, random);
    const Solved result = solved(rest, rotations, SolverMethod::kMultigridCg, b);
    EXPECT_LT(result.iterations, 400);
    const auto apply = [&](const BlockVector<double>& x) {
      BlockVector<double> zero(x.size()), r(x.size());
      result.system->residual(zero, zero, x, r);
      return r;
    };
    const double energy = product(b, apply(b));
    EXPECT_GT(energy, 0);
    EXPECT_NEAR(product(b, apply(y)), product(y, apply(b)), 1e-12 * energy);
    // The solution is that of K x + 300 M x = b.
    BlockVector<double> Kx = apply(result.e), Mx(b.size());
    result.system->multiply_mass(result.e, Mx);
    double off = 0;
    for (std::size_t v = 0; v < b.size(); ++v)
      if (rest.held[v] == 0) off += squared_norm(to_vec3(Kx[v]) + 300.0 * to_vec3(Mx[v]) - to_vec3(b[v]));
    EXPECT_LT(std::sqrt(off), 1e-6 * std::sqrt(product(b, b)));
  }
}

// The cells of a balanced grid, through W around the kernels and with hanging corners in the kernels.
TEST(UnrestrictedCells, of_a_balanced_grid_move_as_restricted_ones) {
  Random random(3);
  for (int k = 0; k < 6; ++k) {
    LinkedVoxels voxels(test::holed_grid(random, 18, 4));
    RefinementMarks marks = random_wishes(voxels, random, 5).marks();
    marks.partly_filled = true;
    OctreeGrid balanced = make_octree_grid(voxels, kBrickLevel, marks);
    RefinementMarks same = marks_for(CellWishes(balanced.cells));
    OctreeGrid free = make_octree_grid(voxels, kBrickLevel, same);
    ASSERT_EQ(free.cells.places, balanced.cells.places);
    ASSERT_EQ(free.vertices.points, balanced.vertices.points);
    const OctreeRest one = rest_of(std::move(balanced), random);
    OctreeRest other = rest_of(std::move(free), random);
    other.held = one.held;
    ASSERT_EQ(one.mass, other.mass);
    const std::vector<CellRotation> rotations = random_rotations(one, random);
    const BlockVector<double> b = random_forces(one, random);
    const Solved x = solved(one, rotations, SolverMethod::kCg, b),
                 y = solved(other, rotations, SolverMethod::kCg, b);
    double off = 0;
    for (std::size_t v = 0; v < b.size(); ++v) off += squared_norm(to_vec3(x.e[v]) - to_vec3(y.e[v]));
    EXPECT_LT(std::sqrt(off), 1e-5 * std::sqrt(product(x.e, x.e)));
  }
}

TEST(UnrestrictedCells, of_a_drooping_bar_are_nine_and_droop_as_far) {
  double sag[2];
  for (const bool coarse : {false, true}) {
    OctreeBodyModel model = test::held_box({72, 8, 8}, 1.0 / 72, {1e6, 0.4, 1000});
    model.coarsest = coarse ? 3 : 0;
    if (coarse) model.adaptive = OctreeAdaptivity{.restricted = false};
    model.forces = {Gravity{{0, -0.1, 0}}};
    OctreeBody body("bar", model,
                    octree_params(Strain::kCorotated, Integrator::kStatic, SolverMethod::kMultigridCg, 1e-8));
    test::take_steps(body, 1, 1);
    EXPECT_EQ(body.measure().elements, coarse ? 9 : 4608);
    const BodyFrame frame = test::frame_of(body);
    for (std::size_t v = 0; v < frame.positions.size(); ++v)
      if (distance(body.rest().positions[v], {1, 0, 0}) < 1e-9) sag[coarse] = -frame.positions[v].y;
  }
  EXPECT_NEAR(sag[1], sag[0], 0.05 * sag[0]);
}

TEST(UnrestrictedCells, are_fewer_where_one_voxel_is_fine) {
  Index count[2];
  for (const bool restricted : {false, true}) {
    OctreeBodyModel model = test::box_model({64, 32, 64}, 1.0 / 64, {1e5, 0.3, 1000});
    model.adaptive = OctreeAdaptivity{.restricted = restricted};
    OctreeBody body(
        "block", model,
        octree_params(Strain::kCorotated, Integrator::kBackwardEuler, SolverMethod::kMultigridCg, 1e-6));
    CellWishes wishes(body.rest().grid.voxels.bricks().size());
    const Index brick = body.rest().grid.voxels.brick_at({4, 2, 4});
    for (CellPlace block{34, 18, 34, 0}; block.level < kBrickLevel;)
      wishes.split(brick, block = block.parent());
    ASSERT_TRUE(body.change_cells(wishes));
    count[restricted] = body.measure().elements;
  }
  EXPECT_EQ(count[0], 8 * 4 * 8 + 3 * 7);
  EXPECT_LT(count[0], count[1]);
}

TEST(UnrestrictedCells, keep_both_momenta_when_they_change) {
  OctreeBodyModel model = ball_model(0.45, {0.3, 0.2, -0.4});
  model.adaptive->restricted = false;
  OctreeBody body(
      "ball", model,
      octree_params(Strain::kCorotated, Integrator::kBackwardEuler, SolverMethod::kMultigridCg, 1e-8));
  test::set_state(body, "velocity", [](const Vec3& x) {
    return Vec3{0.4, 0.1, -0.2} + cross(Vec3{0.3, -0.5, 2}, x - Vec3{0.6, 0.6, 0.6});
  });
  const Momentum first = momentum_of(body);
  Random random(3);
  for (int k = 0; k < 20; ++k) {
    const Momentum before = momentum_of(body);
    body.change_cells(random_wishes(body.rest().grid.voxels, random, k % 2 == 0 ? 20 : 2));
    const Momentum after = momentum_of(body);
    EXPECT_LT(distance(after.linear, before.linear), 1e-10 * norm(before.linear));
    EXPECT_LT(distance(after.angular, before.angular), 1e-10 * norm(before.angular));
    body.predict(k * 0.01, 0.01);
    body.commit();
  }
  EXPECT_LT(distance(momentum_of(body).linear, first.linear), 1e-6 * norm(first.linear));
  for (const Vec3& p : test::frame_of(body).positions) EXPECT_LT(norm(p), 3);
}

TEST(UnrestrictedCells, have_the_same_bits_for_1_2_and_4_threads_and_after_a_restart) {
  BodyState one;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    OctreeBodyModel model = ball_model(0.45, {0.3, 0.2, -0.4});
    model.adaptive->restricted = false;
    model.holds.push_back({test::left_of(0.3), {}});
    model.forces = {Gravity{{0, -9.81, 0}}};
    const ElasticParams params =
        octree_params(Strain::kCorotated, Integrator::kBackwardEuler, SolverMethod::kMultigridCg, 1e-8);
    OctreeBody body("ball", model, params), other("ball", model, params);
    const auto step = [](OctreeBody& of, int from, int to) {
      for (int k = from; k < to; ++k) {
        of.adapt(0.01, {});
        of.predict(k * 0.01, 0.01);
        of.commit();
      }
    };
    step(body, 0, 6);
    other.restore(body.state());
    step(body, 6, 9), step(other, 6, 9);
    EXPECT_TRUE(test::same_bits(body.state(), other.state()));
    if (threads == 1) one = body.state();
    EXPECT_TRUE(test::same_bits(body.state(), one)) << threads;
  }
  set_thread_count(0);
}

TEST(UnrestrictedCells, refuse_direct_solvers) {
  OctreeBodyModel model = ball_model(0.45, {0.3, 0.2, -0.4});
  model.adaptive->restricted = false;
  try {
    OctreeBody("ball", model, octree_params(Strain::kCorotated, Integrator::kBackwardEuler));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.where(), "solver");
  }
}

}  // namespace
}  // namespace sinew
