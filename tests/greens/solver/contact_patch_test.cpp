#include "greens/solver/contact_patch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>

#include "base/error_of.h"
#include "base/random.h"
#include "greens/solver/held_box.h"

namespace {

std::atomic<long long> allocations = 0;

void* counted(std::size_t bytes, std::size_t alignment) {
  ++allocations;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  if (void* memory = std::aligned_alloc(alignment, std::max(rounded, alignment))) return memory;
  throw std::bad_alloc();
}

}  // namespace

// Of this test program: they count. Not inlined, since g++ 12 then misses that new and delete belong together.
void* operator new(std::size_t bytes) { return counted(bytes, alignof(std::max_align_t)); }
void* operator new[](std::size_t bytes) { return counted(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t a) {
  return counted(bytes, static_cast<std::size_t>(a));
}
void* operator new[](std::size_t bytes, std::align_val_t a) {
  return counted(bytes, static_cast<std::size_t>(a));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace sinew {
namespace {

using test::box_responses;
using test::held_box;
using testing::HasSubstr;

// Triangles that reach above the ground.
std::vector<Index> upper_triangles() {
  std::vector<Index> triangles;
  const SurfaceMesh& surface = held_box().problem.surface;
  for (Index t = 0; t < surface.triangle_count(); ++t) {
    const auto [a, b, c] = surface.corners(t);
    if (std::max({a.y, b.y, c.y}) > 0.3) triangles.push_back(t);
  }
  return triangles;
}

Vec3 random_barycentric(Random& random) {
  const double a = random.uniform(), b = random.uniform() * (1 - a);
  return {a, b, 1 - a - b};
}

Mat3 inward(Index triangle) { return test::axes_along(-held_box().problem.surface.area_vector(triangle)); }

TEST(ContactPatch, points_that_come_move_and_go_allocate_nothing) {
  const WeightedPoints points(held_box().problem);
  const std::vector<Index> triangles = upper_triangles();
  ContactPatch patch(box_responses(), 12, 72);
  Random random(1);
  std::vector<Index> in;
  in.reserve(12);
  const long long before = allocations;
  int solved = 0, touched = 0;
  for (int tick = 0; tick < 500; ++tick) {
    const auto t = triangles[random.below(static_cast<std::uint32_t>(triangles.size()))];
    const ContactGap contact{random.uniform(-0.02, 0.01), {random.uniform(-0.01, 0.01), 0}, 0.3};
    const WeightedPoint place = points.patch(t, random_barycentric(random), 1);
    if (in.size() < 12 && random.below(2) == 0) {
      if (const Index p = patch.add(place, inward(t), contact, 1e-5); p >= 0) in.push_back(p);
    } else if (!in.empty() && random.below(3) == 0) {
      patch.remove(in.back());
      in.pop_back();
    } else if (!in.empty()) {
      patch.move(in[random.below(static_cast<std::uint32_t>(in.size()))], place, inward(t), contact);
    }
    solved += patch.solve({.changes = 200, .friction_passes = 500}).finished;
    for (const Index p : in) touched += norm(patch.force(p)) > 0;
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_EQ(solved, 500);
  EXPECT_GT(touched, 1000);
}

TEST(ContactPatch, a_history_of_moves_gives_the_forces_of_a_new_patch) {
  const WeightedPoints points(held_box().problem);
  const std::vector<Index> triangles = upper_triangles();
  Random random(2);
  ContactPatch moved(box_responses(), 8, 80), fresh(box_responses(), 8, 80);
  const auto place = [&](Index t) { return points.in_triangle(t, {0.3, 0.3, 0.4}); };
  for (Index p = 0; p < 8; ++p) moved.add(place(triangles[p]), inward(triangles[p]), {-0.01, {}, 0});
  moved.solve();
  for (int round = 0; round < 3; ++round)
    for (Index p = 0; p < 8; p += round + 1) {
      moved.move(p, place(triangles[20 + p]), inward(triangles[20 + p]), {-0.01 - 0.001 * p, {}, 0});
      moved.solve();
    }
  for (Index p = 0; p < 8; ++p)
    fresh.add(place(triangles[20 + p]), inward(triangles[20 + p]), {-0.01 - 0.001 * p, {}, 0});
  EXPECT_TRUE(moved.solve().finished);
  EXPECT_TRUE(fresh.solve().finished);
  for (Index p = 0; p < 8; ++p)
    EXPECT_LT(distance(moved.force(p), fresh.force(p)), 1e-8 * (norm(fresh.force(p)) + 1));
}

TEST(ContactPatch, points_are_displaced_as_the_whole_surface_is) {
  const WeightedPoints points(held_box().problem);
  ContactPatch patch(box_responses(), 8, 80);
  const std::vector<Index> triangles = upper_triangles();
  for (const Index t : {triangles[0], triangles[30], triangles[45]})
    patch.add(points.patch(t, {0.5, 0.2, 0.3}, 1), inward(t), {-0.01, {0.001, 0}, 0.2}, 1e-5);
  ASSERT_TRUE(patch.solve({.changes = 500, .friction_passes = 1000}).finished);
  std::vector<Index> vertices;
  std::vector<Vec3> forces, u(held_box().free.size());
  for (Index p = 0; p < 3; ++p)
    for (int k = 0; k < patch.compliance().point(p).count; ++k) {
      vertices.push_back(patch.compliance().point(p).vertex[k]);
      forces.push_back(patch.compliance().point(p).weight[k] * patch.force(p));
    }
  box_responses().sum(vertices, forces, u);
  for (Index p = 0; p < 3; ++p) {
    EXPECT_GT(norm(patch.force(p)), 0);
    EXPECT_LT(distance(patch.displacement(p), value_at(patch.compliance().point(p), u)), 1e-12);
  }
}

// Softness bounds the stiffness of a point by its inverse.
TEST(ContactPatch, a_soft_point_is_no_stiffer_than_its_spring) {
  ContactPatch patch(box_responses(), 1, 4);
  const double softness = 1e-2, depth = 0.01;
  const Index p = patch.add(at_vertex(20), test::axes_along({0, -1, 0}), {-depth, {}, 0}, softness);
  patch.solve();
  EXPECT_LT(norm(patch.force(p)), depth / softness);
  EXPECT_NEAR(norm(patch.displacement(p)) + softness * norm(patch.force(p)), depth, 0.5 * depth);
  EXPECT_NEAR(dot(patch.displacement(p), {0, -1, 0}) + softness * norm(patch.force(p)), depth, 1e-14);
}

TEST(ContactPatch, no_room_and_bad_input_change_nothing) {
  ContactPatch patch(box_responses(), 2, 2);
  EXPECT_EQ(patch.add(at_vertex(1), Mat3::identity(), {}), 0);
  EXPECT_THAT(error_of([&] {
                patch.add(at_vertex(2), Mat3::identity(), {NAN, {}, 0});
              }),
              HasSubstr("not finite"));
  EXPECT_THAT(error_of([&] { patch.add(at_vertex(2), Mat3::identity(), {}, -1); }), HasSubstr("softness"));
  EXPECT_EQ(patch.add(at_vertex(2), Mat3::identity(), {}), 1);
  EXPECT_EQ(patch.add(at_vertex(3), Mat3::identity(), {}), -1);
  EXPECT_FALSE(patch.move(0, at_vertex(3), Mat3::identity(), {}));
  patch.remove(1);
  EXPECT_TRUE(patch.move(0, at_vertex(3), Mat3::identity(), {}));
}

}  // namespace
}  // namespace sinew
