#include "render/engine/body_on_gpu.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "body/frame_elements.h"
#include "mesh/surface_topology.h"
#include "sinew/embed/embedding.h"

namespace sinew {

namespace {

// The nodes, of `count`, that move some point, ascending.
std::vector<Index> nodes_that_move(const Embedding& embedding, std::size_t count) {
  std::vector<std::uint8_t> moves(count, 0);
  for (std::size_t i = 0; i < embedding.node.size(); ++i)
    if (embedding.weight[i] != 0) moves[embedding.node[i]] = 1;
  std::vector<Index> nodes;
  for (std::size_t v = 0; v < moves.size(); ++v)
    if (moves[v]) nodes.push_back(static_cast<Index>(v));
  return nodes;
}

// The nodes that are not of a crumb; none if there is no crumb.
std::vector<Index> nodes_without_crumbs(const FrameElements& elements) {
  const std::vector<std::uint8_t> crumbs = crumb_nodes(elements);
  std::vector<Index> nodes;
  if (std::ranges::find(crumbs, 1) == crumbs.end()) return nodes;
  for (std::size_t v = 0; v < crumbs.size(); ++v)
    if (crumbs[v] == 0) nodes.push_back(static_cast<Index>(v));
  return nodes;
}

std::vector<Index> all_of(std::size_t count) {
  std::vector<Index> nodes(count);
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

std::size_t take_surface(BodyOnGpu& body) {
  const FrameSurface& surface = *body.topology.surface;
  body.closed = is_closed_and_oriented(surface.mesh.triangles) && signed_volume(surface.mesh) > 0;
  body.size = bounding_box(surface.mesh).diagonal();
  return body.surface.set_surface(surface);
}

// Chooses the nodes to send, and tells the surface where it finds them.
std::size_t take_embedding(BodyOnGpu& body) {
  const Embedding* embedding = body.topology.embedding.get();
  const Embedding* carriers = body.topology.carrier_embedding.get();
  std::size_t count = carriers != nullptr ? static_cast<std::size_t>(carriers->point_count())
                                          : body.topology.elements->rest_positions.size();
  Embedding of_vertices;
  body.places_vertices = most_nodes_per_point(*embedding) > DeformedSurface::kMostNodes;
  if (body.places_vertices) {
    of_vertices = embedding_on_own_nodes(embedding->point_count());
    count = static_cast<std::size_t>(embedding->point_count());
    embedding = &of_vertices;
  }
  std::vector<Index> nodes = nodes_that_move(*embedding, count);
  // What a node of weight zero adds is nothing, whichever slot it is read from.
  std::vector<Index> slots(count, 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) slots[nodes[i]] = static_cast<Index>(i);
  const std::size_t bytes = body.surface.set_embedding(*embedding, slots);
  body.velocities.set_nodes(nodes);
  body.moving_nodes.set_nodes(std::move(nodes));
  return bytes;
}

void take_elements(BodyOnGpu& body) {
  body.crumbless = nodes_without_crumbs(*body.topology.elements);
  body.all_nodes.set_nodes(all_of(body.topology.elements->rest_positions.size()));
}

// What the surface is moved by.
struct MovingValues {
  std::vector<Vec3> positions, velocities;
  std::vector<float> scalars;
};

MovingValues blended(const Embedding& embedding, const MovingValues& of_nodes) {
  MovingValues values{embedded_positions(embedding, of_nodes.positions),
                      embedded_positions(embedding, of_nodes.velocities),
                      {}};
  if (!of_nodes.scalars.empty()) values.scalars = embedded_values(embedding, of_nodes.scalars);
  return values;
}

// Of carriers, or of vertices that are placed here.
MovingValues moving_values(const BodyOnGpu& body, const BodyFrame& frame, const std::vector<float>& scalars) {
  MovingValues values{frame.positions, frame.velocities, scalars};
  if (body.topology.carrier_embedding != nullptr) {
    values = blended(*body.topology.carrier_embedding, values);
    values.positions = frame.carriers;
  }
  return body.places_vertices ? blended(*body.topology.embedding, values) : values;
}

// Checks every point only if one is not finite: that took 7 us, and the rest of a frame takes 15.
Box3 finite_bounds(std::span<const Vec3> points) {
  Box3 box = bounding_box(points);
  if (is_finite(box.lower) && is_finite(box.upper)) return box;
  box = {};
  for (const Vec3& p : points)
    if (is_finite(p)) box.extend(p);
  return box;
}

Box3 stage_of(const BodyOnGpu& body, std::span<const Vec3> positions) {
  if (body.crumbless.empty()) return body.bounds;
  Box3 box;
  for (const Index v : body.crumbless)
    if (is_finite(positions[v])) box.extend(positions[v]);
  return box;
}

}  // namespace

TakenTopology take_topology(BodyOnGpu& body, const BodyFrame& frame, const DisplayOptions& display) {
  const FrameTopology& topology = frame.topology;
  const FrameTopology before = std::exchange(body.topology, topology);
  TakenTopology taken;
  taken.surface = before.surface != topology.surface;
  taken.embedding = taken.surface || before.embedding != topology.embedding;
  if (taken.surface) taken.bytes += take_surface(body);
  if (taken.embedding) taken.bytes += take_embedding(body);
  if (before.elements != topology.elements) take_elements(body);
  const auto& shown = body.section.take(display.section, topology.elements, frame.placement);
  if (display.wire) taken.bytes += body.wire.set_elements(shown);
  if (display.volume) taken.bytes += body.cast.set_elements(shown);
  return taken;
}

std::size_t take_values(BodyOnGpu& body, const BodyFrame& frame, const DisplayOptions& display,
                        const std::vector<float>& scalars) {
  body.bounds = finite_bounds(frame.positions);
  body.bounds.extend(finite_bounds(frame.carriers));
  body.stage = stage_of(body, frame.positions);
  body.origin = body.bounds.empty() ? Vec3{} : body.bounds.center();
  std::size_t bytes = 0;
  const auto send_moving = [&](const std::vector<Vec3>& positions, const std::vector<Vec3>& velocities,
                               const std::vector<float>& moving_scalars) {
    bytes += body.moving_nodes.upload(positions, body.origin, moving_scalars);
    if (display.fur) bytes += body.velocities.upload(velocities, {}, {});
  };
  if (body.topology.carrier_embedding == nullptr && !body.places_vertices) {
    send_moving(frame.positions, frame.velocities, scalars);
  } else {
    const MovingValues values = moving_values(body, frame, scalars);
    send_moving(values.positions, values.velocities, values.scalars);
  }
  if (display.wire || display.volume) bytes += body.all_nodes.upload(frame.positions, body.origin, scalars);
  return bytes;
}

}  // namespace sinew
