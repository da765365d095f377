#include "sinew/render/renderer.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "embed/binding.h"
#include "render/gl/render_target.h"
#include "render/offscreen_context.h"
#include "render/small_bodies.h"
#include "sinew/base/error.h"
#include "sinew/meshing/tetrahedra.h"

namespace sinew {
namespace {

struct InOpenGl : testing::Test {
  OffscreenContext context;
  Renderer renderer;
  DisplayOptions display;
};

// A small tetrahedron in a box of many nodes: few of them move it.
BodyFrame small_in_large() {
  TopologyParts topology;
  const VolumeMesh box = box_mesh({1, 1, 1}, {6, 6, 6});
  topology.elements.rest_positions = box.positions;
  topology.elements.tetrahedra = box.tetrahedra;
  topology.surface.mesh = {{{0.41, 0.42, 0.43}, {0.45, 0.42, 0.43}, {0.41, 0.46, 0.43}, {0.41, 0.42, 0.47}},
                           {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
  topology.embedding = bind_to_tetrahedra(box, topology.surface.mesh.positions);
  return at_rest(topology);
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
  TopologyParts topology = own_nodes(square_surface(1));
  topology.elements.rest_positions.resize(100);
  topology.embedding = embedding_of_rows(2, {0, 50, 1, 50, 2, 50, 3, 50}, {1, 0, 1, 0, 1, 0, 1, 0});
  renderer.take(frame_of(at_rest(topology)), display);
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
  TopologyParts cut = own_nodes(square);
  cut.surface.cuts.assign(square.triangles.size(), 0);
  cut.surface.cuts.back() = 1;
  frame.bodies[0].topology = cut.shared();
  renderer.take(frame, display);
  EXPECT_GT(renderer.statistics().topology_bytes, 0u);
  EXPECT_LT(renderer.statistics().topology_bytes, all / 3);
}

TEST_F(InOpenGl, an_equal_topology_in_another_object_sends_nothing) {
  Frame frame = frame_of(sphere_surface(11, 24));
  renderer.take(frame, display);
  frame.bodies[0].topology = own_nodes(sphere_surface(11, 24)).shared();
  renderer.take(frame, display);
  EXPECT_EQ(renderer.statistics().topology_bytes, 0u);
}

// A surface on the vertices of a coarser sheet, which lie in the middle of the edges of a square.
struct OnCarriers {
  TopologyParts parts = own_nodes(square_surface(1));
  Embedding carriers = embedding_of_rows(2, {0, 1, 1, 3, 3, 2, 2, 0}, std::vector<float>(8, 0.5F));
  BodyFrame body = at_rest(parts);

  OnCarriers() {
    body.topology.carrier_embedding = std::make_shared<const Embedding>(carriers);
    body.carriers = embedded_positions(carriers, body.positions);
  }
};

TEST_F(InOpenGl, new_bindings_leave_the_surface_as_it_was_built) {
  Frame frame = frame_of(small_in_large());
  FrameTopology& topology = frame.bodies[0].topology;
  renderer.take(frame, display);
  EXPECT_EQ(renderer.statistics().surfaces_built, 1);
  EXPECT_EQ(renderer.statistics().embeddings_sent, 1);
  const std::size_t all = renderer.statistics().topology_bytes;
  renderer.take(frame, display);
  EXPECT_EQ(renderer.statistics().surfaces_built, 0);
  EXPECT_EQ(renderer.statistics().embeddings_sent, 0);

  // As if the elements below the surface were refined.
  Embedding refined = *topology.embedding;
  std::ranges::reverse(refined.node), std::ranges::reverse(refined.weight);
  topology.embedding = std::make_shared<const Embedding>(std::move(refined));
  topology.elements = std::make_shared<const FrameElements>(*topology.elements);
  renderer.take(frame, display);
  EXPECT_EQ(renderer.statistics().surfaces_built, 0);
  EXPECT_EQ(renderer.statistics().embeddings_sent, 1);
  EXPECT_GT(renderer.statistics().topology_bytes, 0u);
  EXPECT_LT(renderer.statistics().topology_bytes, all);

  topology.elements = std::make_shared<const FrameElements>(*topology.elements);
  renderer.take(frame, display);
  EXPECT_EQ(renderer.statistics().embeddings_sent, 0);
  EXPECT_EQ(renderer.statistics().topology_bytes, 0u);

  topology.surface = std::make_shared<const FrameSurface>(*topology.surface);
  renderer.take(frame, display);
  EXPECT_EQ(renderer.statistics().surfaces_built, 1);
}

TEST_F(InOpenGl, a_surface_on_carriers_sends_their_positions_and_follows_them) {
  OnCarriers on;
  for (Vec3& p : on.body.carriers) p += Vec3{0, 5, 0};  // as contact would push them
  const Frame frame = frame_of(on.body);
  renderer.take(frame, display);
  renderer.take(frame, display);
  EXPECT_EQ(renderer.statistics().upload_bytes, 16u * 4);
  EXPECT_EQ(renderer.bounds().upper.y, 5);
}

TEST_F(InOpenGl, a_surface_that_follows_more_nodes_than_the_card_takes_looks_like_any_other) {
  // Every vertex of the sphere follows itself, and all others by weights that cancel out.
  const SurfaceMesh sphere = sphere_surface(5, 8);
  TopologyParts narrow = own_nodes(sphere), wide = narrow;
  wide.embedding = {};
  for (Index v = 0; v < sphere.vertex_count(); ++v) {
    for (Index k = 0; k < 12; ++k) {
      wide.embedding.node.push_back((v + k) % sphere.vertex_count());
      wide.embedding.weight.push_back(k == 0 ? 1.0F : k % 2 != 0 ? 1e-9F : -1e-9F);
    }
    wide.embedding.start.push_back(static_cast<Index>(wide.embedding.node.size()));
  }
  display.colouring = Colouring::kStress;
  PictureTarget target(64, 64);
  const Camera camera = camera_around({{-1, -1, -1}, {1, 1, 1}}, {0, 1, 0}, 0.5, 0.4, 1);
  const auto picture = [&](const TopologyParts& topology) {
    BodyFrame body = at_rest(topology);
    for (Index e = 0; e < topology.elements.element_count(); ++e)
      body.stress.push_back(static_cast<float>(e));
    renderer.take(frame_of(body), display);
    target.bind();
    renderer.draw(camera, display, 64, 64);
    return target.read();
  };
  const Picture few = picture(narrow), many = picture(wide);
  EXPECT_EQ(renderer.statistics().moving_nodes, sphere.vertex_count());
  EXPECT_LT(compare(few, many).mean, 1e-3);
  renderer.take(frame_of(at_rest(wide)), display);
  EXPECT_EQ(renderer.statistics().topology_bytes,
            renderer.statistics().upload_bytes - 16u * sphere.positions.size());
}

// Boxes of tetrahedra, one after the other, as a body that is cut is from step to step: other topologies with
// more nodes and with fewer.
TEST_F(InOpenGl, a_body_whose_nodes_become_more_and_fewer_is_drawn_as_if_it_had_always_been_so) {
  std::vector<Frame> frames;
  for (const Index cells : {2, 7, 3, 12, 2})
    frames.push_back(frame_of(box_body({1, 0.1 * cells, 1}, {cells, cells, 2})));
  display.colouring = Colouring::kStress, display.volume = false;
  for (Frame& frame : frames)
    for (Index e = 0; e < frame.bodies[0].topology.elements->element_count(); ++e)
      frame.bodies[0].stress.push_back(static_cast<float>(e % 7));
  PictureTarget target(64, 48);
  const auto picture = [&](Renderer& drawn_by, const Frame& frame) {
    drawn_by.take(frame, display);
    target.bind();
    drawn_by.draw(camera_around(drawn_by.bounds(), {0, 1, 0}, 0.5, 0.4, 64.0 / 48), display, 64, 48);
    return target.read();
  };
  for (const bool wire : {false, true}) {
    display.wire = wire;
    for (const Frame& frame : frames) {
      Renderer fresh;
      EXPECT_EQ(compare(picture(renderer, frame), picture(fresh, frame)).mean, 0);
    }
  }
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
  glBlendEquation(GL_FUNC_REVERSE_SUBTRACT), glEnable(GL_SAMPLE_ALPHA_TO_COVERAGE);
  glDepthRange(0.3, 0.4);
  EXPECT_EQ(compare(clean, picture()).mean, 0);
}

// Broken in one place each.
std::vector<Frame> frames_that_do_not_fit() {
  const Frame whole = frame_of(cube_surface());
  std::vector<Frame> broken(10, whole);
  TopologyParts levels = own_nodes(cube_surface()), cuts = levels, bindings = levels;
  levels.elements.levels = {1, 2};
  cuts.surface.cuts = {1};
  bindings.embedding.node.pop_back();
  broken[0].bodies[0].topology = {};
  broken[1].bodies[0].positions.pop_back();
  broken[2].bodies[0].velocities.clear();
  broken[3].bodies[0].stress = {1, 2, 3};
  broken[4].bodies[0].topology = levels.shared();
  broken[5].bodies[0].topology = cuts.shared();
  broken[6].bodies[0].topology = bindings.shared();
  broken[7].bodies[0].topology.embedding = nullptr;
  broken[8].bodies[0].carriers.resize(3);
  broken[9].bodies[0].topology.carrier_embedding =
      std::make_shared<const Embedding>(embedding_on_own_nodes(8));
  broken.push_back(whole);
  broken.back().tools.emplace_back().name = "blade";  // without a shape
  return broken;
}

TEST_F(InOpenGl, after_a_frame_that_does_not_fit_there_is_none_until_the_next) {
  PictureTarget target(32, 32);
  Frame whole = frame_of(cube_surface());
  whole.bodies[0].arrows.push_back({ForceArrow::Kind::kPull, {1, 1, 1}, {1, 0, 0}});
  const Camera camera = camera_around({{-1, -1, -1}, {1, 1, 1}}, {0, 1, 0}, 0.5, 0.4, 1);
  display.wire = display.volume = display.fur = display.forces = true;
  auto picture = [&] {
    target.bind();
    renderer.draw(camera, display, 32, 32);
    return target.read();
  };
  renderer.take(whole, display);
  const Picture before = picture();
  renderer.take({}, display);
  const Picture nothing = picture();
  for (const Frame& frame : frames_that_do_not_fit()) {
    renderer.take(whole, display);
    EXPECT_THROW(renderer.take(frame, display), Error);
    EXPECT_TRUE(renderer.bounds().empty());
    EXPECT_EQ(renderer.statistics().triangles, 0);
    EXPECT_EQ(compare(picture(), nothing).mean, 0);
    renderer.take(whole, display);
    EXPECT_EQ(compare(picture(), before).mean, 0);
  }
}

TEST_F(InOpenGl, what_a_frame_was_not_taken_for_is_not_drawn) {
  PictureTarget target(48, 32);
  BodyFrame body = small_in_large();
  body.stress.assign(body.topology.elements->tetrahedra.size(), 1e3f);
  renderer.take(frame_of(body), display);
  const Camera camera = camera_around(renderer.bounds(), {0, 1, 0}, 0.5, 0.4, 1.5);
  auto picture = [&](const DisplayOptions& shown) {
    target.bind();
    renderer.draw(camera, shown, 48, 32);
    return target.read();
  };
  DisplayOptions more = display;
  more.wire = more.volume = more.fur = true;
  more.colouring = Colouring::kStress;
  EXPECT_EQ(compare(picture(more), picture(display)).mean, 0);
  renderer.take(frame_of(body), more);
  EXPECT_GT(compare(picture(more), picture(display)).mean, 0);
}

TEST_F(InOpenGl, a_picture_without_pixels_is_nothing_to_draw) {
  renderer.take(frame_of(cube_surface()), display);
  const Camera camera = camera_around(renderer.bounds(), {0, 1, 0}, 0, 0, 1);
  for (const auto& [width, height] : {std::pair{0, 32}, {32, 0}, {0, 0}, {-1, 32}})
    EXPECT_NO_THROW(renderer.draw(camera, display, width, height));
}

// A body without vertices, one vertex without a triangle, one of no size, one that is partly nowhere.
TEST_F(InOpenGl, bodies_with_hardly_anything_are_drawn_with_all_that_can_be_shown) {
  std::vector<Frame> frames(1);
  frames.push_back(frame_of(SurfaceMesh{}));
  frames.push_back(frame_of(SurfaceMesh{{{1, 2, 3}}, {}}));
  frames.push_back(frame_of(cube_surface()));
  for (Vec3& p : frames.back().bodies[0].positions) p = {4, 5, 6};
  for (const double bad : {double(NAN), double(INFINITY)}) {
    frames.push_back(frame_of(cube_surface()));
    frames.back().bodies[0].positions[3] = {bad, 0, -bad};
    frames.back().bodies[0].velocities[2] = {0, bad, 0};
    frames.back().bodies[0].stress.assign(12, static_cast<float>(bad));
  }
  PictureTarget target(48, 32);
  display.forces = true;
  for (Frame& frame : frames) {
    for (BodyFrame& body : frame.bodies)
      body.arrows.push_back({ForceArrow::Kind::kApplied, {0, 0, 0}, {1, 0, 0}});
    for (int what = 0; what < 5; ++what) {
      display.wire = what == 1, display.volume = what == 2, display.fur = what == 3;
      display.colouring = what == 4 ? Colouring::kStress : Colouring::kPlain;
      renderer.take(frame, display);
      target.bind();
      EXPECT_NO_THROW(renderer.draw(Camera{}, display, 48, 32));
      EXPECT_TRUE(renderer.bounds().empty() || is_finite(renderer.bounds().center()));
    }
  }
}

TEST_F(InOpenGl, the_ground_lies_below_the_first_bodies_that_are_seen) {
  PictureTarget target(48, 32);
  const Camera camera = camera_around({{-1, -1, -1}, {1, 1, 1}}, {0, 1, 0}, 0.5, 0.4, 1.5);
  auto picture = [&] {
    target.bind();
    renderer.draw(camera, display, 48, 32);
    return target.read();
  };
  renderer.take(frame_of(SurfaceMesh{}), display);
  renderer.take(frame_of(cube_surface()), display);
  const Picture found = picture();
  display.ground_height = -1;
  EXPECT_EQ(compare(found, picture()).mean, 0);
  display.ground = false;
  EXPECT_GT(compare(found, picture()).mean, 0.01);
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
