#include "sinew/render/picture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "render/small_bodies.h"
#include "sinew/base/error.h"
#include "sinew/render/display_options.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

constexpr int kWidth = 240, kHeight = 160;
constexpr double kAspect = static_cast<double>(kWidth) / kHeight;

Camera camera_at(const Frame& frame, double azimuth, double elevation, const Vec3& up = {0, 1, 0}) {
  Box3 box;
  for (const BodyFrame& body : frame.bodies) box.extend(bounding_box(surface_positions(body)));
  return camera_around(box, up, azimuth, elevation, kAspect);
}

Picture picture_of(const Frame& frame, const Camera& camera, const DisplayOptions& display = {}) {
  return OffscreenRenderer(kWidth, kHeight).picture(frame, camera, display);
}

// Without ground, shadows and words.
DisplayOptions bare() {
  DisplayOptions display;
  display.ground = display.shadows = display.legend = false;
  return display;
}

double brightness(const Vec3& colour) { return (colour.x + colour.y + colour.z) / 3; }

// Pixels whose colours are further apart than `tolerance`, as a share of all.
double share_that_differs(const Picture& a, const Picture& b, double tolerance) {
  return static_cast<double>(changed_pixels(a, b, tolerance).size()) / (kWidth * kHeight);
}

// The share of pixels that a body changes.
double share_covered(const Frame& frame, const Camera& camera) {
  return share_that_differs(picture_of(frame, camera, bare()), picture_of({}, camera, bare()), 0.04);
}

TEST(PictureOf, a_sphere_covers_its_share) {
  const Frame frame = frame_of(sphere_surface(31, 64));
  const Camera camera = camera_at(frame, 0.3, 0.2);
  // The cone of its outline, against the picture's height at distance 1.
  const double tangent = 1 / std::sqrt(camera.distance * camera.distance - 1);
  const double height = 2 * std::tan(camera.angle / 2);
  const double expected = M_PI * tangent * tangent / (height * height * kAspect);
  EXPECT_NEAR(share_covered(frame, camera), expected, 0.02 * expected + 0.004);
}

TEST(PictureOf, nothing_is_the_background_light_and_even) {
  const Picture picture = picture_of({}, Camera{}, bare());
  for (int y = 0; y < kHeight; ++y) {
    EXPECT_GT(brightness(pixel(picture, 0, y)), 0.75);
    EXPECT_EQ(pixel(picture, 0, y), pixel(picture, kWidth - 1, y));
  }
}

TEST(PictureOf, a_sphere_is_bright_above_and_darker_below) {
  const Frame frame = frame_of(sphere_surface(31, 64));
  const Camera camera = camera_at(frame, 1.1, 0);
  const Picture picture = picture_of(frame, camera, bare());
  auto at = [&](const Vec3& p) { return brightness(colour_at_point(camera, picture, p)); };
  const Vec3 front = normalized(camera.eye());
  EXPECT_GT(at(normalized(front + Vec3{0, 0.8, 0})), 1.3 * at(normalized(front - Vec3{0, 0.8, 0})));
}

TEST(PictureOf, a_convex_body_gets_no_shadow_of_its_own) {
  const Frame frame = frame_of(sphere_surface(31, 64));
  DisplayOptions display = bare();
  const Camera camera = camera_at(frame, 0.2, 0.5);
  const Picture without = picture_of(frame, camera, display);
  display.shadows = true;
  EXPECT_LT(share_that_differs(without, picture_of(frame, camera, display), 0.02), 0.01);
}

TEST(PictureOf, shadows_darken_the_ground_and_lighten_nothing) {
  const Frame frame = frame_of(cube_surface());
  DisplayOptions display;
  const Camera camera = camera_at(frame, 0.4, 0.6);
  const Picture with = picture_of(frame, camera, display);
  display.shadows = false;
  const Picture without = picture_of(frame, camera, display);
  int darker = 0;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      const double change = brightness(pixel(with, x, y)) - brightness(pixel(without, x, y));
      EXPECT_LT(change, 0.01);
      darker += change < -0.15;
    }
  EXPECT_GT(darker, kWidth * kHeight / 100);
}

// Seen from straight above the light comes from the left and from below in the picture.
TEST(PictureOf, a_shadow_begins_where_the_body_stands) {
  const Frame frame = frame_of(cube_surface());
  DisplayOptions display;
  Camera camera = camera_at(frame, 0, 1.5);
  camera.zoom(0.5);
  const Picture picture = picture_of(frame, camera, display);
  const double lit = brightness(colour_at_point(camera, picture, {-2.6, -1, 0}));
  EXPECT_LT(brightness(colour_at_point(camera, picture, {1.3, -1, 0})), 0.85 * lit);
  EXPECT_LT(brightness(colour_at_point(camera, picture, {0.5, -1, -1.3})), 0.85 * lit);
}

TEST(PictureOf, the_ground_is_a_pane_of_glass_from_below) {
  const Frame frame = frame_of(cube_surface());
  DisplayOptions display;
  display.shadows = display.legend = false;
  Camera camera = camera_at(frame, 0.4, -0.6);
  camera.zoom(0.5);
  const Picture with = picture_of(frame, camera, display), without = picture_of(frame, camera, bare());
  const Vec3 grid_line{0, -1, 2}, between{0.3, -1, 2.3}, under_the_body{0.25, -1, 0.25};
  auto change = [&](const Vec3& p) {
    return distance(colour_at_point(camera, with, p), colour_at_point(camera, without, p));
  };
  // The grid is there, and the body is seen through it.
  EXPECT_GT(change(grid_line), 1.3 * change(between));
  EXPECT_GT(change(under_the_body), 0.01);
  EXPECT_LT(change(under_the_body), 0.12);
  // What hangs below the ground is before it.
  display.ground_height = 3;
  const Picture below = picture_of(frame, camera, display);
  EXPECT_EQ(colour_at_point(camera, below, under_the_body), colour_at_point(camera, without, under_the_body));
}

TEST(PictureOf, from_below_no_ground_is_drawn_where_none_is_asked_for) {
  const Frame frame = frame_of(cube_surface());
  DisplayOptions display = bare();
  const Camera camera = camera_at(frame, 0.4, -0.6);
  display.ground_height = -2;
  EXPECT_EQ(compare(picture_of(frame, camera, display), picture_of(frame, camera, bare())).mean, 0);
}

TEST(PictureOf, a_body_below_the_ground_stays_in_sight) {
  const Frame frame = frame_of(sphere_surface(15, 32));
  DisplayOptions display = bare();
  const Camera camera = camera_at(frame, 0, 0.3);
  const Vec3 before = pixel(picture_of(frame, camera, display), kWidth / 2, kHeight / 2);
  display.ground = true;
  display.ground_height = 5;
  EXPECT_EQ(pixel(picture_of(frame, camera, display), kWidth / 2, kHeight / 2), before);
}

TEST(PictureOf, a_sheet_looks_the_same_with_its_triangles_turned_over) {
  SurfaceMesh sheet = square_surface(8);
  for (Vec3& p : sheet.positions) p.y = 0.1 * std::sin(5 * p.x) * std::cos(4 * p.z);
  const Frame frame = frame_of(sheet);
  for (Triangle& t : sheet.triangles) std::swap(t[0], t[1]);
  const Camera camera = camera_at(frame, 0.4, 0.6);
  EXPECT_LT(compare(picture_of(frame, camera), picture_of(frame_of(sheet), camera)).mean, 1e-4);
}

TEST(PictureOf, a_body_seen_from_inside_is_lit) {
  const Frame frame = frame_of(sphere_surface(15, 32));
  Camera camera;
  camera.distance = 0.01;
  EXPECT_GT(share_covered(frame, camera), 0.99);
}

// In every way it can be shown: bare, on the ground with its shadow, by its mesh, its inside, its fur.
TEST(PictureOf, a_body_ten_kilometres_away_is_as_sharp) {
  Frame near_by = frame_of(box_body({2, 1, 1}, {6, 3, 3}));
  near_by.bodies[0].stress.assign(near_by.bodies[0].topology.elements->tetrahedra.size(), 5e3f);
  near_by.bodies[0].arrows.push_back({ForceArrow::Kind::kPull, {2, 0.5, 1}, {1, 1, 0}});
  Frame far = near_by;
  const Vec3 away{10000, -10000, 10000};  // whole cells of the grid
  for (Vec3& p : far.bodies[0].positions) p += away;
  far.bodies[0].arrows[0].at += away;
  OffscreenRenderer here(kWidth, kHeight), there(kWidth, kHeight);
  for (int what = 0; what < 5; ++what) {
    DisplayOptions display = what == 0 ? bare() : DisplayOptions{};
    display.wire = what == 2, display.volume = what == 3, display.fur = what == 4;
    display.forces = true;
    const Picture a = here.picture(near_by, camera_at(near_by, 0.3, 0.2), display);
    const Picture b = there.picture(far, camera_at(far, 0.3, 0.2), display);
    EXPECT_LT(compare(a, b).mean, 1e-3) << what;
    EXPECT_LT(compare(a, b).share_off, what == 4 ? 0.01 : 0.002) << what;
  }
}

TEST(PictureOf, renderers_take_turns_in_one_thread) {
  const Frame cube = frame_of(cube_surface()), sphere = frame_of(sphere_surface(11, 24));
  const Camera camera = camera_at(cube, 0.3, 0.2);
  const Picture of_cube = picture_of(cube, camera), of_sphere = picture_of(sphere, camera);
  OffscreenRenderer first(kWidth, kHeight);
  first.take(cube, {});
  {
    OffscreenRenderer second(kWidth, kHeight);
    EXPECT_EQ(second.picture(sphere, camera, {}).rgb, of_sphere.rgb);
    EXPECT_EQ(first.picture(cube, camera, {}).rgb, of_cube.rgb);
    EXPECT_EQ(second.picture(sphere, camera, {}).rgb, of_sphere.rgb);
  }
  EXPECT_EQ(first.picture(cube, camera, {}).rgb, of_cube.rgb);
}

TEST(PictureOf, renderers_draw_side_by_side_in_threads_of_their_own) {
  const Frame frame = frame_of(cube_surface());
  const Camera camera = camera_at(frame, 0.3, 0.2);
  DisplayOptions display;
  display.title = "Cube";
  const Picture alone = picture_of(frame, camera, display);
  std::array<int, 2> right{};
  auto draw = [&](int& count) {
    OffscreenRenderer renderer(kWidth, kHeight);
    for (int i = 0; i < 5; ++i) count += renderer.picture(frame, camera, display).rgb == alone.rgb ? 1 : 0;
  };
  std::thread other([&] { draw(right[1]); });
  draw(right[0]);
  other.join();
  EXPECT_EQ(right, (std::array{5, 5}));
}

TEST(PictureOf, faces_of_a_cut_are_red) {
  TopologyParts topology = own_nodes(cube_surface());
  topology.surface.cuts.assign(12, 1);
  const Frame frame = frame_of(at_rest(topology));
  const Vec3 colour = pixel(picture_of(frame, camera_at(frame, 0, 0), bare()), kWidth / 2, kHeight / 2);
  EXPECT_GT(colour.x, 1.8 * colour.y);
}

TEST(PictureOf, a_body_has_the_colour_it_was_given) {
  const Frame frame = frame_of(cube_surface());
  DisplayOptions display = bare();
  display.body_colours = {Vec3{0.1, 0.8, 0.2}};
  const Vec3 colour = pixel(picture_of(frame, camera_at(frame, 0, 0), display), kWidth / 2, kHeight / 2);
  EXPECT_GT(colour.y, 2 * colour.x);
  EXPECT_GT(colour.y, 1.5 * colour.z);
}

TEST(PictureOf, stress_goes_through_the_colours_within_the_range_given) {
  BodyFrame body = at_rest(own_nodes(cube_surface()));
  body.stress.assign(12, 500.0f);
  DisplayOptions display = bare();
  display.colouring = Colouring::kStress;
  display.colours = "grey";
  const Frame frame = frame_of(std::move(body));
  auto shade = [&](double low, double high) {
    display.range = {low, high};
    return brightness(pixel(picture_of(frame, camera_at(frame, 0, 0), display), kWidth / 2, kHeight / 2));
  };
  EXPECT_LT(shade(500, 1000), shade(0, 1000));
  EXPECT_LT(shade(0, 1000), shade(0, 500));
  EXPECT_NEAR(shade(0, 500), shade(-500, 100), 0.01);
}

TEST(PictureOf, impossible_sizes_are_errors) {
  EXPECT_THROW(OffscreenRenderer(0, 100), Error);
  EXPECT_THROW(OffscreenRenderer(100, -1), Error);
  EXPECT_THROW(OffscreenRenderer(1 << 20, 100), Error);
}

TEST(PictureOf, a_title_leaves_ink_in_the_corner) {
  DisplayOptions display = bare();
  const Picture without = picture_of({}, Camera{}, display);
  display.title = "Pony";
  const Picture with = picture_of({}, Camera{}, display);
  EXPECT_GT(share_that_differs(with, without, 0.3), 0.0005);
  for (int y = kHeight / 4; y < kHeight; ++y) EXPECT_EQ(pixel(with, 0, y), pixel(without, 0, y));
}

// Compares with pictures that were checked by eye. SINEW_WRITE_REFERENCES=1 in the environment writes them
// again.
void expect_like_reference(const std::string& name, const Picture& picture) {
  const auto path = std::filesystem::path(SINEW_SOURCE_DIR) / "tests/render/references" / (name + ".png");
  if (std::getenv("SINEW_WRITE_REFERENCES") != nullptr) write_png(path, picture);
  const PictureDifference difference = compare(picture, read_png(path));
  EXPECT_LT(difference.mean, 0.01);
  EXPECT_LT(difference.share_off, 0.03);
}

TEST(Reference, a_knot_with_its_shadow_on_the_ground) {
  const Frame frame = frame_of(make_model("knot", 6000));
  DisplayOptions display;
  display.title = "Knot";
  expect_like_reference("knot", picture_of(frame, camera_at(frame, 0.5, 0.35), display));
}

// A bar, held at its left, that hangs down, with the stress of a cantilever.
Frame hanging_bar() {
  BodyFrame body = box_body({2, 0.4, 0.5}, {20, 4, 5});
  for (const Tetrahedron& t : body.topology.elements->tetrahedra) {
    Vec3 centre;
    for (const Index v : t) centre += 0.25 * body.positions[v];
    body.stress.push_back(static_cast<float>(2e5 * (2 - centre.x) * std::abs(centre.y - 0.2)));
  }
  for (Vec3& p : body.positions) p.y -= 0.12 * p.x * p.x;
  return frame_of(std::move(body));
}

// Cells of an octree in the ball |p| <= 1: of side 1/16 where they meet its boundary, up to 1/2 inside. Each has
// nodes of its own.
FrameElements ball_of_cells() {
  FrameElements ball;
  const auto add = [&](const Vec3& low, double side, int level) {
    const auto first = static_cast<Index>(ball.rest_positions.size());
    for (const Vec3& corner : corners_of({low, low + Vec3{side, side, side}}))
      ball.rest_positions.push_back(corner);
    ball.hexahedra.push_back(
        {first, first + 1, first + 3, first + 2, first + 4, first + 5, first + 7, first + 6});
    ball.levels.push_back(static_cast<std::uint8_t>(level));
  };
  const std::function<void(const Vec3&, double, int)> divide = [&](const Vec3& low, double side, int level) {
    const Vec3 middle = low + 0.5 * Vec3{side, side, side};
    const double reach = 0.5 * std::sqrt(3.0) * side;
    if (norm(middle) > 1 + reach) return;
    if (level == 0 && norm(middle) > 1) return;
    if (level == 0 || norm(middle) + reach < 1) return add(low, side, level);
    for (int child = 0; child < 8; ++child)
      divide(low + 0.5 * side * Vec3{double(child & 1), double(child >> 1 & 1), double(child >> 2)}, side / 2,
             level - 1);
  };
  for (int i = 0; i < 64; ++i)
    divide(0.5 * Vec3{double(i % 4), double(i / 4 % 4), double(i / 16)} - Vec3{1, 1, 1}, 0.5, 3);
  return ball;
}

TEST(Reference, the_stress_of_a_bar_with_its_legend) {
  const Frame frame = hanging_bar();
  DisplayOptions display;
  display.colouring = Colouring::kStress;
  expect_like_reference("stress", picture_of(frame, camera_at(frame, 0.5, 0.3), display));
}

TEST(Reference, the_levels_of_a_bar_with_a_swatch_each) {
  Frame frame = hanging_bar();
  FrameElements elements = *frame.bodies[0].topology.elements;
  for (const Tetrahedron& t : elements.tetrahedra)
    elements.levels.push_back(static_cast<std::uint8_t>(1.5 * elements.rest_positions[t[0]].x));
  frame.bodies[0].topology.elements = std::make_shared<const FrameElements>(std::move(elements));
  DisplayOptions display;
  display.colouring = Colouring::kLevels;
  display.colours = "blue-red";
  expect_like_reference("levels", picture_of(frame, camera_at(frame, 0.5, 0.3), display));
}

// A ball of cells, smaller towards its surface, opened before its middle.
TEST(Reference, a_section_of_cells_with_their_levels) {
  FrameElements ball = ball_of_cells();
  BodyFrame body;
  body.positions = ball.rest_positions;
  body.velocities.assign(ball.rest_positions.size(), {});
  const SurfaceMesh skin = boundary_surface({ball.rest_positions, {}, ball.hexahedra, {}, {}});
  body.topology = make_topology({skin, {}}, embedding_on_own_nodes(skin.vertex_count()), ball);
  const Frame frame = frame_of(std::move(body));
  DisplayOptions display;
  display.colouring = Colouring::kLevels;
  display.section = Section{std::nullopt, {0, 0, 1}};
  expect_like_reference("section", picture_of(frame, camera_at(frame, 0.7, 0.4), display));
}

// Three cuts through a cube: each its own colour.
TEST(Reference, the_faces_of_three_cuts_in_a_colour_each) {
  TopologyParts cube = own_nodes(cube_surface());
  cube.surface.cuts = {0, 0, 1, 1, 0, 0, 2, 3, 0, 0, 0, 0};
  const Frame frame = frame_of(at_rest(cube));
  DisplayOptions display;
  display.colouring = Colouring::kCuts;
  expect_like_reference("cuts", picture_of(frame, camera_at(frame, 0.7, 0.5), display));
}

TEST(Reference, a_sheet_from_below) {
  SurfaceMesh sheet = square_surface(24);
  for (Vec3& p : sheet.positions) p.y = 0.5 + 0.1 * std::sin(7 * p.x) * std::cos(5 * p.z);
  const Frame frame = frame_of(sheet);
  expect_like_reference("sheet_from_below", picture_of(frame, camera_at(frame, 0.4, -0.5)));
}

TEST(Reference, a_cut_cube_and_a_sphere_with_z_upwards) {
  TopologyParts cube = own_nodes(cube_surface());
  cube.surface.cuts = {0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0};
  Frame frame = frame_of(at_rest(cube));
  frame.bodies.push_back(at_rest(own_nodes(sphere_surface(31, 64))));
  for (Vec3& p : frame.bodies[1].positions) p += Vec3{2.4, 0.3, 0};
  DisplayOptions display;
  display.up = {0, 0, 1};
  expect_like_reference("z_up", picture_of(frame, camera_at(frame, -0.4, 0.5, display.up), display));
}

}  // namespace
}  // namespace sinew
