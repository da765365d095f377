#include "render/blade_tool.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "sinew/render/viewer.h"

namespace sinew {

namespace {

// The pointer moves so far, in heights of the picture, before it cuts: three pixels of 600. A shorter strip
// costs as much.
constexpr double kShortest = 0.005;
// From the ends of the line to the bodies, in sizes of all of them.
constexpr double kMargin = 0.05;
// From the eye to the line, in distances of what the camera looks at.
constexpr double kNearest = 0.01;

constexpr double kAllThrough = std::numeric_limits<double>::infinity();

Box3 box_of(const Frame& frame) {
  Box3 box;
  for (const BodyFrame& body : frame.bodies) box.extend(bounding_box(body.positions));
  return box;
}

// The part of a ray that may meet bodies, without what is beyond `reach`; empty if they are all behind the
// camera.
std::optional<std::array<Vec3, 2>> line_along(const Ray& ray, double reach, const ToolPointer& pointer) {
  const Box3 box = box_of(pointer.frame);
  if (box.empty()) return {};
  double from = std::numeric_limits<double>::infinity(), to = -from;
  for (const Vec3& corner : corners_of(box.inflated(kMargin * box.diagonal()))) {
    const double along = dot(corner - ray.origin, ray.direction);
    from = std::min(from, along), to = std::max(to, along);
  }
  from = std::max(from, kNearest * pointer.camera.distance), to = std::min(to, reach);
  if (from >= to) return {};
  return {{ray.origin + from * ray.direction, ray.origin + to * ray.direction}};
}

}  // namespace

bool BladeTool::begin(const ToolPointer& pointer, std::vector<SimulationCommand>&) {
  stroke_ = {};
  if (!line_along(pointer.ray, kAllThrough, pointer)) return false;
  find_reach(pointer);
  stroke_.ray = pointer.ray;
  return true;
}

void BladeTool::find_reach(const ToolPointer& pointer) {
  if (depth_ == 1) {
    stroke_.reach = kAllThrough;
  } else if (const std::optional<Pick> hit = pick(pointer.frame, pointer.ray)) {
    const SurfaceMesh& surface = pointer.frame.bodies[hit->body].topology.surface->mesh;
    stroke_.reach = hit->distance + depth_ * bounding_box(surface).diagonal();
  }
}

void BladeTool::move(const ToolPointer& pointer, std::vector<SimulationCommand>& commands) {
  find_reach(pointer);
  const Ray before = std::exchange(stroke_.ray, pointer.ray);
  if (!stroke_.reach) return;
  if (stroke_.cut.empty())
    if (const auto first = line_along(before, *stroke_.reach, pointer)) stroke_.cut.push_back(*first);
  stroke_.latest = line_along(pointer.ray, *stroke_.reach, pointer);
  if (stroke_.cut.empty() || !stroke_.latest) return;
  const Vec3 last = normalized(stroke_.cut.back()[1] - pointer.ray.origin);
  if (norm(cross(last, pointer.ray.direction)) > kShortest * pointer.camera.angle)
    cut_to(*stroke_.latest, false, commands);
}

void BladeTool::cut_to(const Line& line, bool ends, std::vector<SimulationCommand>& commands) {
  const auto points = [](const Line& l) { return BladeSweep::Line(l.begin(), l.end()); };
  const bool begins = stroke_.cut.size() == 1;
  if (begins) ++strokes_;
  commands.emplace_back(Sweep{"", {strokes_, {points(stroke_.cut.back()), points(line)}, begins, ends}});
  stroke_.cut.push_back(line);
}

// A click that shook is no stroke.
void BladeTool::end(std::vector<SimulationCommand>& commands) {
  if (stroke_.cut.size() > 1) cut_to(stroke_.latest.value_or(stroke_.cut.back()), true, commands);
  stroke_ = {};
}

std::vector<std::array<Vec3, 2>> BladeTool::lines(const Frame&) const {
  std::vector<std::array<Vec3, 2>> lines;
  for (std::size_t i = 1; i < stroke_.cut.size(); ++i)
    lines.push_back({stroke_.cut[i - 1][1], stroke_.cut[i][1]});
  if (!stroke_.latest) return lines;
  if (!stroke_.cut.empty()) lines.push_back({stroke_.cut.back()[1], (*stroke_.latest)[1]});
  lines.push_back(*stroke_.latest);
  return lines;
}

std::vector<Tunable> BladeTool::tunables() const {
  return {{.name = "depth", .unit = "", .value = depth_, .least = 0.01, .most = 1}};
}

}  // namespace sinew
