#include "render/renderer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "render/engine/body_on_gpu.h"
#include "render/engine/colour_map.h"
#include "render/engine/draw_context.h"
#include "render/engine/force_glyphs.h"
#include "render/engine/fur.h"
#include "render/engine/surface_pass.h"
#include "render/engine/tool_bodies.h"
#include "render/engine/volume.h"
#include "render/engine/wire.h"

namespace sinew {

namespace {

// The nodes that move some vertex of the surface, ascending.
std::vector<Index> nodes_that_move(const FrameTopology& topology) {
  std::vector<std::uint8_t> moves(topology.rest_positions.size(), 0);
  const Bindings& bindings = topology.bindings;
  for (std::size_t i = 0; i < bindings.nodes.size(); ++i)
    if (bindings.weights[i] != 0) moves[bindings.nodes[i]] = 1;
  std::vector<Index> nodes;
  for (std::size_t v = 0; v < moves.size(); ++v)
    if (moves[v]) nodes.push_back(static_cast<Index>(v));
  return nodes;
}

std::vector<Index> all_of(std::size_t count) {
  std::vector<Index> nodes(count);
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

// Sends bindings of a new topology; returns the bytes sent.
std::size_t take_topology(BodyOnGpu& body, std::shared_ptr<const FrameTopology> topology) {
  body.topology = std::move(topology);
  const FrameTopology& now = *body.topology;
  body.size = bounding_box(now.surface).diagonal();
  std::vector<Index> nodes = nodes_that_move(now);
  // Nodes of weight zero are never read, so any slot serves them.
  std::vector<Index> slots(now.rest_positions.size(), 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) slots[nodes[i]] = static_cast<Index>(i);
  const std::size_t bytes = body.surface.set_topology(now, slots);
  body.all_nodes.set_nodes(all_of(now.rest_positions.size()));
  body.velocities.set_nodes(nodes);
  body.moving_nodes.set_nodes(std::move(nodes));
  return bytes;
}

// Per node, what is coloured; empty where nothing is.
std::vector<float> scalars_of(const BodyFrame& frame, const DisplayOptions& display) {
  const FrameTopology& topology = *frame.topology;
  if (display.colouring == Colouring::kLevels && !topology.levels.empty())
    return node_values(topology, {topology.levels.begin(), topology.levels.end()});
  const bool wants_stress = display.colouring == Colouring::kStress || display.volume;
  if (wants_stress && !frame.stress.empty()) return node_values(topology, frame.stress);
  return {};
}

}  // namespace

struct Renderer::Parts {
  std::vector<BodyOnGpu> bodies, tools;
  std::array<float, 2> scalar_range{0, 0};  // of the frame
  RenderStatistics statistics;
  SurfacePrograms surface_programs;
  SurfacePass surface_pass;
  Wire wire;
  Fur fur;
  Volume volume;
  ForceGlyphs forces;
  ToolBodies tool_bodies;
  ColourMapTexture colours;

  void take(BodyOnGpu& body, const BodyFrame& frame, const DisplayOptions& display);
  void widen_range(const std::vector<float>& scalars, std::span<const Index> nodes);
  void move_surfaces(bool with_fur);
  DrawContext context(const Camera& camera, const DisplayOptions& display, int width, int height);
  void draw_bodies(const DrawContext& context);
  Box3 bounds() const;
};

void Renderer::Parts::widen_range(const std::vector<float>& scalars, std::span<const Index> nodes) {
  if (scalars.empty()) return;
  for (const Index v : nodes) {
    scalar_range[0] = std::min(scalar_range[0], scalars[v]);
    scalar_range[1] = std::max(scalar_range[1], scalars[v]);
  }
}

void Renderer::Parts::take(BodyOnGpu& body, const BodyFrame& frame, const DisplayOptions& display) {
  if (body.topology != frame.topology) statistics.topology_bytes += take_topology(body, frame.topology);
  body.bounds = bounding_box(frame.positions);
  body.origin = body.bounds.empty() ? Vec3{} : body.bounds.center();
  const std::vector<float> scalars = scalars_of(frame, display);
  widen_range(scalars, display.volume ? body.all_nodes.nodes() : body.moving_nodes.nodes());
  statistics.upload_bytes += body.moving_nodes.upload(frame.positions, body.origin, scalars);
  if (display.wire || display.volume)
    statistics.upload_bytes += body.all_nodes.upload(frame.positions, body.origin, scalars);
  if (display.wire) statistics.topology_bytes += body.wire.set_topology(frame.topology);
  if (display.volume) statistics.topology_bytes += body.cast.set_topology(frame.topology);
  if (display.fur) statistics.upload_bytes += body.velocities.upload(frame.velocities, {}, {});
  statistics.triangles += body.surface.triangle_count();
  statistics.moving_nodes += static_cast<Index>(body.moving_nodes.nodes().size());
}

void Renderer::Parts::move_surfaces(bool with_fur) {
  for (BodyOnGpu& body : bodies) body.surface.move(surface_programs, body.moving_nodes);
  for (BodyOnGpu& tool : tools) tool.surface.move(surface_programs, tool.moving_nodes);
  if (with_fur)
    for (BodyOnGpu& body : bodies) body.surface.carry(surface_programs, body.velocities);
}

Box3 Renderer::Parts::bounds() const {
  Box3 box;
  for (const BodyOnGpu& body : bodies) box.extend(body.bounds);
  for (const BodyOnGpu& tool : tools) box.extend(tool.bounds);
  return box;
}

namespace {

// The key light stands to the left of the eye and above it, as if the scene were turned before camera and
// lights that stay where they are: every side of a body shows in the same light.
Vec3 light_of(const Camera& camera) {
  constexpr double kAside = 0.7, kElevation = 0.95;  // rad
  Camera lamp = camera;
  lamp.azimuth -= kAside;
  lamp.elevation = kElevation;
  return normalized(lamp.eye() - lamp.target);
}

}  // namespace

DrawContext Renderer::Parts::context(const Camera& camera, const DisplayOptions& display, int width,
                                     int height) {
  DrawContext context{.camera = camera, .display = display, .width = width, .height = height};
  context.origin = camera.target;
  context.bounds = bounds();
  context.view = camera.view();
  context.projection = camera.projection(static_cast<double>(width) / height, context.bounds);
  context.light = light_of(camera);
  context.range = scalar_range;
  if (display.range)
    context.range = {static_cast<float>((*display.range)[0]), static_cast<float>((*display.range)[1])};
  if (!(context.range[1] > context.range[0])) context.range[1] = context.range[0] + 1;
  colours.set(display.colours);
  context.colour_map = colours.name();
  return context;
}

void Renderer::Parts::draw_bodies(const DrawContext& context) {
  const DisplayOptions& display = context.display;
  for (const BodyOnGpu& body : bodies) {
    if (display.wire) wire.draw(context, body);
    const bool opaque = body.is_sheet() || !display.volume;
    if (!display.surface || display.wire || !opaque) continue;
    surface_pass.draw(context, body);
    if (display.fur) fur.draw(context, body);
  }
  for (const BodyOnGpu& tool : tools) surface_pass.draw(context, tool);
  if (display.forces) forces.draw(context);
  if (display.volume && !display.wire) volume.draw(context, bodies);
}

Renderer::Renderer() : parts_(std::make_unique<Parts>()) {}
Renderer::~Renderer() = default;

void Renderer::take(const Frame& frame, const DisplayOptions& display) {
  parts_->statistics = {};
  parts_->scalar_range = {0, 0};
  parts_->bodies.resize(frame.bodies.size());
  for (std::size_t b = 0; b < frame.bodies.size(); ++b) {
    BodyOnGpu& body = parts_->bodies[b];
    parts_->take(body, frame.bodies[b], display);
    const bool given = b < display.body_colours.size() && display.body_colours[b];
    body.colour = given ? *display.body_colours[b] : body_colour(static_cast<Index>(b));
  }
  const std::vector<BodyFrame>& tools = parts_->tool_bodies.take(frame.tools);
  parts_->tools.resize(tools.size());
  for (std::size_t t = 0; t < tools.size(); ++t) {
    parts_->take(parts_->tools[t], tools[t], DisplayOptions{});
    parts_->tools[t].colour = ToolBodies::kColour;
  }
  parts_->forces.take(frame);
  parts_->statistics.upload_bytes += parts_->statistics.topology_bytes;
  require_no_gl_error("sending a frame to the graphics card");
}

void Renderer::draw(const Camera& camera, const DisplayOptions& display, int width, int height) {
  GLint framebuffer = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
  const DrawContext context = parts_->context(camera, display, width, height);
  parts_->move_surfaces(display.fur);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(framebuffer));
  glViewport(0, 0, width, height);
  glClearColor(0.93f, 0.94f, 0.95f, 1);
  glDepthMask(GL_TRUE);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  parts_->draw_bodies(context);
  require_no_gl_error("drawing");
}

const RenderStatistics& Renderer::statistics() const { return parts_->statistics; }
Box3 Renderer::bounds() const { return parts_->bounds(); }

}  // namespace sinew
