#include "collision/star_check.h"

#include <algorithm>
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

// Wedges that face the viewer turn counter-clockwise, by less than half a turn each. How often they go around
// is how often they pass the x axis from below; an open star begins on that axis.
bool StarCheck::is_proven(Index vertex, std::span<const Vec3> positions) const {
  const Index begin = begin_[vertex];
  const std::span<const Wedge> wedges = star(vertex);
  if (begin == kNever) return false;
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
  const Vec3 up = cross(view, positions[begin == kClosed ? wedges[0].from : begin] - center);
  auto height = [&](Index v) { return v == begin ? 0 : dot(up, positions[v] - center); };
  int passes = 0;
  for (const Wedge& wedge : wedges) passes += height(wedge.from) < 0 && height(wedge.to) >= 0;
  return passes == (begin == kClosed ? 1 : 0);
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

}  // namespace sinew
