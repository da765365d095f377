#include "sinew/render/renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "body/frame_elements.h"
#include "record/body_colours.h"
#include "render/engine/body_on_gpu.h"
#include "render/engine/colour_map.h"
#include "render/engine/contact_marks.h"
#include "render/engine/draw_context.h"
#include "render/engine/force_glyphs.h"
#include "render/engine/fur.h"
#include "render/engine/ground.h"
#include "render/engine/overlay.h"
#include "render/engine/shadow_map.h"
#include "render/engine/surface_pass.h"
#include "render/engine/tool_bodies.h"
#include "render/engine/volume.h"
#include "render/engine/whole_frame.h"
#include "render/engine/wire.h"

namespace sinew {

namespace {

// Per node, what is coloured; empty if nothing is.
std::vector<float> scalars_of(const BodyFrame& frame, const DisplayOptions& display) {
  const FrameElements& elements = *frame.topology.elements;
  if (display.colouring == Colouring::kLevels) {
    if (elements.levels.empty()) return {};
    return node_values(elements, {elements.levels.begin(), elements.levels.end()});
  }
  const bool wants_stress = display.colouring == Colouring::kStress || display.volume;
  if (wants_stress && !frame.stress.empty()) return node_values(elements, frame.stress);
  return {};
}

// The key light stands to the left of the eye and above it, as if the scene were turned before camera and
// lights that stay where they are: every side of a body shows in the same light.
Vec3 light_of(const Camera& camera) {
  constexpr double kAside = 0.8, kElevation = 0.95;  // rad
  Camera lamp = camera;
  lamp.azimuth -= kAside;
  lamp.elevation = kElevation;
  return normalized(lamp.eye() - lamp.target);
}

// A section shows the simulation mesh.
DisplayOptions with_mesh_of_section(DisplayOptions display) {
  display.wire |= display.section && !display.volume;
  return display;
}

// As much of what is wanted as was taken.
DisplayOptions shown_of(const DisplayOptions& wanted, const DisplayOptions& taken) {
  DisplayOptions shown = with_mesh_of_section(wanted);
  shown.section = wanted.section ? taken.section : std::nullopt;
  shown.wire = shown.wire && taken.wire;
  shown.volume = wanted.volume && taken.volume;
  shown.fur = wanted.fur && taken.fur;
  if (wanted.colouring != Colouring::kPlain) shown.colouring = taken.colouring;
  return shown;
}

// Undoes what others may have left; each pass sets depth, blending and culling itself.
void reset_state() {
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
  glEnable(GL_MULTISAMPLE);
  glBlendEquation(GL_FUNC_ADD);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_TRUE);
  glClearDepth(1);
  glDepthRange(0, 1);
}

// Whether a body is shown by what is inside it.
bool shows_inside(const DisplayOptions& display, const BodyOnGpu& body) {
  return display.volume && body.has_inside();
}

// Of all surfaces but for crumbs; nothing if there are none.
std::optional<double> lowest_of(const Frame& frame, const Vec3& up) {
  double height = std::numeric_limits<double>::infinity();
  for (const BodyFrame& body : frame.bodies)
    for (const Vec3& p : surface_without_crumbs(body))
      if (is_finite(p)) height = std::min(height, dot(p, up));
  return std::isfinite(height) ? std::optional(height) : std::nullopt;
}

// Of the frame taken last.
struct FrameSummary {
  RenderStatistics statistics;
  bool has_scalar = false;
  std::array<float, 2> scalar_range{0, 0};  // if there is one
  int levels = 1;
};

}  // namespace

struct Renderer::Parts {
  std::vector<BodyOnGpu> bodies;  // tools behind them
  ToolBodies tool_bodies;
  FrameSummary summary;
  std::optional<double> lowest;  // of the surfaces in the first frame that has some, along up
  DisplayOptions taken;          // what the frame was taken for

  SurfacePrograms surface_programs;
  ColourMapTexture colours;
  ShadowMap shadow_map;
  Ground ground;
  SurfacePass surface_pass;
  Wire wire;
  Fur fur;
  Volume volume;
  ForceGlyphs forces;
  ContactMarks contacts;
  Overlay overlay;

  void take(const Frame& frame, const DisplayOptions& display);
  void take(BodyOnGpu& body, const BodyFrame& frame, const DisplayOptions& display);
  void forget();
  void note_scalars(const BodyOnGpu& body, const std::vector<float>& scalars, const DisplayOptions& display);
  Box3 bounds() const;
  Box3 stage(bool with_tools) const;
  std::array<float, 2> range(const DisplayOptions& display) const;
  DrawContext context(const Camera& camera, const DisplayOptions& display, int width, int height);
  void take_tools(const std::vector<ToolFrame>& tools);
  void move_surfaces(const DisplayOptions& display);
  void draw_opaque(const DrawContext& context, const BodyOnGpu& body) const;
  void draw_blended(const DrawContext& context);
  double ground_height(const DisplayOptions& display) const;
  OverlayText overlay_text(const DrawContext& context) const;
};

void Renderer::Parts::forget() {
  bodies.clear();
  forces.take({}), contacts.take({});
  summary = {};
}

void Renderer::Parts::take(const Frame& frame, const DisplayOptions& display) {
  summary = {};
  taken = display;
  bodies.resize(frame.bodies.size() + frame.tools.size());
  for (std::size_t b = 0; b < frame.bodies.size(); ++b) {
    require_whole(frame.bodies[b]);
    take(bodies[b], frame.bodies[b], display);
    bodies[b].is_tool = false;
    bodies[b].colour = body_colour(static_cast<Index>(b), display.body_colours);
  }
  take_tools(frame.tools);
  forces.take(frame), contacts.take(frame);
  summary.statistics.upload_bytes += summary.statistics.topology_bytes;
  if (!lowest) lowest = lowest_of(frame, display.up);
  move_surfaces(display);
}

void Renderer::Parts::take(BodyOnGpu& body, const BodyFrame& frame, const DisplayOptions& display) {
  const TakenTopology taken_topology = take_topology(body, frame, display);
  summary.statistics.topology_bytes += taken_topology.bytes;
  summary.statistics.surfaces_built += taken_topology.surface;
  summary.statistics.embeddings_sent += taken_topology.embedding;
  const std::vector<float> scalars = scalars_of(frame, display);
  summary.statistics.upload_bytes += take_values(body, frame, display, scalars);
  summary.statistics.triangles += body.surface.triangle_count();
  summary.statistics.moving_nodes += static_cast<Index>(body.moving_nodes.nodes().size());
  note_scalars(body, scalars, display);
}

void Renderer::Parts::take_tools(const std::vector<ToolFrame>& tools) {
  const std::vector<BodyFrame>& frames = tool_bodies.take(tools);
  const std::size_t first = bodies.size() - frames.size();
  for (std::size_t t = 0; t < frames.size(); ++t) {
    BodyOnGpu& tool = bodies[first + t];
    take(tool, frames[t], DisplayOptions{});
    tool.is_tool = true;
    tool.colour = ToolBodies::kColour;
  }
}

void Renderer::Parts::note_scalars(const BodyOnGpu& body, const std::vector<float>& scalars,
                                   const DisplayOptions& display) {
  const auto& element_levels = body.topology.elements->levels;
  if (!element_levels.empty())
    summary.levels =
        std::max(summary.levels, 1 + *std::max_element(element_levels.begin(), element_levels.end()));
  if (scalars.empty()) return;
  for (const auto& [x, y, z, scalar] : (display.volume ? body.all_nodes : body.moving_nodes).sent())
    if (std::isfinite(scalar)) summary.scalar_range[1] = std::max(summary.scalar_range[1], scalar);
  summary.has_scalar = true;
}

void Renderer::Parts::move_surfaces(const DisplayOptions& display) {
  for (BodyOnGpu& body : bodies) {
    body.surface.move(surface_programs, body.moving_nodes);
    if (display.fur && !body.is_tool) body.surface.carry(surface_programs, body.velocities);
  }
}

Box3 Renderer::Parts::bounds() const {
  Box3 box;
  for (const BodyOnGpu& body : bodies) box.extend(body.bounds);
  return box;
}

Box3 Renderer::Parts::stage(bool with_tools) const {
  Box3 box;
  for (const BodyOnGpu& body : bodies)
    if (with_tools || !body.is_tool) box.extend(body.stage);
  return box;
}

std::array<float, 2> Renderer::Parts::range(const DisplayOptions& display) const {
  std::array<float, 2> found = summary.scalar_range;
  if (display.colouring == Colouring::kLevels)
    found = {0, static_cast<float>(summary.levels - 1)};
  else if (display.range)
    found = {static_cast<float>((*display.range)[0]), static_cast<float>((*display.range)[1])};
  if (!(found[1] > found[0])) found[1] = found[0] + 1;
  return found;
}

DrawContext Renderer::Parts::context(const Camera& camera, const DisplayOptions& display, int width,
                                     int height) {
  DrawContext context{.camera = camera, .display = display, .width = width, .height = height};
  context.origin = camera.target;
  context.bounds = bounds();
  if (context.bounds.empty()) context.bounds.extend(camera.target);
  context.stage = stage(true);
  if (context.stage.empty()) context.stage = context.bounds;
  context.bodies = stage(false);
  context.view = camera.view();
  // Fur and arrows reach out of the bodies.
  const double reach = (display.fur ? display.fur_length : 0) + (display.forces ? ForceGlyphs::kLongest : 0);
  context.projection = camera.projection(static_cast<double>(width) / height,
                                         context.bounds.inflated(reach * context.bounds.diagonal()));
  context.light = light_of(camera);
  context.range = range(display);
  colours.set(display.colours);
  context.colour_map = colours.name();
  return context;
}

void Renderer::Parts::draw_opaque(const DrawContext& context, const BodyOnGpu& body) const {
  const DisplayOptions& display = context.display;
  if (body.is_tool) {
    surface_pass.draw(context, body);
  } else if (shows_inside(display, body)) {
    return;
  } else if (display.wire) {
    wire.draw_faces(context, body);
  } else if (display.surface) {
    surface_pass.draw(context, body);
    if (display.fur) fur.draw(context, body);
  }
}

void Renderer::Parts::draw_blended(const DrawContext& context) {
  const DisplayOptions& display = context.display;
  if (display.volume) volume.draw(context, bodies);
  for (const BodyOnGpu& body : bodies) {
    if (!display.wire || body.is_tool) continue;
    if (shows_inside(display, body)) wire.draw_depth(context, body);
    wire.draw_lines(context, body);
  }
  if (display.contacts) contacts.draw(context);
  if (display.forces) forces.draw(context);
}

double Renderer::Parts::ground_height(const DisplayOptions& display) const {
  return display.ground_height.value_or(lowest.value_or(0));
}

OverlayText Renderer::Parts::overlay_text(const DrawContext& context) const {
  const DisplayOptions& display = context.display;
  OverlayText text;
  text.title = display.title;
  if (!display.legend) return text;
  if (display.ground)
    text.scale = fmt::format("grid {}", length_text(grid_spacing(context.stage.diagonal())));
  const ColourMap* map = &colour_map(display.colours);
  if (display.colouring == Colouring::kLevels)
    text.legend = {.name = "level", .unit = "", .range = {}, .levels = summary.levels, .colours = map};
  else if (summary.has_scalar)
    text.legend = {.name = "von Mises stress",
                   .unit = "Pa",
                   .range = {context.range[0], context.range[1]},
                   .levels = 0,
                   .colours = map};
  return text;
}

Renderer::Renderer() : parts_(std::make_unique<Parts>()) {}
Renderer::~Renderer() = default;

void Renderer::take(const Frame& frame, const DisplayOptions& display) {
  const KeptFramebuffer bound;
  reset_state();
  try {
    parts_->take(frame, with_mesh_of_section(display));
    require_no_gl_error("sending a frame to the graphics card");
  } catch (...) {
    parts_->forget();
    throw;
  }
}

void Renderer::draw(const Camera& camera, const DisplayOptions& display, int width, int height) {
  if (width < 1 || height < 1) return;
  Parts& parts = *parts_;
  const KeptFramebuffer bound;
  reset_state();
  const DisplayOptions shown = shown_of(display, parts.taken);
  DrawContext context = parts.context(camera, shown, width, height);
  if (shown.shadows) parts.shadow_map.draw(context, parts.bodies);

  bound.bind();
  glViewport(0, 0, width, height);
  glClear(GL_DEPTH_BUFFER_BIT);
  for (const BodyOnGpu& body : parts.bodies) parts.draw_opaque(context, body);
  parts.ground.draw(context, parts.ground_height(shown));
  parts.draw_blended(context);
  parts.ground.draw_pane(context, parts.ground_height(shown));
  parts.overlay.draw(parts.overlay_text(context), width, height);
  require_no_gl_error("drawing");
}

const RenderStatistics& Renderer::statistics() const { return parts_->summary.statistics; }
Box3 Renderer::bounds() const { return parts_->bounds(); }

}  // namespace sinew
