#include "sinew/model/motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "sinew/base/error.h"

namespace sinew {

namespace {

// (R - I) r for the rotation R by `angle` about the unit vector a (Rodrigues): exactly zero for no angle.
Vec3 turned_by(const Vec3& a, double angle, const Vec3& r) {
  const Vec3 ar = cross(a, r);
  return std::sin(angle) * ar + (1 - std::cos(angle)) * cross(a, ar);
}

double swing_rate(const Motion& motion) { return 2 * std::numbers::pi * motion.swing_frequency; }

// The first waypoint after the time t; the end of the path if there is none.
auto next_waypoint(const std::vector<Waypoint>& path, double t) {
  return std::ranges::upper_bound(path, t, {}, &Waypoint::time);
}

Vec3 moved_along(const std::vector<Waypoint>& path, double t) {
  if (path.empty()) return {};
  const auto next = next_waypoint(path, t);
  if (next == path.begin()) return next->move;
  const Waypoint& last = *(next - 1);
  if (next == path.end()) return last.move;
  return lerp(last.move, next->move, (t - last.time) / (next->time - last.time));
}

Vec3 velocity_along(const std::vector<Waypoint>& path, double t) {
  const auto next = next_waypoint(path, t);
  if (next == path.begin() || next == path.end()) return {};
  const Waypoint& last = *(next - 1);
  return (next->move - last.move) / (next->time - last.time);
}

void require_valid(const std::vector<Waypoint>& path, const std::string& place) {
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (!is_finite(path[i].move) || !std::isfinite(path[i].time))
      throw Error("a path has numbers that are not finite", place);
    if (i > 0 && !(path[i - 1].time < path[i].time))
      throw Error("the times of a path do not ascend", place,
                  "give the waypoints in the order of their times");
  }
}

}  // namespace

void require_valid(const Motion& motion, std::string_view where) {
  const std::string place(where);
  const bool finite = is_finite(motion.velocity) && is_finite(motion.centre) && is_finite(motion.axis) &&
                      is_finite(motion.swing) && std::isfinite(motion.turning) &&
                      std::isfinite(motion.swing_frequency);
  if (!finite) throw Error("a motion has numbers that are not finite", place);
  if (motion.turning != 0 && !(norm(motion.axis) > 0))
    throw Error("a motion turns about an axis without direction", place, "give the axis a length");
  if (!motion.during.valid() || !std::isfinite(motion.during.from))
    throw Error("a motion ends before it starts", place, "'until' must not be less than 'from'");
  require_valid(motion.path, place);
}

void require_valid_directions(std::span<const Vec3> directions, std::string_view where) {
  constexpr double kParallel = 1e-6;
  std::vector<Vec3> axes;
  for (const Vec3& direction : directions) {
    if (!is_finite(direction) || !(norm(direction) > 0))
      throw Error("a hold has a direction without length, or one that is not finite", std::string(where));
    Vec3 across = normalized(direction);
    for (const Vec3& axis : axes) across -= dot(across, axis) * axis;
    if (!(norm(across) > kParallel))
      throw Error("the directions of a hold are not independent", std::string(where),
                  "give each once, three at most");
    axes.push_back(normalized(across));
  }
}

Vec3 displacement_at(const Motion& motion, const Vec3& rest, double time) {
  const double t = motion.during.elapsed(time);
  const Vec3 turned = turned_by(normalized(motion.axis), motion.turning * t, rest - motion.centre);
  const Vec3 moved = turned + t * motion.velocity + std::sin(swing_rate(motion) * t) * motion.swing;
  return motion.path.empty() ? moved : moved + moved_along(motion.path, t);
}

Vec3 velocity_at(const Motion& motion, const Vec3& rest, double time) {
  if (!motion.during.contains(time)) return {};
  const double t = motion.during.elapsed(time);
  const Vec3 a = normalized(motion.axis), r = rest - motion.centre;
  const Vec3 spin = motion.turning * cross(a, r + turned_by(a, motion.turning * t, r));
  const Vec3 velocity =
      spin + motion.velocity + swing_rate(motion) * std::cos(swing_rate(motion) * t) * motion.swing;
  return motion.path.empty() ? velocity : velocity + velocity_along(motion.path, t);
}

}  // namespace sinew
