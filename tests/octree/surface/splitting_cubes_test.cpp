#include "octree/surface/splitting_cubes.h"

#include <gtest/gtest.h>

#include <numbers>

#include "base/parallel.h"
#include "base/random.h"
#include "mesh/edge_table.h"
#include "mesh/surface_topology.h"
#include "octree/analytic_voxels.h"

namespace sinew {
namespace {

GridFrame unit_frame(Index resolution) {
  const double h = 2.0 / resolution;
  return {Vec3{-1, -1, -1} + 0.5 * h * Vec3{1, 1, 1}, h, {resolution, resolution, resolution}};
}

double sphere(const Vec3& p) { return norm(p) - 0.8; }
double torus(const Vec3& p) {
  const double ring = std::hypot(p.x, p.y) - 0.6;
  return std::hypot(ring, p.z) - 0.25;
}
// Its faces lie between voxels' centres, nowhere half way.
double box(const Vec3& p) {
  return std::max({std::abs(p.x) - 0.63, std::abs(p.y) - 0.47, std::abs(p.z) - 0.81});
}
double slanted_plane(const Vec3& p) { return 0.8 * p.x + 0.6 * p.y - 0.013; }

VoxelGrid random_grid(Random& random, std::array<Index, 3> counts, double density) {
  VoxelGrid grid;
  grid.frame.counts = counts;
  grid.inside.resize(grid.frame.sample_count());
  for (auto& inside : grid.inside) inside = random.uniform() < density;
  grid.inside[0] = 1;
  return grid;
}

// Cuts every link with the given chance, at random places, with random normals, by random cuts.
void cut_at_random(LinkedVoxels& voxels, Random& random, double chance) {
  const auto& counts = voxels.lattice().counts;
  std::vector<CutLink> links;
  for (int z = -1; z < counts[2]; ++z)
    for (int y = -1; y < counts[1]; ++y)
      for (int x = -1; x < counts[0]; ++x)
        for (int axis = 0; axis < 3; ++axis) {
          if (random.uniform() >= chance) continue;
          CutLink link{{x, y, z}, axis, {}, {}};
          for (LinkEnd* end : {&link.lower, &link.upper}) {
            const Vec3 n = normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
            *end = {static_cast<float>(random.uniform()),
                    {static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)},
                    static_cast<std::int32_t>(1 + random.below(3))};
          }
          links.push_back(link);
        }
  std::sort(links.begin(), links.end(), [](const CutLink& a, const CutLink& b) {
    return link_key(a.voxel, a.axis) < link_key(b.voxel, b.axis);
  });
  voxels.cut(links);
}

void expect_closed(const SplitSurface& surface) {
  const SurfaceTopology topology = surface_topology(surface.mesh.triangles);
  EXPECT_EQ(topology.open_edges, 0);
  EXPECT_EQ(topology.nonmanifold_edges, 0);
  EXPECT_EQ(topology.opposed_edges, 0);
  EXPECT_EQ(topology.vertices, surface.mesh.vertex_count());
  EXPECT_EQ(topology.triangles, surface.mesh.triangle_count());
  EXPECT_EQ(surface.cuts.size(), surface.mesh.triangles.size());
  EXPECT_EQ(surface.voxel.size(), surface.mesh.positions.size());
}

void expect_same(const SplitSurface& a, const SplitSurface& b) {
  EXPECT_EQ(a.mesh.positions, b.mesh.positions);
  EXPECT_EQ(a.mesh.triangles, b.mesh.triangles);
  EXPECT_EQ(a.cuts, b.cuts);
  EXPECT_EQ(a.cubes, b.cubes);
  EXPECT_EQ(a.link, b.link);
  EXPECT_EQ(a.voxel, b.voxel);
  EXPECT_EQ(a.safe, b.safe);
}

TEST(SplittingCubes, the_surface_of_any_voxels_with_any_cuts_is_closed) {
  Random random(7);
  for (const double density : {0.1, 0.5, 0.9, 1.0})
    for (const double chance : {0.0, 0.02, 0.3, 0.7, 1.0}) {
      SCOPED_TRACE(testing::Message() << density << " inside, " << chance << " cut");
      LinkedVoxels voxels(random_grid(random, {11, 8, 10}, density));
      cut_at_random(voxels, random, chance);
      expect_closed(splitting_cubes(voxels));
    }
}

TEST(SplittingCubes, a_lone_cut_link_opens_a_closed_slit) {
  for (int axis = 0; axis < 3; ++axis) {
    VoxelGrid grid;
    grid.frame.counts = {16, 16, 16};
    grid.inside.assign(grid.frame.sample_count(), 1);
    LinkedVoxels voxels(grid);
    CutLink link{{7, 7, 7}, axis, {}, {}};
    link.lower.normal[axis] = link.upper.normal[axis] = 1;
    link.lower.cut = link.upper.cut = 1;
    voxels.cut({&link, 1});
    const SplitSurface surface = splitting_cubes(voxels);
    expect_closed(surface);
    const SurfaceTopology topology = surface_topology(surface.mesh.triangles);
    EXPECT_EQ(topology.components, 2);
    EXPECT_EQ(topology.euler_characteristic, 4);
    EXPECT_NEAR(signed_volume(surface.mesh), 16 * 16 * 16, 1e-5);
    EXPECT_EQ(std::count(surface.cuts.begin(), surface.cuts.end(), 1), 16);
  }
}

TEST(SplittingCubes, voxels_without_a_surface_of_their_own_keep_their_square_corners) {
  VoxelGrid grid;
  grid.frame.counts = {3, 4, 5};
  grid.inside.assign(grid.frame.sample_count(), 1);
  const SplitSurface surface = splitting_cubes(LinkedVoxels(grid));
  expect_closed(surface);
  EXPECT_NEAR(signed_volume(surface.mesh), 60, 1e-5);
  EXPECT_NEAR(surface_area(surface.mesh), 2 * (12 + 15 + 20), 1e-5);
}

TEST(SplittingCubes, a_box_between_the_voxels_has_exact_edges_and_corners) {
  const LinkedVoxels voxels = voxels_inside(box, unit_frame(20));
  const SplitSurface surface = splitting_cubes(voxels);
  expect_closed(surface);
  EXPECT_NEAR(signed_volume(surface.mesh), 8 * 0.63 * 0.47 * 0.81, 1e-5);
  EXPECT_NEAR(surface_area(surface.mesh), 8 * (0.63 * 0.47 + 0.47 * 0.81 + 0.63 * 0.81), 1e-4);
  for (const Vec3& p : surface.mesh.positions) EXPECT_NEAR(box(p), 0, 1e-5);
}

TEST(SplittingCubes, a_torus_has_one_handle_and_a_sphere_none) {
  EXPECT_EQ(surface_topology(splitting_cubes(voxels_inside(sphere, unit_frame(24))).mesh.triangles).genus, 0);
  EXPECT_EQ(surface_topology(splitting_cubes(voxels_inside(torus, unit_frame(24))).mesh.triangles).genus, 1);
}

// A plate in any direction, with a round rim.
TEST(SplittingCubes, a_thin_wall_has_no_pits_where_its_voxels_hang_together) {
  constexpr double kVoxel = 2.0 / 30;
  Random random(3);
  for (const double thickness : {1.3, 1.5, 2.0})
    for (int wall = 0; wall < 6; ++wall) {
      SCOPED_TRACE(testing::Message() << thickness << " voxels, wall " << wall);
      const Vec3 n = normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
      const double shift = random.uniform(-0.1, 0.1);
      const auto plate = [&](const Vec3& p) {
        return std::max(std::abs(dot(n, p) - shift) - 0.5 * thickness * kVoxel, norm(p) - 0.85);
      };
      const SplitSurface surface = splitting_cubes(voxels_inside(plate, unit_frame(30)));
      expect_closed(surface);
      EXPECT_EQ(surface_topology(surface.mesh.triangles).genus, 0);
      EXPECT_EQ(surface_topology(surface.mesh.triangles).components, 1);
    }
}

TEST(SplittingCubes, a_gap_thinner_than_a_voxel_stays_open) {
  constexpr double kVoxel = 2.0 / 30;
  Random random(5);
  for (int gap = 0; gap < 6; ++gap) {
    SCOPED_TRACE(gap);
    const Vec3 n = normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
    const auto halves = [&](const Vec3& p) {
      return std::max(0.7 * kVoxel - std::abs(dot(n, p) - 0.01), norm(p) - 0.85);
    };
    const SplitSurface surface = splitting_cubes(voxels_inside(halves, unit_frame(30)));
    expect_closed(surface);
    EXPECT_EQ(surface_topology(surface.mesh.triangles).components, 2);
  }
}

TEST(SplittingCubes, volume_and_place_of_a_sphere_converge_with_the_square_of_the_voxels) {
  const auto errors = [](Index resolution) {
    const SplitSurface surface = splitting_cubes(voxels_inside(sphere, unit_frame(resolution)));
    double off = 0;
    for (Index t = 0; t < surface.mesh.triangle_count(); ++t) {
      const auto [a, b, c] = surface.mesh.corners(t);
      off = std::max(off, std::abs(sphere((a + b + c) / 3)));
    }
    const double volume = 4.0 / 3 * std::numbers::pi * 0.8 * 0.8 * 0.8;
    return std::array{std::abs(signed_volume(surface.mesh) - volume), off};
  };
  const auto coarse = errors(12), fine = errors(48);
  EXPECT_LT(fine[0], coarse[0] / 10);
  EXPECT_LT(fine[1], coarse[1] / 8);
}

TEST(SplittingCubes, a_slanted_cut_leaves_two_closed_parts_that_make_up_the_whole) {
  LinkedVoxels voxels = voxels_inside(box, unit_frame(20));
  const double whole = signed_volume(splitting_cubes(voxels).mesh);
  cut_along(voxels, slanted_plane, 1);
  const SplitSurface surface = splitting_cubes(voxels);
  expect_closed(surface);
  EXPECT_EQ(surface_topology(surface.mesh.triangles).components, 2);
  EXPECT_NEAR(signed_volume(surface.mesh), whole, 1e-4);
  // The faces of the cut lie in its plane, and have as much area on either side of it.
  Vec3 sum;
  double area = 0;
  for (Index t = 0; t < surface.mesh.triangle_count(); ++t) {
    if (surface.cuts[t] == 0) continue;
    const Vec3 vector = surface.mesh.area_vector(t);
    sum += 0.5 * vector;
    area += 0.5 * norm(vector);
    for (const Vec3& p : surface.mesh.corners(t)) EXPECT_NEAR(slanted_plane(p), 0, 1e-4);
  }
  EXPECT_NEAR(norm(sum), 0, 1e-4);
  EXPECT_NEAR(area, 2 * 1.62 * 2 * 0.47 / 0.8, 5e-3);
}

TEST(SplittingCubes, a_partial_cut_leaves_one_part) {
  LinkedVoxels voxels = voxels_inside(box, unit_frame(20));
  const double whole = signed_volume(splitting_cubes(voxels).mesh);
  cut_along(voxels, slanted_plane, 1, [](const Vec3& p) { return p.z > 0; });
  const SplitSurface surface = splitting_cubes(voxels);
  expect_closed(surface);
  const SurfaceTopology topology = surface_topology(surface.mesh.triangles);
  EXPECT_EQ(topology.components, 1);
  EXPECT_EQ(topology.genus, 0);
  EXPECT_NEAR(signed_volume(surface.mesh), whole, 1e-4);
}

TEST(SplittingCubes, crossing_cuts_leave_four_parts_with_a_cut_id_each) {
  LinkedVoxels voxels = voxels_inside(box, unit_frame(20));
  const double whole = signed_volume(splitting_cubes(voxels).mesh);
  cut_along(voxels, slanted_plane, 1);
  cut_along(
      voxels, [](const Vec3& p) { return 0.6 * p.x - 0.8 * p.y + 0.02; }, 2);
  const SplitSurface surface = splitting_cubes(voxels);
  expect_closed(surface);
  EXPECT_EQ(surface_topology(surface.mesh.triangles).components, 4);
  // Where they cross, links are cut twice, and what lies between is lost: half a voxel along the crossing.
  EXPECT_NEAR(signed_volume(surface.mesh), whole, 0.5 * 0.1 * 0.1 * 1.62);
  for (const std::int32_t cut : {0, 1, 2})
    EXPECT_GT(std::count(surface.cuts.begin(), surface.cuts.end(), cut), 0);
}

// Off centre, one of the two parts has a wedge of 60 degrees along its edge.
TEST(SplittingCubes, faces_of_different_cuts_meet_where_the_cuts_do) {
  for (const double off : {0.013, 0.4}) {
    LinkedVoxels voxels = voxels_inside(sphere, unit_frame(32));
    const ScalarField plane = [&](const Vec3& p) { return 0.8 * p.x + 0.6 * p.y - off; };
    cut_along(voxels, plane, 1);
    const SplitSurface surface = splitting_cubes(voxels);
    const EdgeTable edges(surface.mesh.triangles);
    Index borders = 0;
    double sum = 0;
    for (Index e = 0; e < edges.edge_count(); ++e) {
      const auto sides = edges.sides(e);
      if (surface.cuts[sides[0].triangle] == surface.cuts[sides[1].triangle]) continue;
      ++borders;
      for (const Index v : edges.edge(e)) {
        const Vec3& p = surface.mesh.positions[v];
        const double in_voxels = std::hypot(sphere(p), plane(p)) / voxels.lattice().spacing;
        EXPECT_LT(in_voxels, 0.2);
        sum += in_voxels;
      }
    }
    EXPECT_GT(borders, 50);
    EXPECT_LT(sum / (2 * borders), 0.05);
  }
}

TEST(SplittingCubes, every_vertex_names_an_inside_voxel_within_reach) {
  Random random(3);
  LinkedVoxels voxels(random_grid(random, {9, 17, 8}, 0.8));
  cut_at_random(voxels, random, 0.4);
  const SplitSurface surface = splitting_cubes(voxels);
  for (std::size_t v = 0; v < surface.voxel.size(); ++v) {
    EXPECT_TRUE(voxels.inside(surface.voxel[v]));
    EXPECT_LT(distance(voxels.lattice().voxel_centre(surface.voxel[v]), surface.mesh.positions[v]), 3.5);
  }
}

TEST(SplittingCubes, an_update_gives_the_bits_of_a_surface_made_anew) {
  Random random(11);
  LinkedVoxels voxels(random_grid(random, {30, 20, 25}, 0.97));
  SplittingCubes cubes;
  cubes.update(voxels);
  for (int step = 0; step < 8; ++step) {
    const LinkedVoxels before = voxels;
    const Vec3 n = normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
    const Vec3 middle = random.in_box({5, 5, 5}, {20, 15, 20});
    cut_along(
        voxels, [&](const Vec3& p) { return dot(n, p - middle); }, step + 1,
        [&](const Vec3& p) { return distance(p, middle) < 3; });
    expect_same(cubes.update(voxels), splitting_cubes(voxels));
    if (step % 3 == 2) {
      voxels = before;  // takes the cut back
      expect_same(cubes.update(voxels), splitting_cubes(voxels));
    }
  }
  cubes.update(voxels);
  EXPECT_EQ(cubes.blocks_split(), 0);
}

TEST(SplittingCubes, links_that_vanish_altogether_leave_no_trace) {
  VoxelGrid grid;
  grid.frame.counts = {40, 40, 40};
  grid.inside.assign(grid.frame.sample_count(), 1);
  const LinkedVoxels whole(grid);
  LinkedVoxels cut = whole;
  CutLink link{{23, 23, 23}, 0, {}, {}};
  link.lower.cut = link.upper.cut = 1;
  link.lower.normal = link.upper.normal = {1, 0, 0};
  cut.cut({&link, 1});
  SplittingCubes cubes;
  cubes.update(cut);
  expect_same(cubes.update(whole), splitting_cubes(whole));
}

TEST(SplittingCubes, the_surface_has_the_same_bits_on_1_2_and_4_threads) {
  Random random(5);
  LinkedVoxels voxels(random_grid(random, {40, 33, 29}, 0.9));
  cut_at_random(voxels, random, 0.1);
  const int threads = thread_count();
  set_thread_count(1);
  const SplitSurface alone = splitting_cubes(voxels);
  for (const int count : {2, 4}) {
    set_thread_count(count);
    expect_same(splitting_cubes(voxels), alone);
  }
  set_thread_count(threads);
}

}  // namespace
}  // namespace sinew
