#include "world/scheduled_tool.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {

namespace {

constexpr int kAround = 16;
constexpr double kRadius = 0.012;  // of the blade, in lengths of the line

// Radii along the line, by share of its length.
struct ProfilePoint {
  double share, radius;
};
constexpr ProfilePoint kProfile[] = {{0, 0.05}, {0.15, 0.7}, {0.4, 1}, {0.7, 1},
                                     {0.75, 2}, {0.98, 2},   {1, 1.2}};

double radius_at(double share) {
  const auto* after = std::find_if(std::begin(kProfile) + 1, std::end(kProfile) - 1,
                                   [&](const ProfilePoint& p) { return share <= p.share; });
  const auto& [s, r] = *(after - 1);
  return std::lerp(r, after->radius, (share - s) / (after->share - s));
}

// Lengths from the first point to each.
std::vector<double> lengths_along(std::span<const Vec3> line) {
  std::vector<double> lengths{0};
  for (std::size_t i = 1; i < line.size(); ++i)
    lengths.push_back(lengths.back() + norm(line[i] - line[i - 1]));
  return lengths;
}

// Where there is a ring: at the points of the line and of the profile.
std::vector<double> shares_of(const std::vector<double>& lengths) {
  std::vector<double> shares;
  for (const double length : lengths) shares.push_back(length / lengths.back());
  for (const ProfilePoint& p : kProfile) shares.push_back(p.share);
  std::sort(shares.begin(), shares.end());
  constexpr double kSame = 1e-9;
  shares.erase(std::unique(shares.begin(), shares.end(), [](double a, double b) { return b - a < kSame; }),
               shares.end());
  return shares;
}

Vec3 point_at(std::span<const Vec3> line, const std::vector<double>& lengths, double length) {
  const auto after =
      std::find_if(lengths.begin() + 1, lengths.end() - 1, [&](double l) { return length <= l; });
  const auto i = static_cast<std::size_t>(after - lengths.begin());
  const double span = lengths[i] - lengths[i - 1];
  return span > 0 ? lerp(line[i - 1], line[i], (length - lengths[i - 1]) / span) : line[i];
}

// A direction across `direction`, as near to `like` as can be.
Vec3 across(const Vec3& direction, const Vec3& like) {
  const Vec3 side = like - dot(like, direction) * direction;
  if (norm(side) > 1e-6 * norm(like)) return normalized(side);
  const Vec3 axis = std::abs(direction.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  return normalized(cross(direction, axis));
}

void add_ring(SurfaceMesh& mesh, const Vec3& centre, const Vec3& u, const Vec3& v) {
  for (int i = 0; i < kAround; ++i) {
    const double angle = 2 * std::numbers::pi * i / kAround;
    mesh.positions.push_back(centre + std::cos(angle) * u + std::sin(angle) * v);
  }
}

void join_rings(SurfaceMesh& mesh, Index first) {
  for (Index i = 0; i < kAround; ++i) {
    const Index a = first + i, b = first + (i + 1) % kAround, c = a + kAround, d = b + kAround;
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({b, d, c});
  }
}

void close_ring(SurfaceMesh& mesh, Index first, bool forward) {
  for (Index i = 1; i + 1 < kAround; ++i)
    mesh.triangles.push_back(forward ? Triangle{first, first + i, first + i + 1}
                                     : Triangle{first, first + i + 1, first + i});
}

}  // namespace

SurfaceMesh shape_along(std::span<const Vec3> line) {
  SurfaceMesh mesh;
  if (line.size() < 2) return mesh;
  const std::vector<double> lengths = lengths_along(line);
  const double length = lengths.back();
  if (!(length > 0)) return mesh;
  const std::vector<double> shares = shares_of(lengths);
  Vec3 side{0, 0, 1};
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto at = [&](std::size_t k) { return point_at(line, lengths, shares[k] * length); };
    const Vec3 direction = normalized(at(std::min(i + 1, shares.size() - 1)) - at(i == 0 ? 0 : i - 1));
    side = across(direction, side);
    const double radius = kRadius * length * radius_at(shares[i]);
    add_ring(mesh, at(i), radius * side, radius * cross(direction, side));
    if (i > 0) join_rings(mesh, static_cast<Index>(i - 1) * kAround);
  }
  close_ring(mesh, 0, false);
  close_ring(mesh, mesh.vertex_count() - kAround, true);
  return mesh;
}

std::optional<ScheduledTool> ScheduledTool::of(const ScheduledCut& cut) {
  const auto* path = std::get_if<BladePath>(&cut.tool);
  if (path == nullptr) return {};
  ScheduledTool tool;
  tool.path_ = *path;
  tool.shape_ = std::make_shared<const SurfaceMesh>(shape_along(path->line));
  if (tool.shape_->triangles.empty()) return {};
  return tool;
}

ToolFrame ScheduledTool::at(double time) const {
  const BladeKeyframe pose = pose_at(path_, time);
  return {"blade", shape_, pose.position, to_matrix(pose.orientation)};
}

}  // namespace sinew
