#include "render/renderer.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "meshing/box_mesh.h"
#include "render/frames.h"
#include "render/gl/render_target.h"
#include "render/offscreen_context.h"

namespace sinew {
namespace {

struct InOpenGl : testing::Test {
  OffscreenContext context;
  Renderer renderer;
  DisplayOptions display;
};

// A small tetrahedron in a box of many nodes: few of them move it.
BodyFrame small_in_large() {
  FrameTopology topology;
  const VolumeMesh box = box_mesh({1, 1, 1}, {6, 6, 6});
  topology.rest_positions = box.positions;
  topology.tetrahedra = box.tetrahedra;
  topology.surface = {{{0.41, 0.42, 0.43}, {0.45, 0.42, 0.43}, {0.41, 0.46, 0.43}, {0.41, 0.42, 0.47}},
                      {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
  topology.bindings = bind_to_tetrahedra(box, topology.surface.positions);
  return at_rest(std::move(topology));
}

TEST_F(InOpenGl, a_frame_sends_sixteen_bytes_for_each_node_that_moves_a_surface) {
  const Frame frame = frame_of(small_in_large());
  renderer.take(frame, display);
  EXPECT_GT(renderer.statistics().topology_bytes, 0u);
  renderer.take(frame, display);
  const RenderStatistics& sent = renderer.statistics();
  EXPECT_EQ(sent.topology_bytes, 0u);
  EXPECT_EQ(sent.triangles, 4);
  EXPECT_GE(sent.moving_nodes, 4);
  EXPECT_LT(sent.moving_nodes, 30);
  EXPECT_EQ(sent.upload_bytes, 16u * static_cast<std::size_t>(sent.moving_nodes));
}

TEST_F(InOpenGl, nodes_of_weight_zero_are_not_sent) {
  FrameTopology topology = own_nodes(square_surface(1));
  topology.rest_positions.resize(100);
  topology.bindings = {
      .per_point = 2, .nodes = {0, 50, 1, 50, 2, 50, 3, 50}, .weights = {1, 0, 1, 0, 1, 0, 1, 0}};
  renderer.take(frame_of(at_rest(std::move(topology))), display);
  EXPECT_EQ(renderer.statistics().moving_nodes, 4);
}

TEST_F(InOpenGl, what_wire_and_fur_need_is_sent_only_for_them) {
  const Frame frame = frame_of(small_in_large());
  renderer.take(frame, display);
  const auto moving = static_cast<std::size_t>(renderer.statistics().moving_nodes);
  display.fur = true;
  renderer.take(frame, display);
  EXPECT_EQ(renderer.statistics().upload_bytes, 16 * 2 * moving);
  display.wire = true;
  renderer.take(frame, display);  // and the edges, once
  renderer.take(frame, display);
  const RenderStatistics& sent = renderer.statistics();
  EXPECT_EQ(sent.upload_bytes - sent.topology_bytes, 16 * (2 * moving + frame.bodies[0].positions.size()));
}

TEST_F(InOpenGl, a_change_of_topology_sends_what_has_changed) {
  const SurfaceMesh square = square_surface(120);
  Frame frame = frame_of(square);
  renderer.take(frame, display);
  const std::size_t all = renderer.statistics().topology_bytes;
  // The last triangle turns into the face of a cut.
  FrameTopology cut = own_nodes(square);
  cut.cut_faces.assign(square.triangles.size(), 0);
  cut.cut_faces.back() = 1;
  frame.bodies[0].topology = std::make_shared<const FrameTopology>(std::move(cut));
  renderer.take(frame, display);
  EXPECT_GT(renderer.statistics().topology_bytes, 0u);
  EXPECT_LT(renderer.statistics().topology_bytes, all / 3);
}

TEST_F(InOpenGl, an_equal_topology_in_another_object_sends_nothing) {
  Frame frame = frame_of(sphere_surface(11, 24));
  renderer.take(frame, display);
  frame.bodies[0].topology = std::make_shared<const FrameTopology>(*frame.bodies[0].topology);
  renderer.take(frame, display);
  EXPECT_EQ(renderer.statistics().topology_bytes, 0u);
}

TEST_F(InOpenGl, bodies_may_come_and_go) {
  Frame one = frame_of(cube_surface()), two = one;
  two.bodies.push_back(at_rest(own_nodes(sphere_surface(5, 8))));
  PictureTarget target(32, 32);
  for (const Frame* frame : {&one, &two, &one}) {
    renderer.take(*frame, display);
    target.bind();
    renderer.draw(camera_around(renderer.bounds(), {0, 1, 0}, 0, 0, 1), display, 32, 32);
    EXPECT_EQ(renderer.statistics().triangles, frame == &two ? 12 + 2 * 8 * 5 : 12);
  }
}

TEST_F(InOpenGl, the_framebuffer_that_was_bound_is_drawn_into_and_stays_bound) {
  PictureTarget target(32, 32);
  renderer.take(frame_of(cube_surface()), display);
  target.bind();
  GLint before = 0, after = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
  renderer.draw(camera_around(renderer.bounds(), {0, 1, 0}, 0, 0, 1), display, 32, 32);
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &after);
  EXPECT_NE(before, 0);
  EXPECT_EQ(after, before);
}

TEST_F(InOpenGl, the_state_that_others_left_does_not_matter) {
  const Frame frame = frame_of(cube_surface());
  PictureTarget target(48, 32);
  renderer.take(frame, display);
  const Camera camera = camera_around(renderer.bounds(), {0, 1, 0}, 0.5, 0.4, 1.5);
  auto picture = [&] {
    target.bind();
    renderer.draw(camera, display, 48, 32);
    return target.read();
  };
  const Picture clean = picture();
  glEnable(GL_SCISSOR_TEST), glScissor(0, 0, 1, 1);
  glEnable(GL_BLEND), glBlendFunc(GL_ZERO, GL_ONE), glEnable(GL_CULL_FACE), glCullFace(GL_FRONT);
  glDepthMask(GL_FALSE), glDepthFunc(GL_NEVER), glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  glActiveTexture(GL_TEXTURE5), glClearDepth(0);
  glDepthRange(0.3, 0.4);
  EXPECT_EQ(compare(clean, picture()).mean, 0);
}

TEST_F(InOpenGl, unknown_colours_are_an_error) {
  PictureTarget target(32, 32);
  renderer.take(frame_of(cube_surface()), display);
  display.colours = "rainbow";
  EXPECT_THROW(renderer.draw(camera_around(renderer.bounds(), {0, 1, 0}, 0, 0, 1), display, 32, 32), Error);
}

TEST_F(InOpenGl, bounds_are_those_of_the_bodies_now) {
  Frame frame = frame_of(cube_surface());
  for (Vec3& p : frame.bodies[0].positions) p += Vec3{10, 0, 0};
  renderer.take(frame, display);
  EXPECT_EQ(renderer.bounds().lower, (Vec3{9, -1, -1}));
  EXPECT_EQ(renderer.bounds().upper, (Vec3{11, 1, 1}));
}

}  // namespace
}  // namespace sinew
