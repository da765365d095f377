#include "record/seen_surface.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/error_of.h"
#include "body/frame_elements.h"
#include "body/topology_parts.h"
#include "embed/binding.h"
#include "record/body_colours.h"
#include "sinew/base/error.h"
#include "sinew/meshing/tetrahedra.h"

namespace sinew {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<double>& column(const std::vector<SurfaceColumn>& columns, const std::string& name) {
  for (const SurfaceColumn& c : columns)
    if (c.name == name) return c.values;
  throw Error("no column " + name);
}

// A unit cell, and one beside it.
TopologyParts two_cells() {
  TopologyParts topology;
  for (const double z : {0.0, 1.0})
    for (const double y : {0.0, 1.0})
      for (const double x : {0.0, 1.0, 2.0}) topology.elements.rest_positions.push_back({x, y, z});
  topology.elements.hexahedra = {{0, 1, 4, 3, 6, 7, 10, 9}, {1, 2, 5, 4, 7, 8, 11, 10}};
  return topology;
}

void expect_same_bindings(const TopologyParts& topology) {
  const std::vector<Index> elements = moving_elements(topology.shared());
  const Embedding again = bind_to_elements(topology.elements, topology.surface.mesh.positions, elements);
  std::vector<Vec3> moved = topology.elements.rest_positions;
  for (Vec3& p : moved) p = {p.x + 0.3 * p.y * p.z, 2 * p.y - 0.1 * p.x * p.x, p.z + p.x};
  const std::vector<Vec3> a = embedded_positions(topology.embedding, moved),
                          b = embedded_positions(again, moved);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t v = 0; v < a.size(); ++v) EXPECT_LT(distance(a[v], b[v]), 1e-6);
}

TEST(SeenSurface, a_surface_follows_the_tetrahedra_that_move_it) {
  const VolumeMesh box = box_mesh({1, 1, 1}, {3, 3, 3});
  TopologyParts topology;
  topology.elements.rest_positions = box.positions, topology.elements.tetrahedra = box.tetrahedra;
  topology.surface.mesh = {{{0.1, 0.2, 0.3}, {0.9, 0.5, 0.1}, {0.5, 0.5, 1.1}, {1, 1, 1}},
                           {{0, 1, 2}, {1, 2, 3}}};
  topology.embedding = bind_to_tetrahedra(box, topology.surface.mesh.positions);
  expect_same_bindings(topology);
  // Vertices that are nodes.
  topology.surface.mesh = boundary_surface(box);
  topology.embedding = embed_in_own_nodes(topology.surface.mesh);
  expect_same_bindings(topology);
}

TEST(SeenSurface, a_surface_follows_the_triangles_that_move_it) {
  TopologyParts topology;
  topology.elements.rest_positions = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}};
  topology.elements.triangles = {{0, 1, 2}, {1, 3, 2}};
  topology.surface.mesh = {{{0.1, 0, 0.2}, {0.9, 0, 0.8}, {0.5, 0, 0.1}}, {{0, 1, 2}}};
  topology.embedding = bind_to_triangles({topology.elements.rest_positions, topology.elements.triangles},
                                         topology.surface.mesh.positions);
  expect_same_bindings(topology);
}

TEST(SeenSurface, a_surface_follows_the_cells_that_move_it) {
  TopologyParts topology = two_cells();
  topology.surface.mesh = {{{0.25, 0.5, 0.75}, {1.5, -0.125, 0.5}, {1, 0.5, 0.5}}, {{0, 1, 2}}};
  topology.embedding =
      bind_to_elements(topology.elements, topology.surface.mesh.positions, std::vector<Index>{0, 1, 1});
  const std::vector<Vec3> at_rest = embedded_positions(topology.embedding, topology.elements.rest_positions);
  for (int v = 0; v < 3; ++v) EXPECT_LT(distance(at_rest[v], topology.surface.mesh.positions[v]), 1e-7);
  const std::vector<Index> elements = moving_elements(topology.shared());
  EXPECT_EQ(elements[0], 0);
  EXPECT_EQ(elements[1], 1);
  expect_same_bindings(topology);
}

TEST(SeenSurface, an_element_that_there_is_not_is_refused) {
  const TopologyParts topology = two_cells();
  for (const Index e : {-1, 2})
    EXPECT_THAT(
        error_of([&] { bind_to_elements(topology.elements, std::vector<Vec3>(1), std::vector<Index>{e}); }),
        testing::HasSubstr("there is no element"));
}

// A square of the skin and a square of a cut that meet at an edge, at a right angle.
TEST(SeenSurface, where_skin_and_cut_meet_normal_and_colour_are_those_of_the_skin) {
  TopologyParts topology = two_cells();
  topology.elements.rest_positions = {{0, 1, 0}, {1, 1, 0}, {1, 1, 1}, {0, 1, 1}, {1, 0, 0}, {1, 0, 1}};
  topology.surface.mesh = {topology.elements.rest_positions, {{0, 3, 2}, {1, 2, 5}, {0, 2, 1}, {1, 5, 4}}};
  topology.embedding = embedding_on_own_nodes(6);
  topology.surface.cuts = {0, 2, 0, 1};
  BodyFrame body;
  body.positions = topology.elements.rest_positions;
  for (Vec3& p : body.positions) p += Vec3{0.5, 0, -3};
  body.topology = topology.shared();
  const SeenSurface seen = seen_surface(body, std::vector<Index>(6, 0), {1, 0.5, 0});
  EXPECT_EQ(seen.surface.positions, body.positions);
  EXPECT_EQ(seen.surface.triangles, (std::vector<Triangle>{{0, 3, 2}, {0, 2, 1}, {1, 5, 4}, {1, 2, 5}}));
  EXPECT_THAT(cuts_of_triangles(seen.comments, 4), ElementsAre(0, 0, 1, 2));
  EXPECT_THAT(column(seen.columns, "ny"), ElementsAre(1, 1, 1, 1, 0, 0));
  EXPECT_THAT(column(seen.columns, "nx"), ElementsAre(0, 0, 0, 0, 1, 1));
  const double cut = std::round(255 * kCutColour.x);
  EXPECT_THAT(column(seen.columns, "red"), ElementsAre(255, 255, 255, 255, cut, cut));
  EXPECT_THAT(column(seen.columns, "dx"), Each(0.5));
  EXPECT_THAT(column(seen.columns, "dz"), Each(-3));
}

TEST(SeenSurface, only_whole_numbers_say_where_cuts_begin) {
  using Comments = std::vector<std::string>;
  EXPECT_THAT(cuts_of_triangles(Comments{}, 3), IsEmpty());
  for (const char* wrong : {"cut 1 from triangle -2", "cut 0 from triangle 1", "cut from triangle 1", "cut 1",
                            "cut 1 from triangle 3x", "cut 1 from triangle ", "cut x from triangle 1"})
    EXPECT_THAT(cuts_of_triangles(Comments{"written by sinew", wrong}, 3), IsEmpty()) << wrong;
  EXPECT_THAT(cuts_of_triangles(Comments{"else", "cut 7 from triangle 1", "cut 9 from triangle 2"}, 3),
              ElementsAre(0, 7, 9));
  EXPECT_THAT(cuts_of_triangles(Comments{"cut 1 from triangle 8"}, 2), ElementsAre(0, 0));
}

}  // namespace
}  // namespace sinew
