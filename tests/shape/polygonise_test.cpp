#include "shape/polygonise.h"

#include <gtest/gtest.h>

#include <numbers>

#include "base/checksum.h"
#include "base/parallel.h"
#include "base/random.h"
#include "mesh/surface_topology.h"
#include "shape/model_table.h"
#include "shape/surface_checks.h"
#include "sinew/base/error.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

Distance unit_ball() { return Distance().add(sphere({0.1, -0.2, 0.3}, 1)); }

TEST(Polygonise, volume_and_area_of_a_ball_converge_with_the_square_of_the_edge) {
  const double volume = 4 * std::numbers::pi / 3, area = 4 * std::numbers::pi;
  const SurfaceMesh coarse = polygonise(unit_ball(), 2'000), fine = polygonise(unit_ball(), 32'000);
  // A sixteenth of the triangle's area: a sixteenth of the error.
  const double volume_ratio = (volume - signed_volume(coarse)) / (volume - signed_volume(fine));
  const double area_ratio = (area - surface_area(coarse)) / (area - surface_area(fine));
  EXPECT_NEAR(volume_ratio, 16, 2.5);
  EXPECT_NEAR(area_ratio, 16, 2.5);
  EXPECT_LT(volume - signed_volume(fine), 1e-3 * volume);
}

TEST(Polygonise, vertices_lie_on_the_zero_set) {
  const Distance distance = model_distance("bear");
  for (const Vec3& p : polygonise(distance, 20'000).positions) ASSERT_NEAR(distance(p), 0, 1e-6);
}

TEST(Polygonise, faces_look_along_the_gradient) {
  const Distance distance = model_distance("rabbit");
  const SurfaceMesh mesh = polygonise(distance, 10'000);
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    const Vec3 outward = normalized(distance.gradient((a + b + c) / 3, 1e-4));
    ASSERT_GT(dot(normalized(mesh.area_vector(t)), outward), 0) << "triangle " << t;
  }
}

// A cloud of balls that touch, nearly touch and leave tiny gaps: every ambiguous cell there is.
TEST(Polygonise, a_heap_of_touching_balls_is_still_manifold) {
  Random random(7);
  Distance heap;
  for (int i = 0; i < 150; ++i)
    heap.add(sphere(random.in_box({-1, -1, -1}, {1, 1, 1}), random.uniform(0.05, 0.2)));
  for (const Index count : {1'000, 6'000}) {
    const SurfaceMesh mesh = polygonise(heap, count);
    EXPECT_EQ(checks::bad_edges(mesh), 0);
    EXPECT_EQ(checks::bad_vertices(mesh), 0);
    EXPECT_GT(signed_volume(mesh), 0);
  }
}

TEST(Polygonise, gives_the_same_bits_for_1_2_and_4_threads) {
  const auto bits = [] {
    const SurfaceMesh mesh = make_model("dragon", 12'000);
    return checksum_of(std::span<const Triangle>(mesh.triangles),
                       checksum_of(std::span<const Vec3>(mesh.positions)));
  };
  set_thread_count(1);
  const std::uint64_t one = bits();
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    EXPECT_EQ(bits(), one);
  }
  set_thread_count(0);
}

TEST(Polygonise, a_distance_without_an_inside_is_refused) {
  Distance nothing;
  nothing.add(sphere({}, 1)).carve(sphere({}, 2));
  EXPECT_THROW(polygonise(nothing, 1'000), Error);
  EXPECT_THROW(polygonise(Distance(), 1'000), Error);
  EXPECT_THROW(polygonise(Distance().add(half_space({}, {0, 1, 0})), 1'000), Error);
}

TEST(Polygonise, the_largest_component_leaves_crumbs_out) {
  Distance two;
  two.add(sphere({}, 1)).add(sphere({3, 0, 0}, 0.4));
  const SurfaceMesh both = polygonise(two, 4'000), one = largest_component(both);
  EXPECT_EQ(vertex_components(both).count, 2);
  EXPECT_EQ(vertex_components(one).count, 1);
  EXPECT_LT(bounding_box(one).upper.x, 1.01);
}

}  // namespace
}  // namespace sinew
