#include "meshing/winding_kernels.h"

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "base/random.h"
#include "mesh/test_surfaces.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/voxel_grid.h"

namespace sinew {
namespace {

// Two bodies that overlap, one with a hole, away from the origin.
SurfaceMesh open_surface() {
  SurfaceMesh mesh = test::joined(test::torus(60, 24), test::sphere(30, 0.8, {2, 0, 0}));
  mesh.triangles.erase(mesh.triangles.begin() + 100, mesh.triangles.begin() + 260);
  for (Vec3& p : mesh.positions) p += Vec3{100, -30, 7};
  return mesh;
}

// Points in no order, then points on a fine row; not a multiple of any width.
std::vector<Vec3> query_points(const Box3& box) {
  Random random(9);
  std::vector<Vec3> points;
  for (int i = 0; i < 1000; ++i) points.push_back(random.in_box(box.lower, box.upper));
  for (int i = 0; i < 1003; ++i) points.push_back(lerp(box.lower, box.upper, i / 1003.0));
  return points;
}

std::vector<double> windings(const SignedDistance& solid, std::span<const Vec3> points) {
  std::vector<double> result(points.size());
  solid.windings(points, result);
  return result;
}

std::vector<double> distances(const SignedDistance& solid, std::span<const Vec3> points) {
  std::vector<double> result(points.size());
  solid.distances(points, result);
  return result;
}

TEST(WindingKernels, packs_give_the_winding_number_of_each_point) {
  const SignedDistance solid(open_surface());
  const std::vector<Vec3> points = query_points(solid.box());
  const std::vector<double> packed = windings(solid, points);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_NEAR(packed[i], solid.winding(points[i]), 1e-5);
}

TEST(WindingKernels, every_instruction_set_gives_the_same_bits) {
  const SurfaceMesh surface = open_surface();
  const SignedDistance baseline(surface, InstructionSet::kBaseline);
  const std::vector<Vec3> points = query_points(baseline.box());
  for (const InstructionSet set : supported_instruction_sets()) {
    SCOPED_TRACE(name(set));
    const SignedDistance solid(surface, set);
    EXPECT_EQ(windings(solid, points), windings(baseline, points));
    EXPECT_EQ(distances(solid, points), distances(baseline, points));
  }
}

TEST(WindingKernels, a_point_has_the_same_bits_in_any_company) {
  const SignedDistance solid(open_surface());
  const std::vector<Vec3> points = query_points(solid.box());
  const std::vector<double> together = windings(solid, points);
  for (std::size_t i = 0; i < points.size(); i += 7)
    EXPECT_EQ(windings(solid, std::span(points).subspan(i, 1)).front(), together[i]);
}

TEST(WindingKernels, one_lane_gives_the_bits_of_a_pack) {
  // A tree of one leaf, about a triangle that the points see from near and far.
  const WindingTree::Node leaf{{0.1F, 0, 0}, {1e-9F, 0, 0}, 1, {0, 0, 0.5F}, {}, 0, 0, 1, -1};
  const WindingTree::Triangle triangle{{{-0.5F, -0.3F, 0}, {0.5F, -0.3F, 0}, {0, 0.6F, 0}}};
  const WindingTree tree{&leaf, &triangle};
  Random random(10);
  std::vector<float> coordinates[6];
  constexpr int kPoints = 101;
  for (int i = 0; i < 6 * kPoints; ++i)
    coordinates[i % 6].push_back(static_cast<float>(random.uniform(-2, 2)) * (i % 6 < 3 ? 1.0F : 1e-8F));
  const float* pointers[6];
  for (int k = 0; k < 6; ++k) pointers[k] = coordinates[k].data();
  std::vector<float> one(kPoints), pack(kPoints);
  scalar_winding_kernels_for(InstructionSet::kBaseline).winding(tree, pointers, kPoints, one.data());
  for (const InstructionSet set : supported_instruction_sets()) {
    winding_kernels_for(set).winding(tree, pointers, kPoints, pack.data());
    EXPECT_EQ(pack, one) << name(set);
  }
}

TEST(WindingKernels, points_far_out_and_surfaces_without_triangles_have_no_winding) {
  const SignedDistance cube(test::cube()), nothing(SurfaceMesh{});
  const std::vector<Vec3> points{{1e30, 0, 0}, {-1e200, 1e200, 0}, {0, 1e7, 0}};
  for (const double winding : windings(cube, points)) EXPECT_NEAR(winding, 0, 1e-6);
  for (const double winding : windings(nothing, points)) EXPECT_EQ(winding, 0);
}

TEST(DistanceKernels, packs_give_the_bits_of_the_nearest_triangle) {
  SurfaceMesh surface = open_surface();
  surface.triangles.push_back({3, 3, 3});  // squeezed to a point, and to a segment
  surface.triangles.push_back({3, 9, 9});
  const SignedDistance solid(surface);
  const std::vector<Vec3> points = query_points(solid.box().inflated(1));
  const std::vector<double> packed = distances(solid, points);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(packed[i], solid.distance(points[i]));
}

TEST(SignedDistance, many_points_have_the_values_of_each) {
  const SignedDistance solid(open_surface());
  const std::vector<Vec3> points = query_points(solid.box());
  std::vector<double> packed(points.size());
  solid.evaluate(points, packed);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(packed[i], solid(points[i]));
}

TEST(VoxelGrid, is_the_same_on_every_instruction_set_and_for_any_number_of_threads) {
  for (const SurfaceMesh& surface : {open_surface(), test::sphere(20)}) {
    const SignedDistance baseline(surface, InstructionSet::kBaseline);
    const GridFrame frame = voxel_frame(baseline.box(), 45);
    set_thread_count(1);
    const auto expected = voxelize_by_winding(baseline, frame).inside;
    for (const InstructionSet set : supported_instruction_sets())
      for (const int threads : {1, 4}) {
        set_thread_count(threads);
        EXPECT_EQ(voxelize_by_winding(SignedDistance(surface, set), frame).inside, expected) << name(set);
      }
    set_thread_count(0);
  }
}

}  // namespace
}  // namespace sinew
