#include "render/engine/body_on_gpu.h"

#include <algorithm>
#include <numeric>

#include "body/frame_elements.h"
#include "mesh/surface_topology.h"

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

// The nodes that are not of a crumb; none where there is no crumb.
std::vector<Index> nodes_without_crumbs(const FrameTopology& topology) {
  const std::vector<std::uint8_t> crumbs = crumb_nodes(topology);
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

// Makes the surface that of the topology, and chooses the nodes to send.
std::size_t take_surface(BodyOnGpu& body, std::shared_ptr<const FrameTopology> topology) {
  body.topology = std::move(topology);
  const FrameTopology& now = *body.topology;
  body.closed = is_closed_and_oriented(now.surface.triangles) && signed_volume(now.surface) > 0;
  body.size = bounding_box(now.surface).diagonal();
  body.crumbless = nodes_without_crumbs(now);
  std::vector<Index> nodes = nodes_that_move(now);
  // What a node of weight zero adds is nothing, whichever slot it is read from.
  std::vector<Index> slots(now.rest_positions.size(), 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) slots[nodes[i]] = static_cast<Index>(i);
  const std::size_t bytes = body.surface.set_topology(now, slots);
  body.all_nodes.set_nodes(all_of(now.rest_positions.size()));
  body.velocities.set_nodes(nodes);
  body.moving_nodes.set_nodes(std::move(nodes));
  return bytes;
}

// Asks every point only where one is not: that took 7 us where all else of a frame takes 15.
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

std::size_t take_topology(BodyOnGpu& body, const std::shared_ptr<const FrameTopology>& topology,
                          const DisplayOptions& display) {
  std::size_t bytes = 0;
  if (body.topology != topology) bytes += take_surface(body, topology);
  if (display.wire) bytes += body.wire.set_topology(topology);
  if (display.volume) bytes += body.cast.set_topology(topology);
  return bytes;
}

std::size_t take_values(BodyOnGpu& body, const BodyFrame& frame, const DisplayOptions& display,
                        const std::vector<float>& scalars) {
  body.bounds = finite_bounds(frame.positions);
  body.stage = stage_of(body, frame.positions);
  body.origin = body.bounds.empty() ? Vec3{} : body.bounds.center();
  std::size_t bytes = body.moving_nodes.upload(frame.positions, body.origin, scalars);
  if (display.wire || display.volume) bytes += body.all_nodes.upload(frame.positions, body.origin, scalars);
  if (display.fur) bytes += body.velocities.upload(frame.velocities, {}, {});
  return bytes;
}

}  // namespace sinew
