#include "sinew/mesh/repair.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/parallel.h"
#include "base/random.h"
#include "mesh/surface_diagnosis.h"
#include "mesh/test_surfaces.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

void expect_same(const SurfaceMesh& a, const SurfaceMesh& b) {
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.triangles, b.triangles);
}

TEST(Repair, a_clean_mesh_is_left_as_it_is) {
  const SurfaceMesh clean = test::joined(test::torus(20, 10), test::sphere(12, 1, {8, 0, 0}));
  SurfaceMesh mesh = clean;
  const RepairReport report = repair(mesh);
  expect_same(mesh, clean);
  EXPECT_FALSE(report.changed());
  EXPECT_THAT(report.notes, IsEmpty());
}

TEST(Repair, a_soup_becomes_a_closed_surface) {
  SurfaceMesh mesh = test::soup(test::torus(10, 8));
  const RepairReport report = repair(mesh);
  EXPECT_EQ(report.welded_vertices, 400);
  EXPECT_EQ(report.dropped_vertices, 0);
  EXPECT_TRUE(surface_topology(mesh.triangles).closed);
  EXPECT_THAT(report.notes, ElementsAre("400 vertices welded to another at the same position"));
}

TEST(Repair, a_tolerance_welds_what_is_nearly_equal) {
  SurfaceMesh mesh = test::soup(test::torus(10, 8));
  Random random(1);
  for (Vec3& p : mesh.positions) p += random.in_box({-1e-6, -1e-6, -1e-6}, {1e-6, 1e-6, 1e-6});
  SurfaceMesh untouched = mesh;
  EXPECT_EQ(repair(untouched).welded_vertices, 0);
  EXPECT_EQ(repair(mesh, {.weld_tolerance = 1e-5}).welded_vertices, 400);
  EXPECT_EQ(surface_topology(mesh.triangles).genus, 1);
  EXPECT_FALSE(repair(mesh, {.weld_tolerance = 1e-5}).changed());
}

TEST(Repair, degenerate_and_duplicate_triangles_and_unused_vertices_go) {
  SurfaceMesh mesh = test::cube();
  mesh.positions.push_back({2, 0, 0});
  mesh.positions.push_back({5, 5, 5});
  mesh.triangles.push_back({0, 3, 2});
  mesh.triangles.push_back({1, 1, 5});
  mesh.triangles.push_back({0, 1, 8});
  const RepairReport report = repair(mesh);
  EXPECT_EQ(report.duplicates.copies, 1);
  EXPECT_EQ(report.dropped_degenerate_triangles, 2);
  EXPECT_EQ(report.dropped_vertices, 2);
  expect_same(mesh, test::cube());
}

TEST(Repair, a_surface_stored_twice_is_kept_once) {
  for (const bool back_to_back : {false, true}) {
    SurfaceMesh mesh = test::torus(10, 8);
    const SurfaceMesh clean = mesh;
    const SurfaceMesh again = back_to_back ? test::turned_over(mesh) : mesh;
    for (std::size_t count : {160U, 40U}) {
      mesh = clean;
      mesh.triangles.insert(mesh.triangles.end(), again.triangles.begin(), again.triangles.begin() + count);
      EXPECT_EQ(repair(mesh).duplicates.copies, static_cast<Index>(count));
      expect_same(mesh, clean);
    }
  }
}

TEST(Repair, fins_of_triangles_back_to_back_go_altogether) {
  const SurfaceMesh clean = test::torus(10, 8);
  SurfaceMesh mesh = clean;
  mesh.positions.push_back({9, 0, 0});
  mesh.positions.push_back({9, 0, 1});
  const Triangle at = mesh.triangles[7];
  mesh.triangles.push_back({at[0], at[1], 80});
  mesh.triangles.push_back({at[1], at[0], 80});
  mesh.triangles.push_back({at[1], 81, 80});
  mesh.triangles.push_back({81, at[1], 80});
  ASSERT_TRUE(surface_topology(mesh.triangles).closed);
  EXPECT_EQ(repair(mesh).duplicates.cancelled, 4);
  expect_same(mesh, clean);
}

TEST(Repair, a_triangle_without_area_stays_where_the_surface_would_part_without_it) {
  // The quadrilateral face 0 2 3 1 split at the middle m of edge 0-1 on this side only.
  SurfaceMesh mesh = test::cube();
  mesh.positions.push_back({0.5, 0, 0});
  mesh.triangles[0] = {0, 2, 8};
  mesh.triangles[1] = {2, 3, 8};
  mesh.triangles.push_back({3, 1, 8});
  mesh.triangles.push_back({0, 8, 1});  // fills the crack between 0 8 1 and the other face's edge 0 1
  ASSERT_TRUE(surface_topology(mesh.triangles).closed);
  const SurfaceMesh before = mesh;
  const RepairReport report = repair(mesh);
  expect_same(mesh, before);
  EXPECT_EQ(report.kept_degenerate_triangles, 1);
  EXPECT_FALSE(report.changed());
}

TEST(Repair, flipped_triangles_are_turned_back) {
  const SurfaceMesh clean = test::torus(30, 15);
  SurfaceMesh mesh = clean;
  Random random(4);
  for (Triangle& t : mesh.triangles)
    if (random.below(10) == 0) std::swap(t[1], t[2]);
  const RepairReport report = repair(mesh);
  expect_same(mesh, clean);
  EXPECT_GT(report.orientation.turned_to_neighbours, 50);
  EXPECT_EQ(report.orientation.turned_outward, 0);
  EXPECT_TRUE(surface_topology(mesh.triangles).oriented());
}

TEST(Repair, a_surface_stored_inside_out_is_turned_outward) {
  SurfaceMesh mesh = test::turned_over(test::sphere(20));
  const RepairReport report = repair(mesh);
  expect_same(mesh, test::sphere(20));
  EXPECT_EQ(report.orientation.turned_outward, mesh.triangle_count());
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_THAT(report.notes[0], HasSubstr("360 inward faces turned outward"));
}

TEST(Repair, a_cavity_is_kept_and_its_volume_stays_taken_away) {
  const SurfaceMesh hollow = test::joined(test::sphere(24, 2), test::turned_over(test::sphere(16)));
  SurfaceMesh mesh = hollow;
  EXPECT_EQ(repair(mesh).orientation.cavities, 1);
  expect_same(mesh, hollow);

  SurfaceMesh inside_out = test::turned_over(hollow);
  const RepairReport report = repair(inside_out);
  expect_same(inside_out, hollow);
  EXPECT_EQ(report.orientation.cavities, 1);
}

TEST(Repair, a_body_inside_a_body_stays_solid_and_neighbours_are_judged_alone) {
  SurfaceMesh mesh = test::joined(test::sphere(24, 2), test::sphere(16));
  append(mesh, test::turned_over(test::cube(1, {5, 0, 0})));
  const RepairReport report = repair(mesh);
  EXPECT_EQ(report.orientation.nested_solids, 1);
  EXPECT_EQ(report.orientation.cavities, 0);
  EXPECT_EQ(report.orientation.turned_outward, 12);
}

TEST(Repair, nesting_is_right_where_rays_pass_through_vertices_and_edges) {
  // Concentric cubes and spheres on one grid: every ray along x meets corners and edges.
  SurfaceMesh mesh;
  for (int shell = 1; shell <= 5; ++shell) {
    const double side = 2 * shell;
    const SurfaceMesh cube = test::cube(side, {-side / 2, -side / 2, -side / 2});
    append(mesh, shell % 2 == 1 ? cube : test::turned_over(cube));
  }
  const SurfaceMesh before = mesh;
  const RepairReport report = repair(mesh);
  expect_same(mesh, before);
  EXPECT_EQ(report.orientation.cavities, 2);
  EXPECT_EQ(report.orientation.nested_solids, 2);
}

TEST(Repair, bodies_that_share_an_edge_are_turned_each_for_itself) {
  SurfaceMesh clean = test::joined(test::cube(), test::cube(1, {1, 1, 0}));
  EXPECT_EQ(repair(clean).welded_vertices, 2);
  ASSERT_EQ(surface_topology(clean.triangles).nonmanifold_edges, 1);
  SurfaceMesh mesh = clean;
  for (Index t = 12; t < 24; ++t) std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
  EXPECT_EQ(repair(mesh).orientation.turned_outward, 12);
  expect_same(mesh, clean);
}

// Two boxes wall to wall, the first wall flat, the second pressed in to a point: between the walls is a gap,
// and along their common rim four triangles of three patches meet.
SurfaceMesh boxes_with_a_gap() {
  SurfaceMesh mesh = test::joined(test::cube(), test::cube(1, {1, 0, 0}));
  std::erase_if(mesh.triangles, [](const Triangle& t) {
    return t[0] >= 8 && t[0] % 2 == 0 && t[1] % 2 == 0 && t[2] % 2 == 0;
  });
  mesh.positions.push_back({1.2, 0.5, 0.5});
  mesh.triangles.insert(mesh.triangles.end(), {{8, 12, 16}, {12, 14, 16}, {14, 10, 16}, {10, 8, 16}});
  return mesh;
}

TEST(Repair, patches_between_non_manifold_edges_turn_together) {
  SurfaceMesh clean = boxes_with_a_gap();
  EXPECT_EQ(repair(clean).orientation.turned_outward, 0);
  const SurfaceTopology topology = surface_topology(clean.triangles);
  ASSERT_TRUE(topology.closed && topology.oriented());
  ASSERT_EQ(topology.nonmanifold_edges, 4);
  const double volume = signed_volume(clean);
  EXPECT_NEAR(volume, 2 - 0.2 / 3, 1e-12);
  SurfaceMesh mesh = test::turned_over(clean);
  EXPECT_EQ(repair(mesh).orientation.turned_outward, mesh.triangle_count());
  expect_same(mesh, clean);
}

TEST(Repair, a_nearly_closed_surface_inside_out_is_turned_and_a_bowl_is_not) {
  SurfaceMesh holed = test::turned_over(test::sphere(24));
  holed.triangles.erase(holed.triangles.begin(), holed.triangles.begin() + 40);
  EXPECT_EQ(repair(holed).orientation.turned_outward, holed.triangle_count());
  EXPECT_GT(signed_volume(holed), 0);

  SurfaceMesh bowl = test::turned_over(test::sphere(24));
  std::erase_if(bowl.triangles, [&](const Triangle& t) {
    return bowl.positions[t[0]].z + bowl.positions[t[1]].z + bowl.positions[t[2]].z > 0;
  });
  EXPECT_EQ(repair(bowl).orientation.turned_outward, 0);
}

TEST(Repair, a_moebius_strip_is_left_as_it_is_and_named) {
  const SurfaceMesh strip = test::moebius_strip(20);
  SurfaceMesh mesh = strip;
  const RepairReport report = repair(mesh);
  expect_same(mesh, strip);
  EXPECT_EQ(report.orientation.one_sided_patches, 1);
  EXPECT_THAT(report.notes, ElementsAre(HasSubstr("Moebius")));
}

SurfaceMesh random_mess(std::uint64_t seed) {
  Random random(seed);
  SurfaceMesh mesh = test::joined(test::torus(12, 8), test::turned_over(test::soup(test::sphere(10))));
  append(mesh, test::sphere(8, .3, {2, 0, 0}));
  for (Triangle& t : mesh.triangles) {
    if (random.below(8) == 0) std::swap(t[0], t[1]);
    if (random.below(40) == 0) t[2] = static_cast<Index>(random.below(80));
    if (random.below(60) == 0) t[1] = t[0];
  }
  for (int i = 0; i < 10; ++i) mesh.triangles.push_back(mesh.triangles[random.below(100)]);
  return mesh;
}

TEST(Repair, a_second_repair_finds_nothing_to_do) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SurfaceMesh mesh = random_mess(seed);
    EXPECT_TRUE(repair(mesh).changed());
    const SurfaceMesh once = mesh;
    EXPECT_FALSE(repair(mesh).changed()) << "seed " << seed;
    expect_same(mesh, once);
  }
}

TEST(Repair, the_result_is_the_same_for_1_2_and_4_threads) {
  set_thread_count(1);
  SurfaceMesh one = random_mess(3);
  const auto notes = repair(one).notes;
  for (const int threads : {2, 4}) {
    set_thread_count(threads);
    SurfaceMesh mesh = random_mess(3);
    EXPECT_EQ(repair(mesh).notes, notes);
    expect_same(mesh, one);
  }
  set_thread_count(0);
}

TEST(Repair, an_empty_surface_stays_empty) {
  SurfaceMesh mesh;
  EXPECT_FALSE(repair(mesh).changed());
}

}  // namespace
}  // namespace sinew
