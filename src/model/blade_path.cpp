#include "sinew/model/blade.h"

#include <fmt/format.h>

#include <numbers>

#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr double kMostTurn = 5 * std::numbers::pi / 180;  // of one strip

double dot(const Quaternion& a, const Quaternion& b) { return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z; }

// The angle from one orientation to another, the shorter way: 0 to pi.
double angle_between(const Quaternion& a, const Quaternion& b) {
  return 2 * std::acos(std::min(1.0, std::abs(dot(a, b))));
}

// Rotates evenly from a to b, the shorter way (Shoemake, Animating Rotation with Quaternion Curves, 1985).
Quaternion slerp(const Quaternion& a, const Quaternion& b, double t) {
  const double half = angle_between(a, b) / 2, sine = std::sin(half);
  if (!(sine > 1e-9)) return a;
  const double s = std::sin((1 - t) * half) / sine, u = std::copysign(std::sin(t * half) / sine, dot(a, b));
  return {s * a.w + u * b.w, s * a.x + u * b.x, s * a.y + u * b.y, s * a.z + u * b.z};
}

// A moment between two entries of a list ordered by time: the first, and how far on to the next. A time
// outside of the list counts as the nearest one in it.
struct Moment {
  std::size_t first = 0;
  double share = 0;
};

template <typename Timed>
Moment moment_of(const std::vector<Timed>& list, double time) {
  if (list.size() < 2 || !(time > list.front().time)) return {0, 0};
  if (time >= list.back().time) return {list.size() - 2, 1};
  std::size_t first = 0;
  while (list[first + 1].time <= time) ++first;
  return {first, (time - list[first].time) / (list[first + 1].time - list[first].time)};
}

Vec3 between(const Vec3& a, const Vec3& b, double t) { return t == 1 ? b : lerp(a, b, t); }

int strips_between(const BladePath& path, double from, double until) {
  const double turn = angle_between(pose_at(path, from).orientation, pose_at(path, until).orientation);
  return std::max(1, static_cast<int>(std::ceil(turn / kMostTurn)));
}
int strips_between(const BladeStroke&, double, double) { return 1; }

template <typename Path, typename Timed>
BladeSweep swept_over(const Path& path, const std::vector<Timed>& list, double from, double until) {
  const double first = list.front().time, last = list.back().time;
  BladeSweep sweep;
  double time = std::max(from, first);
  const double end = std::min(until, last);
  if (!(time < end)) return sweep;
  sweep.begins = from <= first, sweep.ends = last <= until;
  sweep.lines.push_back(line_at(path, time));
  const auto sweep_without_keyframe = [&](double next) {
    const int strips = strips_between(path, time, next);
    for (int k = 1; k < strips; ++k) sweep.lines.push_back(line_at(path, time + (next - time) * k / strips));
    sweep.lines.push_back(line_at(path, next));
    time = next;
  };
  for (const Timed& keyframe : list)
    if (keyframe.time > time && keyframe.time < end) sweep_without_keyframe(keyframe.time);
  sweep_without_keyframe(end);
  return sweep;
}

template <typename Timed>
void require_ascending(const std::vector<Timed>& list, const std::string& where) {
  if (list.empty()) throw Error("the path of a blade has no keyframe", where, "give it one at least");
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!std::isfinite(list[i].time))
      throw Error(fmt::format("keyframe {} of a blade is at no finite time", i), where);
    if (i > 0 && !(list[i].time > list[i - 1].time))
      throw Error(fmt::format("keyframe {} of a blade, at {} s, is not later than the one before, at {} s", i,
                              list[i].time, list[i - 1].time),
                  where, "put keyframes in the order of their times");
  }
}

void require_line(const std::vector<Vec3>& line, const std::string& where) {
  require_valid(BladeSweep{.lines = {line}}, where);
}

}  // namespace

BladeKeyframe pose_at(const BladePath& path, double time) {
  const auto [first, share] = moment_of(path.keyframes, time);
  const BladeKeyframe& a = path.keyframes[first];
  if (share == 0) return a;
  const BladeKeyframe& b = path.keyframes[first + 1];
  if (share == 1) return b;
  return {time, lerp(a.position, b.position, share), slerp(a.orientation, b.orientation, share)};
}

void require_valid(const BladePath& path, std::string_view where) {
  const std::string place(where);
  require_line(path.line, place);
  require_ascending(path.keyframes, place);
  for (const BladeKeyframe& keyframe : path.keyframes) {
    require_in_reach(keyframe.position, "the position of a blade", place);
    if (!is_unit(keyframe.orientation))
      throw Error("the orientation of a blade is not a rotation", place, "give a quaternion of unit length");
  }
}

void require_valid(const BladeStroke& stroke, std::string_view where) {
  const std::string place(where);
  require_ascending(stroke.lines, place);
  for (const BladeLine& line : stroke.lines) {
    require_line(line.points, place);
    if (line.points.size() != stroke.lines.front().points.size())
      throw Error(fmt::format("the line of a blade has {} points at {} s and {} at {} s",
                              stroke.lines.front().points.size(), stroke.lines.front().time,
                              line.points.size(), line.time),
                  place, "give all lines the same number of points");
  }
}

std::vector<Vec3> line_at(const BladePath& path, double time) {
  const BladeKeyframe pose = pose_at(path, time);
  const Mat3 R = to_matrix(pose.orientation);
  std::vector<Vec3> points = path.line;
  for (Vec3& p : points) p = R * p + pose.position;
  return points;
}

std::vector<Vec3> line_at(const BladeStroke& stroke, double time) {
  const auto [first, share] = moment_of(stroke.lines, time);
  std::vector<Vec3> points = stroke.lines[first].points;
  if (share > 0)
    for (std::size_t i = 0; i < points.size(); ++i)
      points[i] = between(points[i], stroke.lines[first + 1].points[i], share);
  return points;
}

BladeSweep sweep_between(const BladePath& path, double from, double until) {
  return swept_over(path, path.keyframes, from, until);
}

BladeSweep sweep_between(const BladeStroke& stroke, double from, double until) {
  return swept_over(stroke, stroke.lines, from, until);
}

}  // namespace sinew
