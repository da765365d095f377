#include "render/engine/whole_frame.h"

#include <fmt/format.h>

#include "base/error.h"

namespace sinew {

namespace {

void require(bool fits, const BodyFrame& body, const char* what) {
  if (!fits) throw Error(fmt::format("there are not as many {} as the topology says", what), body.body);
}

}  // namespace

void require_whole(const BodyFrame& body) {
  if (body.topology == nullptr) throw Error("the frame has no topology", body.body);
  const FrameTopology& topology = *body.topology;
  const Bindings& bindings = topology.bindings;
  const std::size_t nodes = topology.rest_positions.size(), triangles = topology.surface.triangles.size();
  const auto elements = static_cast<std::size_t>(topology.element_count());
  const std::size_t bound = topology.surface.positions.size() * static_cast<std::size_t>(bindings.per_point);
  auto none_or = [](std::size_t size, std::size_t count) { return size == 0 || size == count; };
  require(body.positions.size() == nodes, body, "positions");
  require(body.velocities.size() == nodes, body, "velocities");
  require(none_or(body.stress.size(), elements), body, "stresses");
  require(none_or(topology.levels.size(), elements), body, "levels");
  require(none_or(topology.cut_faces.size(), triangles), body, "marks of cut faces");
  require(bindings.nodes.size() == bound && bindings.weights.size() == bound, body, "bindings");
}

}  // namespace sinew
