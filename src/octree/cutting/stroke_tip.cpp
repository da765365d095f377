#include "octree/cutting/stroke_tip.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

using Line = BladeSweep::Line;

constexpr double kSpacing = 0.5;   // of points along the tip, in voxels
constexpr double kApart = 1;       // of those outside of the body's box
constexpr double kShortest = 0.5;  // sweep, in voxels
// Sweeps begin this far behind the tip, in voxels: between its points the tip is straight now, and was
// straight in another state of the body.
constexpr double kOverlap = 0.1;

Vec3 point_along(const Line& line, double along) {
  const std::size_t i = std::min(static_cast<std::size_t>(along), line.size() - 2);
  const double t = along - static_cast<double>(i);
  return t == 1 ? line[i + 1] : lerp(line[i], line[i + 1], t);
}

// The part of a segment in a box, as shares of its length; empty if first > second.
std::pair<double, double> part_in(const Box3& box, const Vec3& from, const Vec3& to) {
  double first = 0, last = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const double way = to[axis] - from[axis];
    double enter = (box.lower[axis] - from[axis]) / way, leave = (box.upper[axis] - from[axis]) / way;
    if (way == 0) {
      if (from[axis] < box.lower[axis] || from[axis] > box.upper[axis]) return {1, 0};
      continue;
    }
    if (enter > leave) std::swap(enter, leave);
    first = std::max(first, enter), last = std::min(last, leave);
  }
  return {first, last};
}

// Adds shares of a segment, this far apart, of its part in a box.
void add_shares(std::vector<double>& shares, const Box3& box, const Vec3& from, const Vec3& to,
                double apart) {
  const auto [first, last] = part_in(box, from, to);
  if (first > last) return;
  // Limit the number: the box of a body that is torn apart may be infinite, and lengths may overflow.
  constexpr double kMostParts = 1e5;
  const double wanted = std::ceil((last - first) * distance(from, to) / apart);
  const int parts = wanted >= 1 ? static_cast<int>(std::min(wanted, kMostParts)) : 1;
  for (int k = 0; k <= parts; ++k) shares.push_back(std::lerp(first, last, static_cast<double>(k) / parts));
}

// Places along a line: its points and, near the body, others between them.
std::vector<double> places_along(const Line& line, const CellSearch& search) {
  const double side = search.spacing();
  const Box3 within = search.box().inflated(side), near = within.inflated(0.5 * within.diagonal());
  std::vector<double> places;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    std::vector<double> shares{0, 1};
    add_shares(shares, within, line[i], line[i + 1], kSpacing * side);
    add_shares(shares, near, line[i], line[i + 1], kApart * side);
    std::sort(shares.begin(), shares.end());
    for (const double share : shares)
      if (places.empty() || static_cast<double>(i) + share > places.back())
        places.push_back(static_cast<double>(i) + share);
  }
  return places;
}

TipPoint tip_point(double along, const Vec3& place, const CellSearch& search) {
  if (const std::optional<MaterialPoint> inside = search.at(place)) return {along, *inside, place, {}};
  const MaterialPoint nearest = search.centre_near(place);
  return {along, nearest, place, place - search.place_of(nearest)};
}

std::vector<TipPoint> tip_along(const Line& line, const CellSearch& search) {
  constexpr Index kPoints = 32;  // per parallel chunk
  const std::vector<double> places = places_along(line, search);
  std::vector<TipPoint> tip(places.size());
  parallel_for_each(places.size(), kPoints,
                    [&](Index k) { tip[k] = tip_point(places[k], point_along(line, places[k]), search); });
  return tip;
}

// The current places of a tip's points.
Line carried_on(std::span<const TipPoint> tip, const CellSearch& search) {
  const std::size_t n = tip.size();
  std::vector<char> held(n, 0);
  for (std::size_t k = 0; k < n; ++k)
    held[k] = tip[k].offset == Vec3{} || search.at(tip[k].place).has_value();
  Line places;
  for (std::size_t k = 0; k < n; ++k) {
    const bool moves = held[k] != 0 || (k > 0 && held[k - 1] != 0) || (k + 1 < n && held[k + 1] != 0);
    places.push_back(moves ? search.place_of(tip[k].point) + tip[k].offset : tip[k].place);
  }
  return places;
}

Line at_points_of(std::span<const TipPoint> tip, const Line& line) {
  Line points;
  for (const TipPoint& p : tip) points.push_back(point_along(line, p.along));
  return points;
}

bool is_short(std::span<const Line> lines, double length) {
  for (const Line& line : lines)
    for (std::size_t k = 0; k < line.size(); ++k)
      if (distance(lines[0][k], line[k]) > length) return false;
  return true;
}

void begin_behind(Line& line, const Line& next, double overlap) {
  for (std::size_t k = 0; k < line.size(); ++k) {
    const Vec3 way = next[k] - line[k];
    line[k] -= std::min(1.0, overlap / norm(way)) * way;
  }
}

}  // namespace

TipSweep swept_from(std::span<const TipPoint> tip, const BladeSweep& sweep, const CellSearch& search) {
  std::vector<Line> lines;
  if (tip.empty()) {
    lines = sweep.lines;
  } else {
    if (tip.back().along != static_cast<double>(sweep.lines[0].size() - 1))
      throw Error("the line of a blade has another number of points than before in its stroke");
    lines.push_back(carried_on(tip, search));
    const std::size_t first = sweep.lines.size() > 1 ? 1 : 0;  // the first line is where the tip was
    for (std::size_t i = first; i < sweep.lines.size(); ++i)
      lines.push_back(at_points_of(tip, sweep.lines[i]));
    if (!sweep.ends && is_short(lines, kShortest * search.spacing())) return {{}, {tip.begin(), tip.end()}};
    begin_behind(lines[0], lines[1], kOverlap * search.spacing());
  }
  TipSweep next{swept_blade(lines), {}};
  if (!sweep.ends) next.points = tip_along(sweep.lines.back(), search);
  return next;
}

}  // namespace sinew
