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
#include "octree/thin_parts.h"

namespace sinew {
namespace {

using test::ball_model;
using test::momentum_of;
using test::octree_params;
using test::random_wishes;

const Material kRubber{1e5, 0.4, 1000};

OctreeGrid partly_filled_grid(LinkedVoxels voxels, const CellWishes& wishes) {
  RefinementMarks marks = wishes.marks();
  marks.partly_filled = true;
  return make_octree_grid(std::move(voxels), kBrickLevel, marks);
}

// A box with balls taken out, cut here and there.
OctreeGrid random_grid(Random& random) {
  LinkedVoxels voxels(test::holed_grid(random, 18, 6));
  if (random.below(2) == 0) test::cut_at_random(random, voxels, 1, 0);
  const CellWishes wishes = random_wishes(voxels, random, static_cast<int>(random.below(20)));
  return partly_filled_grid(std::move(voxels), wishes);
}

BlockVector<double> field_at(const OctreeGrid& grid, const Mat3& gradient) {
  const std::vector<Vec3> positions = vertex_positions(grid);
  BlockVector<double> u(static_cast<std::size_t>(grid.vertices.unknowns));
  for (std::size_t v = 0; v < u.size(); ++v) u[v] = to_block(gradient * positions[v]);
  return u;
}

Mat3 random_gradient(Random& random, double size) {
  Mat3 gradient;
  for (Vec3& column : gradient.column) column = size * random.in_box({-1, -1, -1}, {1, 1, 1});
  return gradient;
}

TEST(PartlyFilledCells, follow_eight_vertices_each_and_hold_linear_fields) {
  Random random(1);
  int filled = 0, hanging = 0;
  for (int k = 0; k < 40; ++k) {
    const OctreeGrid grid = random_grid(random);
    EXPECT_TRUE(cells_of_too_many(grid.cells, grid.vertices).empty());
    filled += static_cast<int>(grid.filled.cells.size()), hanging += grid.vertices.hanging();
    const std::vector<Vec3> positions = vertex_positions(grid);
    for (Index v = grid.vertices.unknowns; v < grid.vertices.count(); ++v) {
      Vec3 sum;
      for (const auto [unknown, weight] : grid.vertices.weights(v))
        sum += double(weight) * positions[unknown];
      ASSERT_LT(distance(sum, positions[v]), 1e-12);
    }
    // Every inside voxel lies in a cell that knows it.
    for (const Vec3& centre : voxel_centres(grid.voxels)) {
      const Vec3 at = (centre - grid.voxels.lattice().origin) / grid.voxels.lattice().spacing;
      const LatticePoint voxel{int(at.x), int(at.y), int(at.z)};
      const Index cell = grid.cells.at(grid.voxels, voxel);
      ASSERT_GE(cell, 0);
      EXPECT_EQ(voxel >> grid.cells.places[cell].level,
                grid.cells.places[cell].lower() >> grid.cells.places[cell].level);
    }
  }
  EXPECT_GT(filled, 1000);
  EXPECT_GT(hanging, 1000);
}

TEST(PartlyFilledCells, have_the_mass_and_the_centre_of_their_voxels) {
  Random random(2);
  for (int k = 0; k < 10; ++k) {
    const OctreeGrid grid = random_grid(random);
    const OctreeMaterials materials = make_octree_materials(grid, {kRubber});
    const std::vector<Vec3> positions = vertex_positions(grid);
    const double voxel = std::pow(grid.voxels.lattice().spacing, 3) * kRubber.density;
    double mass = 0, expected = 0;
    Vec3 first, expected_first;
    for (Index v = 0; v < grid.vertices.unknowns; ++v)
      mass += materials.mass[v], first += materials.mass[v] * positions[v];
    for (const Vec3& centre : voxel_centres(grid.voxels)) expected += voxel, expected_first += voxel * centre;
    EXPECT_NEAR(mass, expected, 1e-12 * expected);
    EXPECT_LT(distance(first, expected_first), 1e-6 * norm(expected_first));
  }
}

// A linear field has the forces of the fine grid, handed on to the corners of large cells.
TEST(PartlyFilledCells, pass_the_patch_test) {
  Random random(3);
  for (int k = 0; k < 10; ++k) {
    const OctreeGrid grid = random_grid(random);
    RefinementMarks all;
    const OctreeGrid fine = make_octree_grid(grid.voxels, 0, all);
    const Mat3 gradient = random_gradient(random, 0.1);
    const auto forces = [&](const OctreeGrid& of) {
      OctreeRest rest;
      rest.grid = of;
      set_materials(rest, {kRubber});
      rest.positions = vertex_positions(rest.grid);
      rest.held.assign(static_cast<std::size_t>(of.vertices.unknowns), 0);
      auto system =
          make_octree_system(rest, Strain::kCauchy,
                             octree_params(Strain::kCauchy, Integrator::kStatic, SolverMethod::kCg).solver);
      system->set_scheme(StepScheme{});
      BlockVector<double> f(rest.held.size());
      system->internal_forces(field_at(of, gradient), f);
      return f;
    };
    const BlockVector<double> coarse = forces(grid), of_fine = forces(fine);
    // Fine vertices follow the cell around one of their voxels.
    BlockVector<double> handed(coarse.size());
    std::vector<char> seen(static_cast<std::size_t>(fine.vertices.unknowns), 0);
    for (Index c = 0; c < fine.cells.count(); ++c)
      for (int i = 0; i < 8; ++i) {
        const Index v = fine.vertices.corners[c][i];
        if (std::exchange(seen[v], 1) != 0) continue;
        const LatticePoint voxel = fine.cells.places[c].lower();
        const Index cell = grid.cells.at(grid.voxels, voxel);
        const CellPlace& place = grid.cells.places[cell];
        for (int j = 0; j < 8; ++j) {
          double weight = 1;
          for (int axis = 0; axis < 3; ++axis) {
            const double t = double(fine.vertices.points[v][axis] - place.lower()[axis]) / place.side();
            weight *= (j >> axis & 1) != 0 ? t : 1 - t;
          }
          for (const auto [unknown, share] : grid.vertices.weights(grid.vertices.corners[cell][j]))
            handed[unknown] =
                to_block(to_vec3(handed[unknown]) + weight * double(share) * to_vec3(of_fine[v]));
        }
      }
    double most = 0, largest = 0;
    for (std::size_t v = 0; v < coarse.size(); ++v) {
      most = std::max(most, norm(to_vec3(coarse[v]) - to_vec3(handed[v])));
      largest = std::max(largest, norm(to_vec3(coarse[v])));
    }
    EXPECT_LT(most, 2e-6 * largest);
  }
}

// A body of random cells that are turned at random.
struct RandomBody {
  OctreeRest rest;
  std::vector<CellRotation> rotations;

  explicit RandomBody(Random& random) {
    rest.grid = random_grid(random);
    set_materials(rest, {kRubber});
    rest.positions = vertex_positions(rest.grid);
    rest.held.assign(static_cast<std::size_t>(rest.grid.vertices.unknowns), 0);
    for (char& held : rest.held) held = random.below(20) == 0;
    for (Index c = 0; c < rest.grid.cells.count(); ++c) {
      const Quaternion q = test::random_rotation(random);
      rotations.push_back({static_cast<float>(q.w), static_cast<float>(q.x), static_cast<float>(q.y),
                           static_cast<float>(q.z)});
    }
  }

  std::unique_ptr<OctreeSystem> system(SolverMethod method) const {
    auto made =
        make_octree_system(rest, Strain::kCorotated,
                           octree_params(Strain::kCorotated, Integrator::kStatic, method, 1e-6).solver);
    StepScheme scheme;
    scheme.mass = 300, scheme.stiffness = 2;
    made->set_scheme(scheme);
    made->turn_cells(rotations);
    made->linearise({});
    return made;
  }
};

double size_of(std::span<const Block3<double>> x) {
  double sum = 0;
  for (const Block3<double>& at : x) sum += squared_norm(to_vec3(at));
  return std::sqrt(sum);
}

TEST(PartlyFilledCells, are_solved_alike_with_and_without_stored_matrices) {
  Random random(4);
  for (int k = 0; k < 6; ++k) {
    const RandomBody body(random);
    BlockVector<double> b(body.rest.held.size());
    for (std::size_t v = 0; v < b.size(); ++v)
      if (body.rest.held[v] == 0) b[v] = to_block(random.in_box({-1, -1, -1}, {1, 1, 1}));
    BlockVector<double> exact;
    for (const SolverMethod method :
         {SolverMethod::kCholesky, SolverMethod::kCg, SolverMethod::kMultigrid, SolverMethod::kMultigridCg}) {
      const auto system = body.system(method);
      BlockVector<double> r = b, e(b.size());
      const auto work = system->make_work();
      SolveGoal goal;
      goal.tolerance = 1e-7;
      const SolveReport report = system->solve(goal, r, e, *work);
      if (method == SolverMethod::kCholesky) exact = e;
      BlockVector<double> off(e.size());
      for (std::size_t v = 0; v < e.size(); ++v) off[v] = to_block(to_vec3(e[v]) - to_vec3(exact[v]));
      EXPECT_LT(size_of(off), 2e-4 * size_of(exact)) << static_cast<int>(method);
      if (method != SolverMethod::kCg) {
        EXPECT_LT(report.iterations, 60);
      }
    }
  }
}

TEST(PartlyFilledCells, have_symmetric_positive_operators) {
  Random random(5);
  for (int k = 0; k < 6; ++k) {
    const RandomBody body(random);
    const auto system = body.system(SolverMethod::kCg);
    const auto apply = [&](const BlockVector<double>& x) {
      BlockVector<double> zero(x.size()), r(x.size());
      system->residual(zero, zero, x, r);  // K x
      return r;
    };
    const auto random_vector = [&] {
      BlockVector<double> x(body.rest.held.size());
      for (std::size_t v = 0; v < x.size(); ++v)
        if (body.rest.held[v] == 0) x[v] = to_block(random.in_box({-1, -1, -1}, {1, 1, 1}));
      return x;
    };
    const auto product = [](const BlockVector<double>& a, const BlockVector<double>& b) {
      double sum = 0;
      for (std::size_t v = 0; v < a.size(); ++v) sum += dot(to_vec3(a[v]), to_vec3(b[v]));
      return sum;
    };
    const BlockVector<double> x = random_vector(), y = random_vector();
    const double energy = product(x, apply(x));
    EXPECT_GT(energy, 0);
    EXPECT_NEAR(product(x, apply(y)), product(y, apply(x)), 1e-12 * energy);
  }
}

// A clamped bar nine cells of 8 voxels long, of which `height` voxels of each cell are solid, and 8 across.
double tip_over_fine(Index height, Index width, const Vec3& gravity, bool restricted) {
  double sag[2];
  for (const bool coarse : {false, true}) {
    OctreeBodyModel model = test::held_box({72, height, width}, 1.0 / 72, {1e6, 0.4, 1000});
    model.coarsest = coarse ? 3 : 0;
    if (coarse) model.adaptive = OctreeAdaptivity{.restricted = restricted};
    model.forces = {Gravity{gravity}};
    OctreeBody body("bar", model,
                    octree_params(Strain::kCauchy, Integrator::kStatic, SolverMethod::kMultigridCg, 1e-8));
    test::take_steps(body, 1, 1);
    // The mean over the end, by mass.
    Vec3 moved;
    double mass = 0;
    const BodyFrame frame = test::frame_of(body);
    for (std::size_t v = 0; v < frame.positions.size(); ++v) {
      if (body.rest().positions[v].x < 1 - 1e-9) continue;
      mass += body.rest().vertex_mass[v];
      moved += body.rest().vertex_mass[v] * (frame.positions[v] - body.rest().positions[v]);
    }
    sag[coarse] = dot(moved, gravity) / mass;
  }
  return sag[1] / sag[0];
}

TEST(PartlyFilledCells, of_a_cantilever_sag_like_the_fine_grid) {
  for (const bool restricted : {false, true}) {
    for (const Index height : {8, 7, 6, 5, 4, 3})
      for (const Vec3& gravity : {Vec3{0, -0.1, 0}, Vec3{0, 0, -0.1}})
        EXPECT_NEAR(tip_over_fine(height, 8, gravity, restricted), 0.97, 0.03) << height;
    EXPECT_NEAR(tip_over_fine(10, 10, {0, -0.1, 0}, restricted), 0.97, 0.03);
    EXPECT_NEAR(tip_over_fine(6, 6, {0, -0.1, 0}, restricted), 0.97, 0.03);
  }
}

// The lowest frequency of a held body, rad/s, by inverse iteration.
double lowest_frequency(const OctreeRest& rest) {
  auto system = make_octree_system(
      rest, Strain::kCauchy,
      octree_params(Strain::kCauchy, Integrator::kStatic, SolverMethod::kMultigridCg, 1e-8).solver);
  system->set_scheme(StepScheme{});
  const std::size_t n = rest.held.size();
  BlockVector<double> x(n), Mx(n), Kx(n), zero(n);
  for (std::size_t v = 0; v < n; ++v)
    if (rest.held[v] == 0) x[v] = {0, rest.positions[v].x, 0.01 * rest.positions[v].x, 0};
  const auto work = system->make_work();
  double value = 0;
  for (int k = 0; k < 12; ++k) {
    system->multiply_mass(x, Mx);
    for (std::size_t v = 0; v < n; ++v)
      if (rest.held[v] != 0) Mx[v] = {};
    BlockVector<double> r = Mx;
    SolveGoal goal;
    goal.tolerance = 1e-8;
    system->solve(goal, r, x, *work);
    system->residual(zero, zero, x, Kx);
    system->multiply_mass(x, Mx);
    double along = 0, mass = 0;
    for (std::size_t v = 0; v < n; ++v)
      along += dot(to_vec3(x[v]), to_vec3(Kx[v])), mass += dot(to_vec3(x[v]), to_vec3(Mx[v]));
    value = along / mass;
    for (Block3<double>& at : x) at = to_block((1 / std::sqrt(mass)) * to_vec3(at));
  }
  return std::sqrt(value);
}

TEST(PartlyFilledCells, of_a_cantilever_swing_like_the_fine_grid) {
  for (const Index height : {8, 6, 3}) {
    double frequency[2];
    for (const bool coarse : {false, true}) {
      OctreeBodyModel model = test::held_box({72, height, 8}, 1.0 / 72, {1e6, 0.4, 1000});
      model.coarsest = coarse ? 3 : 0;
      if (coarse) model.adaptive = OctreeAdaptivity{};
      const OctreeBody body("bar", model, octree_params(Strain::kCauchy, Integrator::kBackwardEuler));
      frequency[coarse] = lowest_frequency(body.rest());
    }
    EXPECT_NEAR(frequency[1] / frequency[0], 1, 0.05);
  }
}

ElasticParams in_motion() {
  return octree_params(Strain::kCorotated, Integrator::kBackwardEuler, SolverMethod::kMultigridCg, 1e-8);
}

TEST(PartlyFilledCells, make_a_ball_of_few_cells) {
  for (int coarsest = 0; coarsest <= 3; ++coarsest) {
    OctreeBodyModel model = ball_model(0.5, {0.3, 0.2, -0.4});
    model.coarsest = coarsest;
    const OctreeBody body("ball", model, in_motion());
    EXPECT_NEAR(body.measure().mass, 1000 * 4.0 / 3 * 3.14159265 * 0.125, 8);
    if (coarsest == 3) {
      EXPECT_LT(body.measure().elements, 65);
    }
  }
}

TEST(PartlyFilledCells, keep_both_momenta_when_they_change) {
  OctreeBody body("ball", ball_model(0.45, {0.3, 0.2, -0.4}), in_motion());
  test::set_state(body, "velocity", [](const Vec3& x) {
    return Vec3{0.4, 0.1, -0.2} + cross(Vec3{0.3, -0.5, 2}, x - Vec3{0.6, 0.6, 0.6});
  });
  const Momentum first = momentum_of(body);
  Random random(3);
  for (int k = 0; k < 20; ++k) {
    const Momentum before = momentum_of(body);
    body.change_cells(random_wishes(body.rest().grid.voxels, random, k % 2 == 0 ? 30 : 2));
    const Momentum after = momentum_of(body);
    EXPECT_LT(distance(after.linear, before.linear), 1e-10 * norm(before.linear));
    EXPECT_LT(distance(after.angular, before.angular), 1e-10 * norm(before.angular));
    body.predict(k * 0.01, 0.01);
    body.commit();
  }
  EXPECT_LT(distance(momentum_of(body).linear, first.linear), 1e-6 * norm(first.linear));
  for (const Vec3& p : test::frame_of(body).positions) EXPECT_LT(norm(p), 3);
}

TEST(PartlyFilledCells, that_are_split_and_merged_at_rest_have_the_same_bits) {
  OctreeBody body("ball", ball_model(0.45, {0.3, 0.2, -0.4}), in_motion());
  const BodyState before = body.state();
  Random random(4);
  ASSERT_TRUE(body.change_cells(random_wishes(body.rest().grid.voxels, random, 30)));
  ASSERT_TRUE(body.change_cells(CellWishes(body.rest().grid.voxels.bricks().size())));
  EXPECT_TRUE(test::same_bits(body.state(), before));
}

TEST(PartlyFilledCells, move_rigidly_whatever_they_do) {
  OctreeBody body("ball", ball_model(0.45, {0.3, 0.2, -0.4}), in_motion());
  const Vec3 drift{0.3, 0.2, -0.1};
  test::set_state(body, "velocity", [&](const Vec3&) { return drift; });
  Random random(5);
  for (int k = 0; k < 10; ++k) {
    body.change_cells(random_wishes(body.rest().grid.voxels, random, 20));
    body.predict(k * 0.01, 0.01);
    body.commit();
  }
  const BodyFrame frame = test::frame_of(body);
  for (std::size_t v = 0; v < frame.positions.size(); ++v)
    EXPECT_LT(distance(frame.positions[v], body.rest().positions[v] + 0.1 * drift), 1e-7);
}

TEST(PartlyFilledCells, have_the_same_bits_for_1_2_and_4_threads) {
  BodyState one;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    OctreeBodyModel model = ball_model(0.45, {0.3, 0.2, -0.4});
    model.holds.push_back({test::left_of(0.3), {}});
    model.forces = {Gravity{{0, -9.81, 0}}};
    OctreeBody body("ball", model, in_motion());
    for (int k = 0; k < 8; ++k) {
      body.adapt(0.01, {});
      body.predict(k * 0.01, 0.01);
      body.commit();
    }
    if (threads == 1) one = body.state();
    EXPECT_TRUE(test::same_bits(body.state(), one)) << threads;
  }
  set_thread_count(0);
}

TEST(PartlyFilledCells, merge_again_once_the_body_rests) {
  OctreeBody body("ball", ball_model(0.45, {0.3, 0.2, -0.4}), in_motion());
  const Index before = body.measure().elements;
  Random random(6);
  body.change_cells(random_wishes(body.rest().grid.voxels, random, 40));
  EXPECT_GT(body.measure().elements, 2 * before);
  for (int k = 0; k < 20; ++k) {
    body.adapt(0.01, {});
    body.predict(k * 0.01, 0.01);
    body.commit();
  }
  EXPECT_EQ(body.measure().elements, before);
}

TEST(PartlyFilledCells, take_pressure_where_the_body_ends) {
  double change[2];
  for (const bool coarse : {false, true}) {
    OctreeBodyModel model = ball_model(0.5, {0.3, 0.2, -0.4});
    model.coarsest = coarse ? 2 : 0;
    if (!coarse) model.adaptive = {};
    model.forces = {SurfaceForce{.region = {HalfSpaceRegion{{-10, 0, 0}, {1, 0, 0}}}, .pressure = 1e3}};
    ElasticParams params = in_motion();
    OctreeBody body("ball", model, params);
    for (int k = 0; k < 20; ++k) {
      body.predict(k * 0.02, 0.02);
      body.commit();
    }
    // The mean contraction, by mass.
    const BodyFrame frame = test::frame_of(body);
    double sum = 0, mass = 0;
    for (std::size_t v = 0; v < frame.positions.size(); ++v) {
      const Vec3 x = body.rest().positions[v] - Vec3{0.6, 0.6, 0.6};
      mass += body.rest().vertex_mass[v] * dot(x, x);
      sum += body.rest().vertex_mass[v] * dot(x, frame.positions[v] - body.rest().positions[v]);
    }
    change[coarse] = sum / mass;
  }
  EXPECT_NEAR(change[1], change[0], 0.05 * std::abs(change[0]));
}

TEST(PartlyFilledCells, mix_materials_in_layers_by_harmonic_means) {
  double tip[2];
  for (const bool coarse : {false, true}) {
    OctreeBodyModel model = test::held_box({64, 8, 8}, 1.0 / 64, {1e6, 0, 1000});
    for (int k = 0; k < 16; k += 2)
      model.materials.rules.push_back(
          RegionMaterial{{BoxRegion{Box3{{k / 16.0, -1, -1}, {(k + 1) / 16.0, 1, 1}}}}, {1.5e5, 0, 1000}});
    model.coarsest = coarse ? 3 : 0;
    if (coarse) model.adaptive = OctreeAdaptivity{};
    model.forces = {Gravity{{1, 0, 0}}};
    OctreeBody body("bar", model,
                    octree_params(Strain::kCauchy, Integrator::kStatic, SolverMethod::kMultigridCg, 1e-8));
    test::take_steps(body, 1, 1);
    const BodyFrame frame = test::frame_of(body);
    for (std::size_t v = 0; v < frame.positions.size(); ++v)
      if (distance(body.rest().positions[v], {1, 0, 0}) < 1e-9) tip[coarse] = frame.positions[v].x - 1;
  }
  EXPECT_NEAR(tip[1], tip[0], 0.05 * tip[0]);
}

// A slab of this thickness, in cells of 8 voxels, that leans by an angle, held at its left end.
double oblique_tip_over_fine(double cells, double degrees, Index& thin) {
  const double spacing = 1.0 / 72, angle = degrees * 3.14159265358979 / 180, thick = 8 * cells * spacing;
  const Vec3 along{std::cos(angle), std::sin(angle), 0}, across{-std::sin(angle), std::cos(angle), 0},
      from{0, 0.15, 0};
  const auto field = [&](const Vec3& p) {
    const double t = dot(p - from, along), s = dot(p - from, across);
    return std::max({std::abs(s) - thick / 2, t - 1, -t, p.z - 8 * spacing, -p.z});
  };
  const GridFrame frame{spacing * Vec3{0.5, 0.5, 0.5}, spacing, {80, 80, 8}};
  double sag[2];
  for (const bool coarse : {false, true}) {
    OctreeBodyModel model;
    model.voxels = voxels_inside(field, frame);
    model.materials.base = {1e6, 0.4, 1000};
    model.holds.push_back({test::left_of(0.1), {}});
    model.forces = {Gravity{0.01 * across}};
    model.coarsest = coarse ? 3 : 0;
    if (coarse) model.adaptive = OctreeAdaptivity{};
    OctreeBody body("slab", model,
                    octree_params(Strain::kCauchy, Integrator::kStatic, SolverMethod::kMultigridCg, 1e-8));
    test::take_steps(body, 1, 1);
    const BodyFrame frame_now = test::frame_of(body);
    double sum = 0, mass = 0;
    for (std::size_t v = 0; v < frame_now.positions.size(); ++v) {
      const Vec3& x = body.rest().positions[v];
      mass += body.rest().vertex_mass[v];
      sum += body.rest().vertex_mass[v] * dot(frame_now.positions[v] - x, across);
    }
    sag[coarse] = sum / mass;
    if (coarse) thin = count_thin_oblique(body.rest().grid);
  }
  return sag[1] / sag[0];
}

TEST(PartlyFilledCells, that_are_oblique_and_thin_are_counted) {
  for (const auto& [cells, degrees] :
       {std::pair{1.2, 15.0}, {1.2, 30.0}, {1.2, 45.0}, {2.5, 30.0}, {3.0, 15.0}}) {
    Index thin = 0;
    const double ratio = oblique_tip_over_fine(cells, degrees, thin);
    EXPECT_EQ(thin > 5, cells < 2);
    EXPECT_GT(ratio, cells < 2 ? 0.7 : 0.9);
    EXPECT_LT(ratio, 1);
  }
}

}  // namespace
}  // namespace sinew
