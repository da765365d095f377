#include "render/engine/tool_bodies.h"

#include <fmt/format.h>

#include <utility>

#include "sinew/base/error.h"
#include "sinew/embed/embedding.h"

namespace sinew {

namespace {

FrameTopology topology_of(const SurfaceMesh& shape) {
  FrameElements elements;
  elements.rest_positions = shape.positions;
  return make_topology({shape, {}}, embedding_on_own_nodes(shape.vertex_count()), std::move(elements));
}

}  // namespace

const std::vector<BodyFrame>& ToolBodies::take(const std::vector<ToolFrame>& tools) {
  shapes_.resize(tools.size());
  bodies_.resize(tools.size());
  for (std::size_t i = 0; i < tools.size(); ++i) {
    const ToolFrame& tool = tools[i];
    if (tool.shape == nullptr) throw Error(fmt::format("the tool '{}' has no shape", tool.name), "frame");
    BodyFrame& body = bodies_[i];
    if (shapes_[i] != tool.shape) {
      shapes_[i] = tool.shape;
      body.topology = topology_of(*tool.shape);
    }
    body.body = tool.name;
    body.positions.clear();
    for (const Vec3& p : tool.shape->positions) body.positions.push_back(tool.position + tool.axes * p);
    body.velocities.assign(body.positions.size(), Vec3{});
  }
  return bodies_;
}

}  // namespace sinew
