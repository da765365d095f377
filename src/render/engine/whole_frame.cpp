#include "render/engine/whole_frame.h"

#include <fmt/format.h>

#include "sinew/base/error.h"
#include "sinew/embed/embedding.h"

namespace sinew {

namespace {

void require(bool fits, const BodyFrame& body, const char* what) {
  if (!fits) throw Error(fmt::format("there are not as many {} as the topology says", what), body.body);
}

bool binds(const Embedding& embedding, std::size_t points) {
  return embedding.start.size() == points + 1 && embedding.node.size() == embedding.weight.size() &&
         static_cast<std::size_t>(embedding.start.back()) == embedding.node.size();
}

}  // namespace

void require_whole(const BodyFrame& body) {
  const FrameTopology& topology = body.topology;
  if (topology.surface == nullptr || topology.embedding == nullptr || topology.elements == nullptr)
    throw Error("the frame has no topology", body.body);
  const FrameSurface& surface = *topology.surface;
  const FrameElements& elements = *topology.elements;
  const std::size_t nodes = elements.rest_positions.size(), triangles = surface.mesh.triangles.size();
  const auto element_count = static_cast<std::size_t>(elements.element_count());
  auto none_or = [](std::size_t size, std::size_t count) { return size == 0 || size == count; };
  require(body.positions.size() == nodes, body, "positions");
  require(body.velocities.size() == nodes, body, "velocities");
  require(none_or(body.stress.size(), element_count), body, "stresses");
  require(none_or(elements.levels.size(), element_count), body, "levels");
  require(none_or(surface.cuts.size(), triangles), body, "marks of cut faces");
  require(binds(*topology.embedding, surface.mesh.positions.size()), body, "bindings");
  const Embedding* carriers = topology.carrier_embedding.get();
  require(body.carriers.empty() || carriers != nullptr, body, "bindings of carriers");
  require(carriers == nullptr || binds(*carriers, body.carriers.size()), body, "carriers");
}

}  // namespace sinew
