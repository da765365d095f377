#include "render/feel_tool.h"

#include <algorithm>

namespace sinew {

namespace {

// Of the size of the body.
constexpr double kPatch = 0.03, kReach = 0.2, kClear = 0.03, kShaft = 0.15;
// Sizes of the body in a second.
constexpr double kSpeed = 2;

double size_of_body(const BodyFrame& body) { return bounding_box(body.topology.surface->mesh).diagonal(); }

Vec3 normal_towards(const BodyFrame& body, Index triangle, const Ray& ray) {
  const std::vector<Vec3> x = surface_positions(body);
  const auto& [a, b, c] = body.topology.surface->mesh.triangles[triangle];
  const Vec3 n = normalized(cross(x[b] - x[a], x[c] - x[a]));
  return dot(n, ray.direction) > 0 ? -n : n;
}

}  // namespace

bool FeelTool::begin(const ToolPointer& pointer, std::vector<SimulationCommand>&) {
  const std::optional<Pick> hit = pick(pointer.frame, pointer.ray);
  if (!hit) return false;
  const BodyFrame& body = pointer.frame.bodies[hit->body];
  const double size = size_of_body(body);
  const Vec3 outward = normal_towards(body, hit->triangle, pointer.ray);
  surface_ = hit->point, normal_ = normalized(pointer.camera.eye() - pointer.camera.target);
  shaft_ = kShaft * size * outward;
  FeltParams felt;
  felt.body = body.body;
  felt.patch = kPatch * size, felt.reach = kReach * size;
  // Nobody is pushed by it: limits that belong to a device do not count.
  ServoParams servo;
  servo.touch = {.coupling = coupling_, .friction = friction_, .most_depth = kReach * size};
  servo.limits.most = coupling_ * size, servo.limits.rise = 100 * servo.limits.most;
  servo.limits.most_speed = 2 * kSpeed * size;
  hand_->touch(felt, servo, surface_ + kClear * size * outward, kSpeed * size);
  tip_ = surface_ - press_ * size * outward;
  hand_->move(tip_);
  return true;
}

void FeelTool::move(const ToolPointer& pointer, std::vector<SimulationCommand>&) {
  const double approach = dot(pointer.ray.direction, normal_);
  if (approach > -1e-3) return;  // the camera was turned, and the ray passes the plane by
  const double t = dot(tip_ - pointer.ray.origin, normal_) / approach;
  tip_ = pointer.ray.origin + t * pointer.ray.direction;
  hand_->move(tip_);
}

void FeelTool::end(std::vector<SimulationCommand>&) { hand_->let_go(); }

std::optional<Vec3> FeelTool::force(const Frame&) const { return hand_->force(); }

std::vector<std::array<Vec3, 2>> FeelTool::lines(const Frame&) const { return {{tip_ + shaft_, tip_}}; }

std::vector<Tunable> FeelTool::tunables() const {
  return {
      {.name = "press", .unit = "", .value = press_, .least = 0, .most = 0.2},
      {.name = "coupling", .unit = "N/m", .value = coupling_, .least = 10, .most = 1e6, .logarithmic = true},
      {.name = "friction", .unit = "", .value = friction_, .least = 0, .most = 2}};
}

void FeelTool::tune(std::string_view name, double value) {
  if (name == "press") press_ = value;
  if (name == "coupling") coupling_ = value;
  if (name == "friction") friction_ = value;
}

}  // namespace sinew
