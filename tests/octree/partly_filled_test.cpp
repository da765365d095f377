#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "base/random.h"
#include "octree/grid/cell_wishes.h"
#include "octree/grid/hanging_vertices.h"
#include "octree/grid/refinement_marks.h"
#include "octree/octree_bodies.h"
#include "octree/random_octree.h"
#include "octree/random_system.h"
#include "octree/solver/octree_system.h"
#include "stepping/rigid_momentum.h"

namespace sinew {
namespace {

using test::octree_params;

const Material kRubber{1e5, 0.4, 1000};

// Blocks that are split at random, of a hundred.
CellWishes random_wishes(const LinkedVoxels& voxels, Random& random, int share) {
  CellWishes wishes(voxels.bricks().size());
  for (Index b = 0; b < static_cast<Index>(voxels.bricks().size()); ++b) {
    const LatticePoint lower = kBrickSide * voxels.bricks()[b].place;
    for (int level = 1; level <= kBrickLevel; ++level)
      for (int k = 0; k < kBrickVoxels >> (3 * level); ++k) {
        const int n = kBrickSide >> level;
        const LatticePoint at = lower + (1 << level) * LatticePoint{k % n, k / n % n, k / (n * n)};
        if (static_cast<int>(random.below(100)) < share)
          wishes.split(b, {static_cast<std::uint16_t>(at.x), static_cast<std::uint16_t>(at.y),
                           static_cast<std::uint16_t>(at.z), static_cast<std::uint8_t>(level)});
      }
  }
  return wishes;
}

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
double tip_over_fine(Index height, Index width, const Vec3& gravity, int level) {
  double sag[2];
  for (const bool coarse : {false, true}) {
    OctreeBodyModel model = test::held_box({72, height, width}, 1.0 / 72, {1e6, 0.4, 1000});
    model.coarsest = coarse ? level : 0;
    if (coarse) model.adaptive = OctreeAdaptivity{};
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
    if (coarse)
      std::printf("height %d width %d level %d: %d cells, ", height, width, level, body.measure().elements);
  }
  std::printf("tip over that of the fine grid %.4f\n", sag[1] / sag[0]);
  return sag[1] / sag[0];
}

TEST(PartlyFilledCells, of_a_cantilever_sag_like_the_fine_grid) {
  for (const Index height : {8, 7, 6, 5, 4, 3})
    for (const Vec3& gravity : {Vec3{0, -0.1, 0}, Vec3{0, 0, -0.1}})
      EXPECT_NEAR(tip_over_fine(height, 8, gravity, 3), 0.97, 0.05);
  EXPECT_NEAR(tip_over_fine(10, 10, {0, -0.1, 0}, 3), 0.97, 0.05);
  EXPECT_NEAR(tip_over_fine(6, 6, {0, -0.1, 0}, 3), 0.97, 0.05);
}

}  // namespace
}  // namespace sinew
