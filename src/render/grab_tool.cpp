#include "render/grab_tool.h"

#include <algorithm>

#include "sinew/render/viewer.h"

namespace sinew {

namespace {

// Of the patch that is held, in sizes of the body: about a finger's on a hand-sized one.
constexpr double kRadius = 0.05;

double radius_on(const BodyFrame& body) {
  return kRadius * bounding_box(body.topology.surface->mesh).diagonal();
}

Vec3 centroid_at_rest(const SurfaceMesh& surface, Index triangle) {
  const auto& [a, b, c] = surface.triangles[triangle];
  return (surface.positions[a] + surface.positions[b] + surface.positions[c]) / 3;
}

std::size_t nearest_point(std::span<const Vec3> points, const Vec3& to) {
  const auto nearer = [&](const Vec3& a, const Vec3& b) {
    return squared_norm(a - to) < squared_norm(b - to);
  };
  return static_cast<std::size_t>(std::min_element(points.begin(), points.end(), nearer) - points.begin());
}

}  // namespace

bool GrabTool::begin(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) {
  const std::optional<Pick> hit = pick(pointer.frame, pointer.ray);
  if (!hit) return false;
  const BodyFrame& body = pointer.frame.bodies[hit->body];
  pull_ = make_pull(body, hit->point, radius_on(body));
  body_ = body.body;
  elements_ = body.topology.elements;
  rest_ = centroid_at_rest(body.topology.surface->mesh, hit->triangle);
  grabbed_ = hit->point;
  normal_ = normalized(pointer.camera.eye() - pointer.camera.target);
  offset_ = pull_.target - grabbed_;
  commands.emplace_back(SetPull{body_, pull_, elements_});
  return true;
}

void GrabTool::move(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) {
  const double approach = dot(pointer.ray.direction, normal_);
  if (approach > -1e-3) return;  // the camera was turned, and the ray passes the plane by
  const double t = dot(grabbed_ - pointer.ray.origin, normal_) / approach;
  const BodyFrame* body = held(pointer.frame);
  if (body == nullptr) return;
  pull_ = pull_of(*body);
  elements_ = body->topology.elements;
  pull_.target = pointer.ray.origin + t * pointer.ray.direction + offset_;
  commands.emplace_back(SetPull{body_, pull_, elements_});
}

void GrabTool::end(std::vector<SimulationCommand>& commands) {
  body_.clear();
  commands.emplace_back(ReleasePulls{});
}

std::vector<std::array<Vec3, 2>> GrabTool::lines(const Frame& frame) const {
  const BodyFrame* body = held(frame);
  if (body == nullptr) return {};
  return {{pulled_point(pull_of(*body), body->positions), pull_.target}};
}

const BodyFrame* GrabTool::held(const Frame& frame) const {
  for (const BodyFrame& body : frame.bodies)
    if (body.body == body_) return &body;
  return nullptr;
}

Pull GrabTool::pull_of(const BodyFrame& body) const {
  if (body.topology.elements == elements_) return pull_;
  const std::size_t vertex = nearest_point(body.topology.surface->mesh.positions, rest_);
  Pull pull = make_pull(body, surface_positions(body)[vertex], radius_on(body));
  pull.target = pull_.target;
  return pull;
}

}  // namespace sinew
