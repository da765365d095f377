#include "haptics/round_tip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "haptics/servo.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// Shares of the radius: a vertex that comes nearer than the first may touch, until it is farther than the second.
constexpr double kComes = 0.1, kGoes = 0.2;
// Radii around the tip within which vertices are looked at.
constexpr double kReach = 2;

// Of a ball of radius 1 above its middle at the squared distance s from its axis: sqrt(1 - s), and straight in s where
// that is steep.
constexpr double kFlank = 0.2;
double height(double s) {
  constexpr double kSteep = 1 - kFlank * kFlank;
  return s < kSteep ? std::sqrt(1 - s) : kFlank - (s - kSteep) / (2 * kFlank);
}

void require_positive(double value, const char* what, const char* unit) {
  if (value > 0 && std::isfinite(value)) return;
  throw Error(fmt::format("the {} of a tip is {} {}", what, value, unit), "", "it must be more than 0");
}

const RoundTipParams& checked(const RoundTipParams& params) {
  require_positive(params.radius, "radius", "m");
  require_positive(params.coupling, "coupling", "N/m");
  require_positive(params.most_depth, "largest depth", "m");
  require_positive(params.contacts, "largest number of contacts", "");
  return params;
}

// The first axis of a contact is where it pushes.
Mat3 axes_of(const Vec3& inward) {
  const Vec3 across = std::abs(inward.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 first = normalized(cross(inward, across));
  return {{inward, first, cross(inward, first)}};
}

}  // namespace

RoundTip::RoundTip(const KnownResponses& known, const RoundTipParams& params)
    : params_(checked(params)), patch_(*known.G, params.contacts, params.contacts) {
  const SurfaceMesh& surface = known.problem.surface;
  const std::vector<Index> free = free_vertices(known.problem);
  std::vector<Index> number(surface.positions.size(), -1);
  for (std::size_t k = 0; k < free.size(); ++k) number[free[k]] = static_cast<Index>(k);
  x_.resize(free.size()), inward_.resize(free.size()), triangle_.assign(free.size(), -1);
  for (std::size_t k = 0; k < free.size(); ++k) x_[k] = surface.positions[free[k]];
  std::vector<std::vector<Index>> around(free.size());
  for (Index t = 0; t < surface.triangle_count(); ++t)
    for (int c = 0; c < 3; ++c) {
      const Triangle& corners = surface.triangles[t];
      const Index v = number[corners[c]];
      if (v < 0) continue;
      inward_[v] -= surface.area_vector(t);
      triangle_[v] = t;
      for (const int other : {(c + 1) % 3, (c + 2) % 3})
        if (const Index w = number[corners[other]]; w >= 0) around[v].push_back(w);
    }
  first_.push_back(0);
  for (std::size_t v = 0; v < around.size(); ++v) {
    inward_[v] = normalized(inward_[v]);
    std::ranges::sort(around[v]);
    const auto end = std::unique(around[v].begin(), around[v].end());
    neighbours_.insert(neighbours_.end(), around[v].begin(), end);
    first_.push_back(static_cast<Index>(neighbours_.size()));
  }
  const auto most = static_cast<std::size_t>(params_.contacts);
  points_.reserve(most), near_.reserve(free.size());
  visited_.assign(free.size(), 0), is_point_.assign(free.size(), 0), ticks_.assign(most + 1, 0);
}

double RoundTip::gap_of(Index v, const Vec3& tool) const {
  const Vec3 q = x_[v] - tool;
  const double along = dot(q, inward_[v]), r = params_.radius;
  return along - r * height((squared_norm(q) - along * along) / (r * r));
}

Vec3 RoundTip::gap_gradient(Index v, const Vec3& tool) const {
  const Vec3 &m = inward_[v], q = x_[v] - tool, q_t = q - dot(q, m) * m;
  const double r = params_.radius;
  return -m - q_t / (r * std::max(std::sqrt(std::max(0.0, 1 - squared_norm(q_t) / (r * r))), kFlank));
}

Touch::Force RoundTip::tick(const HandReading& hand, double) { return touch(hand.position); }

Touch::Force RoundTip::touch(const Vec3& tool) {
  follow(tool);
  find_near(tool);
  const double least = near_.empty() ? params_.radius : gap_of(near_.front(), tool);
  if (phase_ != Phase::kTouches) {
    const bool begins = phase_ == Phase::kOutside && least < 0 && least > -params_.most_depth;
    phase_ = least >= 0 ? Phase::kOutside : begins ? Phase::kTouches : Phase::kBuried;
  } else if (least >= 0) {
    phase_ = Phase::kOutside;
  }
  exchange_points(tool);
  last_tool_ = tool;
  if (phase_ != Phase::kTouches) {
    touching_ = 0;
    return {};
  }
  for (const Point& point : points_) patch_.set(point.id, {.gap = gap_of(point.vertex, tool)});
  patch_.solve();
  return sum_of_forces(tool);
}

// The vertex that is nearest: by a walk in contact, by a search before.
void RoundTip::follow(const Vec3& tool) {
  const auto squared = [&](Index v) { return squared_norm(x_[v] - tool); };
  if (phase_ != Phase::kTouches) {
    for (Index v = 0; v < static_cast<Index>(x_.size()); ++v)
      if (squared(v) < squared(nearest_)) nearest_ = v;
    return;
  }
  for (Index before = -1; before != nearest_;) {
    before = nearest_;
    for (Index k = first_[before]; k < first_[before + 1]; ++k)
      if (squared(neighbours_[k]) < squared(nearest_)) nearest_ = neighbours_[k];
  }
}

// Vertices that are connected to the nearest one within reach and face the tip as it does, those that are deepest in
// the tip first.
void RoundTip::find_near(const Vec3& tool) {
  near_.clear();
  ++search_;
  const double reach = kReach * params_.radius;
  const auto visit = [&](Index v) {
    if (visited_[v] == search_ || squared_norm(x_[v] - tool) > reach * reach) return;
    visited_[v] = search_;
    if (dot(inward_[v], inward_[nearest_]) > 0) near_.push_back(v);
  };
  visit(nearest_);
  for (std::size_t next = 0; next < near_.size(); ++next)
    for (Index k = first_[near_[next]]; k < first_[near_[next] + 1]; ++k) visit(neighbours_[k]);
  const std::size_t most = std::min(near_.size(), points_.capacity());
  std::partial_sort(near_.begin(), near_.begin() + static_cast<std::ptrdiff_t>(most), near_.end(),
                    [&](Index a, Index b) {
                      const double gap_a = gap_of(a, tool), gap_b = gap_of(b, tool);
                      return gap_a < gap_b || (gap_a == gap_b && a < b);
                    });
  near_.resize(most);
}

// A vertex that is deeper in the tip than the tip has moved since it was outside belongs to another part of the body,
// which came within reach: it may not touch until the tip has left it.
void RoundTip::exchange_points(const Vec3& tool) {
  const double goes = kGoes * params_.radius, comes = kComes * params_.radius;
  const bool touches = phase_ == Phase::kTouches;
  std::erase_if(points_, [&](const Point& point) {
    const bool is_near = std::ranges::find(near_, point.vertex) != near_.end();
    if (touches && is_near && gap_of(point.vertex, tool) < goes) return false;
    patch_.remove(point.id);
    is_point_[point.vertex] = 0;
    return true;
  });
  const double deepest = distance(tool, last_tool_) / kFlank + kGoes * params_.radius / 10;
  const double softness = params_.contacts / params_.coupling;
  for (const Index v : near_) {
    if (!touches || points_.size() == points_.capacity() || gap_of(v, tool) > comes) break;
    if (is_point_[v] != 0 || gap_of(v, tool) < -deepest) continue;
    const Index id = patch_.add(at_vertex(v), axes_of(inward_[v]), {.gap = gap_of(v, tool)}, softness);
    if (id < 0) break;
    points_.push_back({id, v});
    is_point_[v] = 1;
  }
}

Touch::Force RoundTip::sum_of_forces(const Vec3& tool) {
  Touch::Force sum{.touches = true};
  double most = 0;
  touching_ = 0;
  for (const Point& point : points_) {
    const double f = patch_.solver().force(point.id).x;
    if (!(f > 0)) continue;
    ++touching_;
    sum.on_body += -f * gap_gradient(point.vertex, tool);
    sum.energy -= 0.5 * f * gap_of(point.vertex, tool);
    if (f <= most) continue;
    most = f;
    sum.at = {triangle_[point.vertex], {1.0 / 3, 1.0 / 3, 1.0 / 3}};
  }
  ++ticks_[touching_];
  return sum;
}

}  // namespace sinew
