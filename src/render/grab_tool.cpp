#include "render/grab_tool.h"

#include "render/pick.h"

namespace sinew {

namespace {

// Of the patch that is held, in sizes of the body: about a finger's on a hand-sized one.
constexpr double kRadius = 0.05;

}  // namespace

bool GrabTool::begin(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) {
  const std::optional<Pick> hit = pick(pointer.frame, pointer.ray);
  if (!hit) return false;
  const BodyFrame& body = pointer.frame.bodies[hit->body];
  pull_ = make_pull(body, hit->point, kRadius * bounding_box(body.topology->surface.positions).diagonal());
  body_ = body.body;
  grabbed_ = hit->point;
  normal_ = normalized(pointer.camera.eye() - pointer.camera.target);
  offset_ = pull_.target - grabbed_;
  commands.emplace_back(SetPull{body_, pull_});
  return true;
}

void GrabTool::move(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) {
  const double approach = dot(pointer.ray.direction, normal_);
  if (approach > -1e-3) return;  // the camera was turned, and the ray passes the plane by
  const double t = dot(grabbed_ - pointer.ray.origin, normal_) / approach;
  pull_.target = pointer.ray.origin + t * pointer.ray.direction + offset_;
  commands.emplace_back(SetPull{body_, pull_});
}

void GrabTool::end(std::vector<SimulationCommand>& commands) {
  body_.clear();
  commands.emplace_back(ReleasePulls{});
}

std::vector<std::array<Vec3, 2>> GrabTool::lines(const Frame& frame) const {
  for (const BodyFrame& body : frame.bodies)
    if (body.body == body_) return {{pulled_point(pull_, body.positions), pull_.target}};
  return {};
}

}  // namespace sinew
