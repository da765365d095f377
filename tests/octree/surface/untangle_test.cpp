#include "octree/surface/untangle.h"

#include <gtest/gtest.h>

#include "collision/crossing_pairs.h"
#include "octree/analytic_voxels.h"
#include "octree/random_voxels.h"
#include "octree/surface/kerf.h"

namespace sinew {
namespace {

std::size_t crossings(std::span<const Triangle> triangles, std::span<const Vec3> positions) {
  const SurfaceState surface{triangles, positions};
  return crossing_pairs({&surface, 1}).size();
}
std::size_t crossings(const SplitSurface& surface) {
  return crossings(surface.mesh.triangles, surface.mesh.positions);
}

// Cuts every link with the given chance, at random places with random normals.
void cut_anywhere(LinkedVoxels& voxels, Random& random, double chance) {
  const auto& n = voxels.lattice().counts;
  std::vector<CutLink> links;
  for (int z = 0; z < n[2]; ++z)
    for (int y = 0; y < n[1]; ++y)
      for (int x = 0; x < n[0]; ++x)
        for (int axis = 0; axis < 3; ++axis) {
          if (random.uniform() >= chance) continue;
          const double at = random.uniform();
          const Vec3 normal = normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
          CutLink link = test::cut_link({x, y, z}, axis, static_cast<float>(at));
          for (LinkEnd* end : {&link.lower, &link.upper})
            for (int k = 0; k < 3; ++k) end->normal[k] = static_cast<float>(normal[k]);
          links.push_back(link);
        }
  test::sort_links(links);
  voxels.cut(links);
}

struct CutSurface {
  SplitSurface surface;
  Lattice lattice;
};

// A lens, cut along a bent surface that ends within it, and along a plane.
CutSurface cut_lens(std::uint64_t seed) {
  Random random(seed);
  constexpr Index kVoxels = 16;
  const double h = 2.0 / kVoxels;
  const Vec3 n = normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
  const Vec3 across = normalized(cross(n, random.in_box({-1, -1, -1}, {1, 1, 1})));
  const double bend = random.uniform(0.2, 1);
  LinkedVoxels voxels = voxels_inside(
      [](const Vec3& p) {
        return std::max(norm(p - Vec3{0, 0, 0.5}), norm(p + Vec3{0, 0, 0.5})) - 0.95;
      },
      {Vec3{-1, -1, -1} + 0.5 * h * Vec3{1, 1, 1}, h, {kVoxels, kVoxels, kVoxels}});
  cut_along(
      voxels, [&](const Vec3& p) { return dot(n, p) + bend * dot(across, p) * dot(across, p); }, 1,
      [&](const Vec3& p) { return dot(across, p) > -0.2; });
  cut_along(
      voxels, [&](const Vec3& p) { return dot(across, p) - 0.1; }, 2);
  CutSurface lens{splitting_cubes(voxels), voxels.lattice()};
  lens.surface.mesh.positions = with_kerf(lens.surface.mesh, lens.surface.cuts, kKerf * h);
  return lens;
}

TEST(SafePlaces, have_no_crossings_whatever_is_cut) {
  Random random(3);
  for (const double chance : {0.02, 0.2, 0.5, 1.0})
    for (const double density : {0.5, 0.9, 1.0}) {
      SCOPED_TRACE(testing::Message() << chance << " cut, " << density << " inside");
      VoxelGrid grid = test::box_grid(6, 5, 7);
      for (auto& inside : grid.inside) inside = random.uniform() < density;
      grid.inside[0] = 1;
      LinkedVoxels voxels(grid);
      for (int cut = 0; cut < 2; ++cut) cut_anywhere(voxels, random, chance);
      const SplitSurface surface = splitting_cubes(voxels);
      EXPECT_EQ(crossings(surface.mesh.triangles, surface.safe), 0U);
    }
}

TEST(Untangle, leaves_no_triangles_that_cross) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(seed);
    auto [surface, lattice] = cut_lens(seed);
    EXPECT_GT(crossings(surface), 0U);
    untangle(surface, lattice);
    EXPECT_EQ(crossings(surface), 0U);
  }
}

// As weights of single precision, or the first bend of the body, do.
TEST(Untangle, leaves_no_triangles_that_cross_after_rounding) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    auto [surface, lattice] = cut_lens(seed);
    untangle(surface, lattice);
    Random random(seed);
    for (Vec3& p : surface.mesh.positions)
      p += 1e-6 * lattice.spacing * random.in_box({-1, -1, -1}, {1, 1, 1});
    EXPECT_EQ(crossings(surface), 0U);
  }
}

TEST(Untangle, moves_fewer_than_a_quarter_of_the_vertices_and_none_by_two_voxels) {
  std::size_t moved = 0, all = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto [before, lattice] = cut_lens(seed);
    SplitSurface surface = before;
    untangle(surface, lattice);
    EXPECT_EQ(surface.mesh.triangles, before.mesh.triangles);
    for (std::size_t v = 0; v < before.voxel.size(); ++v) {
      const double way = distance(before.mesh.positions[v], surface.mesh.positions[v]);
      moved += way > 0;
      EXPECT_LT(way, 2 * lattice.spacing);
      ++all;
    }
  }
  EXPECT_LT(moved, all / 4);
}

TEST(Untangle, keeps_the_bits_of_a_surface_that_does_not_cross_itself) {
  const LinkedVoxels voxels(test::box_grid(9, 8, 10));
  SplitSurface box = splitting_cubes(voxels);
  const std::vector<Vec3> before = box.mesh.positions;
  untangle(box, voxels.lattice());
  EXPECT_EQ(box.mesh.positions, before);
}

}  // namespace
}  // namespace sinew
