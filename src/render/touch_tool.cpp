#include "render/touch_tool.h"

#include <algorithm>
#include <limits>

namespace sinew {

namespace {

// From the ball to the surface when it is taken up, in radii.
constexpr double kClear = 0.1;

double size_of(const BodyFrame& body) { return bounding_box(body.topology.surface->mesh).diagonal(); }

// Of the largest body; 0 if there is none.
double size_of(const Frame& frame) {
  double largest = 0;
  for (const BodyFrame& body : frame.bodies)
    if (body.topology.surface) largest = std::max(largest, size_of(body));
  return largest;
}

std::array<Vec3, 3> corners_of(const BodyFrame& body, Index triangle) {
  const std::vector<Vec3> seen = surface_positions(body);
  const auto& [a, b, c] = body.topology.surface->mesh.triangles[triangle];
  return {seen[a], seen[b], seen[c]};
}

// Of the triangle, towards the eye.
Vec3 normal_of(const std::array<Vec3, 3>& x, const Ray& ray) {
  const Vec3 n = normalized(cross(x[1] - x[0], x[2] - x[0]));
  return dot(n, ray.direction) > 0 ? -n : n;
}

// Where the ray meets the plane; the point itself if it passes the plane by.
Vec3 on_plane(const Ray& ray, const Vec3& point, const Vec3& normal) {
  const double approach = dot(ray.direction, normal);
  if (approach > -1e-3) return point;
  return ray.origin + dot(point - ray.origin, normal) / approach * ray.direction;
}

}  // namespace

void TouchTool::take_up(const ToolPointer& pointer, const Vec3& place, double radius, double speed,
                        std::vector<SimulationCommand>& commands) {
  normal_ = normalized(pointer.camera.eye() - pointer.camera.target);
  place_ = place;
  ball_ = {.name = std::string(name()), .shape = SphereShape{{}, radius}, .hand = place, .speed = speed};
  // Another ball may have been of another size.
  commands.emplace_back(PutAway{ball_.name});
  commands.emplace_back(HoldTool{ball_});
}

void TouchTool::go_to(const Vec3& place, std::vector<SimulationCommand>& commands) {
  place_ = ball_.hand = place;
  commands.emplace_back(HoldTool{ball_});
}

void TouchTool::move(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) {
  go_to(on_plane(pointer.ray, place_, normal_), commands);
}

void TouchTool::end(std::vector<SimulationCommand>& commands) { commands.emplace_back(PutAway{ball_.name}); }

std::optional<Vec3> TouchTool::force(const Frame& frame) const {
  Vec3 sum;
  for (const ContactSum& one : frame.contact.sums)
    if (one.a == ball_.name && one.b.empty()) sum += one.force;
  for (const AttachmentForce& one : frame.contact.attachments)
    if (one.b == ball_.name) sum -= one.force;
  return sum;
}

std::vector<Tunable> TouchTool::tunables() const {
  return {{.name = "size", .unit = "", .value = size_, .least = 0.01, .most = 0.3}};
}

void TouchTool::tune(std::string_view name, double value) {
  if (name == "size") size_ = value;
}

bool PushTool::begin(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) {
  const double largest = size_of(pointer.frame);
  if (!(largest > 0)) return false;
  const std::optional<Pick> hit = pick(pointer.frame, pointer.ray);
  if (!hit) {
    const Vec3 normal = normalized(pointer.camera.eye() - pointer.camera.target);
    take_up(pointer, on_plane(pointer.ray, pointer.camera.target, normal), size() * largest, largest,
            commands);
    return true;
  }
  const BodyFrame& body = pointer.frame.bodies[hit->body];
  const double radius = size() * size_of(body);
  const Vec3 normal = normal_of(corners_of(body, hit->triangle), pointer.ray);
  take_up(pointer, hit->point + (1 + kClear) * radius * normal, radius, size_of(body), commands);
  go_to(hit->point + (1 - press_) * radius * normal, commands);
  return true;
}

std::vector<Tunable> PushTool::tunables() const {
  std::vector<Tunable> all = TouchTool::tunables();
  all.push_back({.name = "press", .unit = "", .value = press_, .least = 0, .most = 3});
  return all;
}

void PushTool::tune(std::string_view name, double value) {
  if (name == "press")
    press_ = value;
  else
    TouchTool::tune(name, value);
}

bool GraspTool::begin(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) {
  const std::optional<Pick> hit = pick(pointer.frame, pointer.ray);
  if (!hit) return false;
  const BodyFrame& body = pointer.frame.bodies[hit->body];
  const std::array<Vec3, 3> x = corners_of(body, hit->triangle);
  const double radius = size() * size_of(body);
  const Vec3 place = hit->point + (1 + kClear) * radius * normal_of(x, pointer.ray);
  take_up(pointer, place, radius, size_of(body), commands);
  // Of a coarse surface it has at least the nearest vertex of the triangle under the pointer.
  double nearest = std::numeric_limits<double>::infinity();
  for (const Vec3& corner : x) nearest = std::min(nearest, distance(corner, place));
  commands.emplace_back(Grasp{std::string(name()), std::max(0.5 * radius, 1.05 * nearest - radius)});
  return true;
}

}  // namespace sinew
