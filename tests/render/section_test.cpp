#include "render/engine/section.h"

#include <gtest/gtest.h>

#include "mesh/tetrahedron_adjacency.h"
#include "render/engine/outer_faces.h"
#include "render/small_bodies.h"
#include "sinew/render/display_options.h"

namespace sinew {
namespace {

FrameElements cells_with_levels(Index n) {
  FrameElements cells = cells_of_a_cube(n);
  for (Index c = 0; c < n * n * n; ++c) cells.levels.push_back(static_cast<std::uint8_t>(c % 4));
  return cells;
}

TEST(Section, leaves_the_cells_before_its_plane_with_their_levels) {
  const FrameElements cells = cells_with_levels(4);
  const FrameElements half = elements_before({Vec3{0.3, 0, 0}, {1, 0, 0}}, cells, {});
  // Centres are at 1/8, 3/8, 5/8, 7/8.
  ASSERT_EQ(half.hexahedra.size(), 16u);
  ASSERT_EQ(half.levels.size(), 16u);
  for (std::size_t c = 0; c < half.hexahedra.size(); ++c) {
    EXPECT_LE(half.rest_positions[half.hexahedra[c][6]].x, 0.25);
    EXPECT_EQ(half.levels[c], 0);
  }
  EXPECT_EQ(elements_before({Vec3{0.3, 0, 0}, {-1, 0, 0}}, cells, {}).hexahedra.size(), 48u);
}

TEST(Section, of_a_box_of_tetrahedra_has_a_closed_boundary) {
  const BodyFrame box = box_body({1, 1, 1}, {4, 4, 4});
  const FrameElements half = elements_before({std::nullopt, {1, 0.4, 0.2}}, *box.topology.elements, {});
  EXPECT_GT(half.tetrahedra.size(), box.topology.elements->tetrahedra.size() / 3);
  EXPECT_LT(half.tetrahedra.size(), 2 * box.topology.elements->tetrahedra.size() / 3);
  std::map<std::array<Index, 2>, int> turns;  // of every edge: faces that run along it less those against it
  for (const OuterFace& face : outer_faces(half, face_neighbours(half.tetrahedra)))
    for (int k = 0; k < 3; ++k) {
      const Index a = face.nodes[k], b = face.nodes[(k + 1) % 3];
      turns[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
  for (const auto& [edge, sum] : turns) EXPECT_EQ(sum, 0);
}

TEST(Section, has_its_plane_in_the_world_and_goes_through_the_middle_by_default) {
  const FrameElements cells = cells_of_a_cube(4);
  // A quarter turn about z, and away: own x becomes y.
  const Placement placement{{{Vec3{0, 1, 0}, Vec3{-1, 0, 0}, Vec3{0, 0, 1}}}, {5, 7, 0}};
  for (const Section& section : {Section{Vec3{0, 7.5, 0}, {0, 3, 0}}, Section{std::nullopt, {0, 1, 0}}}) {
    const FrameElements half = elements_before(section, cells, placement);
    EXPECT_EQ(half.hexahedra.size(), 32u);
    for (const Hexahedron& cell : half.hexahedra) EXPECT_LE(half.rest_positions[cell[6]].x, 0.5);
  }
}

TEST(Section, is_made_again_only_when_something_changed) {
  const auto cells = std::make_shared<const FrameElements>(cells_of_a_cube(2));
  SectionedElements sectioned;
  EXPECT_EQ(sectioned.take(std::nullopt, cells, {}), cells);
  const auto half = sectioned.take(Section{}, cells, {});
  EXPECT_EQ(half->hexahedra.size(), 4u);
  EXPECT_EQ(sectioned.take(Section{}, cells, {}), half);
  EXPECT_NE(sectioned.take(Section{std::nullopt, {1, 0, 0}}, cells, {}), half);
  EXPECT_EQ(sectioned.take(std::nullopt, cells, {}), cells);
}

// The eye is on the sides of +x, +y and +z; what is beyond x = 1/2 is left out.
TEST(Section, shows_the_levels_of_cells_inside_in_the_light) {
  FrameElements cells = cells_of_a_cube(4);
  for (const Hexahedron& cell : cells.hexahedra) {
    const Vec3& low = cells.rest_positions[cell[0]];
    const bool inside = std::min({low.x, low.y, low.z}) > 0 && std::max({low.x, low.y, low.z}) < 0.7;
    cells.levels.push_back(inside ? 3 : 0);
  }
  Frame frame;
  frame.bodies.resize(1);
  frame.bodies[0].positions = cells.rest_positions;
  frame.bodies[0].velocities.assign(cells.rest_positions.size(), {});
  const SurfaceMesh skin = boundary_surface({cells.rest_positions, {}, cells.hexahedra, {}, {}});
  frame.bodies[0].topology = make_topology({skin, {}}, embedding_on_own_nodes(skin.vertex_count()), cells);
  DisplayOptions display;
  display.ground = display.legend = false;
  display.colouring = Colouring::kLevels;
  const Camera camera = camera_around({{0, 0, 0}, {1, 1, 1}}, {0, 1, 0}, 0.9, 0.4, 4.0 / 3);
  OffscreenRenderer renderer(320, 240);
  display.section = Section{std::nullopt, {1, 0, 0}};
  const Picture open = renderer.picture(frame, camera, display);
  // Viridis begins blue and ends yellow.
  const Vec3 inner = colour_at_point(camera, open, {0.5, 0.4, 0.6});
  const Vec3 outer = colour_at_point(camera, open, {0.5, 0.9, 0.6});
  EXPECT_GT(inner.y, inner.z);
  EXPECT_GT(outer.z, outer.y);
  // What was left out casts no shadow.
  display.shadows = false;
  const Picture unshadowed = renderer.picture(frame, camera, display);
  EXPECT_LT(distance(colour_at_point(camera, unshadowed, {0.5, 0.4, 0.6}), inner), 0.02);
}

}  // namespace
}  // namespace sinew
