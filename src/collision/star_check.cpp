#include "collision/star_check.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr double kFacing = 1e-6;  // least cosine between a normal and the direction of view

int count_shared(const Triangle& s, const Triangle& t) {
  int count = 0;
  for (const Index v : s) count += t[0] == v || t[1] == v || t[2] == v;
  return count;
}

}  // namespace

StarCheck::StarCheck(std::span<const Triangle> triangles, Index vertex_count)
    : first_(vertex_count + 1, 0), begin_(vertex_count, kClosed), proven_(vertex_count) {
  // Triangles squeezed to a segment cross nothing.
  for (const Triangle& t : triangles)
    if (!has_repeated_corner(t))
      for (const Index v : t) ++first_[v];
  std::exclusive_scan(first_.begin(), first_.end(), first_.begin(), 0);
  wedges_.resize(first_.back());
  std::vector<Index> fill(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const Triangle& t = triangles[i];
    for (int corner = 0; corner < 3 && !has_repeated_corner(t); ++corner)
      wedges_[fill[t[corner]]++] = {static_cast<Index>(i), t[(corner + 1) % 3], t[(corner + 2) % 3]};
  }

  // Wedges follow each other if each vertex around is the end of at most one and the beginning of at most
  // one; an open star has one beginning.
  for (Index v = 0; v < vertex_count; ++v)
    for (const Wedge& wedge : star(v)) {
      auto count = [&](Index Wedge::*member, Index w) {
        return std::count_if(star(v).begin(), star(v).end(),
                             [&](const Wedge& other) { return other.*member == w; });
      };
      if (count(&Wedge::from, wedge.from) > 1 || count(&Wedge::to, wedge.to) > 1) begin_[v] = kNever;
      if (begin_[v] != kNever && count(&Wedge::to, wedge.from) == 0)
        begin_[v] = begin_[v] == kClosed ? wedge.from : kNever;
    }
}

std::span<const StarCheck::Wedge> StarCheck::star(Index vertex) const {
  return std::span(wedges_).subspan(first_[vertex], first_[vertex + 1] - first_[vertex]);
}

bool StarCheck::is_proven(Index vertex, std::span<const Vec3> positions) const {
  const std::span<const Wedge> wedges = star(vertex);
  if (begin_[vertex] == kNever) return false;
  if (wedges.size() < 2) return true;
  const Vec3 center = positions[vertex];
  Vec3 view;
  for (const Wedge& wedge : wedges)
    view += cross(positions[wedge.from] - center, positions[wedge.to] - center);
  const double facing = kFacing * kFacing * squared_norm(view);
  for (const Wedge& wedge : wedges) {
    const Vec3 normal = cross(positions[wedge.from] - center, positions[wedge.to] - center);
    const double along = dot(normal, view);
    if (!(along > 0 && along * along > facing * squared_norm(normal))) return false;
  }
  return goes_around_once(vertex, positions, view);
}

// Wedges that face the viewer turn counter-clockwise, by less than half a turn each. How often they go around
// is how often they pass the x axis from below; an open star begins on that axis.
bool StarCheck::goes_around_once(Index vertex, std::span<const Vec3> positions, const Vec3& view) const {
  const Index begin = begin_[vertex];
  const std::span<const Wedge> wedges = star(vertex);
  const Vec3 center = positions[vertex];
  const Vec3 up = cross(view, positions[begin == kClosed ? wedges[0].from : begin] - center);
  auto height = [&](Index v) { return v == begin ? 0 : dot(up, positions[v] - center); };
  int passes = 0;
  for (const Wedge& wedge : wedges) passes += height(wedge.from) < 0 && height(wedge.to) >= 0;
  return passes == (begin == kClosed ? 1 : 0);
}

// The normal of a wedge whose vertices go straight is quadratic in time, with the Bernstein coefficients below: if
// these face the viewer, it does so all the way. How often a closed star goes around cannot change then.
bool StarCheck::is_proven(Index vertex, std::span<const Vec3> start, std::span<const Vec3> end) const {
  const std::span<const Wedge> wedges = star(vertex);
  if (begin_[vertex] == kNever) return false;
  if (wedges.size() < 2) return true;
  const Vec3 &c0 = start[vertex], &c1 = end[vertex];
  Vec3 view;
  for (const Wedge& wedge : wedges)
    view +=
        cross(start[wedge.from] - c0, start[wedge.to] - c0) + cross(end[wedge.from] - c1, end[wedge.to] - c1);
  const double facing = kFacing * kFacing * squared_norm(view);
  for (const Wedge& wedge : wedges) {
    const Vec3 e0 = start[wedge.from] - c0, f0 = start[wedge.to] - c0;
    const Vec3 e1 = end[wedge.from] - c1, f1 = end[wedge.to] - c1;
    const Vec3 normal[3] = {cross(e0, f0), 0.5 * (cross(e0, f1) + cross(e1, f0)), cross(e1, f1)};
    double size = 0;
    for (const Vec3& n : normal) size = std::max(size, squared_norm(n));
    for (const Vec3& n : normal) {
      const double along = dot(n, view);
      if (!(along > 0 && along * along > facing * size)) return false;
    }
  }
  return goes_around_once(vertex, start, view) && opens_no_further(vertex, start, end, view);
}

// An open star that goes around less than once at the start goes around once as soon as its last spoke comes to its
// first: their cross product passes 0 while their scalar product is positive. Both are quadratic in time.
bool StarCheck::opens_no_further(Index vertex, std::span<const Vec3> start, std::span<const Vec3> end,
                                 const Vec3& view) const {
  const Index begin = begin_[vertex];
  if (begin == kClosed) return true;
  Index last = begin;
  for (const Wedge& wedge : star(vertex)) {
    const auto starts_here = [&](const Wedge& other) { return other.from == wedge.to; };
    if (std::ranges::none_of(star(vertex), starts_here)) last = wedge.to;
  }
  const Vec3 along = normalized(view);
  const auto flat = [&](const Vec3& v) { return v - dot(along, v) * along; };
  const Vec3 e0 = flat(start[begin] - start[vertex]), e1 = flat(end[begin] - end[vertex]);
  const Vec3 f0 = flat(start[last] - start[vertex]), f1 = flat(end[last] - end[vertex]);
  const double turn[3] = {dot(along, cross(e0, f0)), dot(along, cross(e0, f1) + cross(e1, f0)) / 2,
                          dot(along, cross(e1, f1))};
  const double across[3] = {dot(e0, f0), (dot(e0, f1) + dot(e1, f0)) / 2, dot(e1, f1)};
  const double least = kFacing * (norm(e0) + norm(e1)) * (norm(f0) + norm(f1));
  const auto all = [&](const double(&values)[3], double sign) {
    return sign * values[0] > least && sign * values[1] > least && sign * values[2] > least;
  };
  return all(turn, 1) || all(turn, -1) || all(across, -1);
}

void StarCheck::append_unproven(std::span<const Vec3> positions, std::vector<TrianglePair>& pairs) {
  parallel_for_each(proven_.size(), 512,
                    [&](Index v) { proven_[v] = static_cast<char>(is_proven(v, positions)); });
  for (std::size_t v = 0; v < proven_.size(); ++v) {
    if (proven_[v] != 0) continue;
    const std::span<const Wedge> wedges = star(static_cast<Index>(v));
    for (std::size_t i = 0; i < wedges.size(); ++i)
      for (std::size_t j = i + 1; j < wedges.size(); ++j) {
        const Triangle s{static_cast<Index>(v), wedges[i].from, wedges[i].to};
        const Triangle t{static_cast<Index>(v), wedges[j].from, wedges[j].to};
        if (count_shared(s, t) == 1) pairs.push_back({wedges[i].triangle, wedges[j].triangle});
      }
  }
}

// Two triangles at an edge are in the stars of both of its ends: one proof is enough, and the pair belongs to the
// smaller end.
void StarCheck::append_unproven(std::span<const Vec3> start, std::span<const Vec3> end,
                                std::vector<TrianglePair>& pairs) {
  parallel_for_each(proven_.size(), 512,
                    [&](Index v) { proven_[v] = static_cast<char>(is_proven(v, start, end)); });
  for (Index v = 0; v < static_cast<Index>(proven_.size()); ++v) {
    if (proven_[v] != 0) continue;
    const std::span<const Wedge> wedges = star(v);
    for (std::size_t i = 0; i < wedges.size(); ++i)
      for (std::size_t j = i + 1; j < wedges.size(); ++j) {
        const Triangle s{v, wedges[i].from, wedges[i].to}, t{v, wedges[j].from, wedges[j].to};
        bool counts = count_shared(s, t) < 3;
        for (const Index w : s)
          if (w != v && (t[1] == w || t[2] == w)) counts &= proven_[w] == 0 && v < w;
        if (counts) pairs.push_back({wedges[i].triangle, wedges[j].triangle});
      }
  }
}

}  // namespace sinew
