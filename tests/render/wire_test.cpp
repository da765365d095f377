#include "render/engine/wire.h"

#include <gtest/gtest.h>

#include <set>

#include "mesh/tetrahedron_adjacency.h"
#include "render/small_bodies.h"
#include "sinew/render/picture.h"

namespace sinew {
namespace {

std::vector<OuterFace> faces_of(const FrameElements& elements) {
  return outer_faces(elements, face_neighbours(elements.tetrahedra));
}

TEST(OuterFaces, of_a_box_and_their_edges_are_as_many_as_euler_says) {
  for (const Index n : {1, 2, 5}) {
    const auto faces = faces_of(*box_body({1, 1, 1}, {n, n, n}).topology.elements);
    EXPECT_EQ(static_cast<Index>(faces.size()), 12 * n * n);
    // V - E + F = 2 and 2 E = 3 F.
    EXPECT_EQ(static_cast<Index>(edges_of(faces).size()), 18 * n * n);
  }
}

TEST(OuterFaces, have_each_edge_once) {
  const auto edges = edges_of(faces_of(*box_body({1, 2, 1}, {3, 4, 2}).topology.elements));
  std::set<std::array<Index, 2>> found;
  for (const auto& [a, b] : edges) {
    EXPECT_LT(a, b);
    EXPECT_TRUE(found.insert({a, b}).second);
  }
}

TEST(OuterFaces, turn_counter_clockwise_seen_from_outside) {
  const BodyFrame box = box_body({1, 1, 1}, {2, 2, 2});
  const auto& x = box.positions;
  for (const OuterFace& face : faces_of(*box.topology.elements)) {
    const auto& [a, b, c] = face.nodes;
    EXPECT_GT(dot(cross(x[b] - x[a], x[c] - x[a]), x[a] - Vec3{0.5, 0.5, 0.5}), 0);
  }
}

TEST(OuterFaces, of_a_sheet_are_all_its_triangles) {
  FrameElements sheet;
  sheet.rest_positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  sheet.triangles = {{0, 1, 2}, {0, 2, 3}};
  const auto faces = faces_of(sheet);
  EXPECT_EQ(faces.size(), 2u);
  EXPECT_EQ(edges_of(faces).size(), 5u);
}

TEST(OuterFaces, of_cells_are_two_halves_each_without_the_edge_between_them) {
  for (const Index n : {1, 2, 4}) {
    const auto faces = faces_of(cells_of_a_cube(n));
    EXPECT_EQ(static_cast<Index>(faces.size()), 12 * n * n);
    // Squares: V - E + F = 2 and 2 E = 4 F.
    EXPECT_EQ(static_cast<Index>(edges_of(faces).size()), 12 * n * n);
  }
}

TEST(OuterFaces, of_cells_turn_counter_clockwise_seen_from_outside) {
  const FrameElements cube = cells_of_a_cube(2);
  const auto& x = cube.rest_positions;
  for (const OuterFace& face : faces_of(cube)) {
    const auto& [a, b, c] = face.nodes;
    EXPECT_GT(dot(cross(x[b] - x[a], x[c] - x[a]), x[a] - Vec3{0.5, 0.5, 0.5}), 0);
  }
}

class WirePicture : public testing::Test {
 protected:
  // Checks every visible face at its centre: levels 0 and 3 occur.
  void expect_colours_by_level();

  WirePicture() : renderer(320, 240) {
    display.wire = true;
    display.ground = display.shadows = display.legend = false;
    frame.bodies.push_back(box_body({1, 1, 1}, {1, 1, 1}));
    camera = camera_around(bounding_box(frame.bodies[0].positions), {0, 1, 0}, 0.5, 0.4, 4.0 / 3);
  }
  double brightness(const Picture& picture, const Vec3& p) const {
    return colour_at_point(camera, picture, p).y;
  }

  // The darkest of the pixels around a point: a line may lie between two.
  double darkest(const Picture& picture, const Vec3& p) const {
    const auto [x, y] = pixel_of(camera, picture, p);
    double least = 1;
    for (int i = 0; i < 9; ++i) least = std::min(least, pixel(picture, x + i % 3 - 1, y + i / 3 - 1).y);
    return least;
  }

  OffscreenRenderer renderer;
  DisplayOptions display;
  Frame frame;
  Camera camera;
};

// The eye is on the sides of +x, +y and +z.
TEST_F(WirePicture, shows_dark_lines_on_pale_faces) {
  const Picture picture = renderer.picture(frame, camera, display);
  const double face = brightness(picture, {0.3, 0.8, 1});
  EXPECT_GT(face, 0.5);
  for (const double at : {0.2, 0.4, 0.6, 0.8}) {
    EXPECT_LT(darkest(picture, {at, 1, 1}), 0.7 * face) << at;
    EXPECT_LT(darkest(picture, {1, at, 1}), 0.7 * face) << at;
    EXPECT_LT(darkest(picture, {1, 1, at}), 0.7 * face) << at;
  }
}

TEST_F(WirePicture, hides_lines_behind_the_faces) {
  const Picture with = renderer.picture(frame, camera, display);
  // Twenty places on edges of the back, wherever a front face covers them and no front edge is near.
  int looked_at = 0;
  for (int i = 1; i < 20; ++i) {
    const Vec3 hidden{0, 0.05 * i, 0};
    const auto [x, y] = pixel_of(camera, with, hidden);
    bool near_front_line = false;
    for (const auto& [a, b] : {std::pair{Vec3{0, 1, 0}, Vec3{1, 1, 1}},
                               {{1, 1, 0}, {0, 1, 1}},
                               {{0, 1, 1}, {1, 1, 1}},
                               {{0, 0, 1}, {1, 1, 1}},
                               {{1, 0, 1}, {0, 1, 1}},
                               {{0, 1, 0}, {0, 1, 1}},
                               {{0, 1, 0}, {1, 1, 0}},
                               {{0, 0, 1}, {0, 1, 1}}})
      for (int k = 0; k <= 200; ++k) {
        const auto [u, v] = pixel_of(camera, with, lerp(a, b, k / 200.0));
        near_front_line |= std::abs(u - x) + std::abs(v - y) < 4;
      }
    if (near_front_line) continue;
    EXPECT_GT(brightness(with, hidden), 0.5) << i;
    ++looked_at;
  }
  EXPECT_GT(looked_at, 5);
}

void WirePicture::expect_colours_by_level() {
  display.colouring = Colouring::kLevels;
  const Picture picture = renderer.picture(frame, camera, display);
  const FrameElements& elements = *frame.bodies[0].topology.elements;
  for (const OuterFace& face : faces_of(elements)) {
    const auto& x = frame.bodies[0].positions;
    const Vec3 centre = (x[face.nodes[0]] + x[face.nodes[1]] + x[face.nodes[2]]) / 3;
    const Vec3 normal = cross(x[face.nodes[1]] - x[face.nodes[0]], x[face.nodes[2]] - x[face.nodes[0]]);
    if (dot(normal, camera.eye() - centre) <= 0) continue;
    const Vec3 colour = colour_at_point(camera, picture, centre);
    // Viridis begins blue and ends yellow.
    if (elements.levels[face.element] == 0)
      EXPECT_GT(colour.z, colour.y);
    else
      EXPECT_GT(colour.y, colour.z);
  }
}

TEST_F(WirePicture, colours_each_face_by_the_level_of_its_element) {
  FrameElements elements = *frame.bodies[0].topology.elements;
  for (Index t = 0; t < elements.element_count(); ++t) elements.levels.push_back(t % 2 ? 3 : 0);
  frame.bodies[0].topology.elements = std::make_shared<const FrameElements>(elements);
  expect_colours_by_level();
}

TEST_F(WirePicture, colours_each_cell_by_its_level) {
  FrameElements cells = cells_of_a_cube(2);
  cells.levels = {0, 3, 3, 0, 3, 0, 0, 3};
  frame.bodies[0].positions = cells.rest_positions;
  frame.bodies[0].velocities.assign(cells.rest_positions.size(), {});
  frame.bodies[0].topology = make_topology({}, {}, cells);
  expect_colours_by_level();
}

}  // namespace
}  // namespace sinew
