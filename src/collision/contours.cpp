#include "collision/contours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

#include "mesh/disjoint_sets.h"

namespace sinew {

namespace {

constexpr double kLeastArea = 0.02;  // of a contour, over its squared length: narrower ones have no direction
constexpr double kLeastCosine = 0.2;  // between the way out and the normal of a triangle
constexpr double kTolerance = 1e-12;  // of barycentric coordinates
constexpr double kFar = std::numeric_limits<double>::infinity();

// A piercing, the crossing pair that has it, and the place.
struct Found {
  Piercing piercing;
  Index pair;
  Vec3 at;
};

Vec3 area_vector(const SurfaceState& s, Index t) {
  const auto& [a, b, c] = s.triangles[t];
  return cross(s.positions[b] - s.positions[a], s.positions[c] - s.positions[a]);
}

// Where the segment from p to q meets triangle t, barycentric.
std::optional<Vec3> meeting(const SurfaceState& s, Index t, const Vec3& p, const Vec3& q) {
  const auto& [a, b, c] = s.triangles[t];
  const Vec3 A = s.positions[a] - p, B = s.positions[b] - p, C = s.positions[c] - p, d = q - p;
  const Vec3 volume{dot(d, cross(B, C)), dot(d, cross(C, A)), dot(d, cross(A, B))};
  const double sum = volume.x + volume.y + volume.z;
  if (sum == 0) return {};
  const Vec3 weight = volume / sum;
  if (std::min({weight.x, weight.y, weight.z}) < -kTolerance) return {};
  return weight;
}

void append_piercings(const SurfaceState& edges, Index s, const SurfaceState& faces, Index t, int side,
                      Index pair, std::vector<Found>& found) {
  const Vec3 normal = area_vector(faces, t), on = faces.positions[faces.triangles[t][0]];
  for (int k = 0; k < 3; ++k) {
    Piercing piercing{side, edges.triangles[s][k], edges.triangles[s][(k + 1) % 3], t, {}, {}, 0};
    double height[2] = {dot(normal, edges.positions[piercing.inner] - on),
                        dot(normal, edges.positions[piercing.outer] - on)};
    if ((height[0] < 0) == (height[1] < 0)) continue;
    if (height[0] > height[1]) std::swap(piercing.inner, piercing.outer);
    const Vec3 &p = edges.positions[piercing.inner], &q = edges.positions[piercing.outer];
    const auto weight = meeting(faces, t, p, q);
    if (!weight) continue;
    piercing.weight = *weight;
    Vec3 at;
    for (int i = 0; i < 3; ++i) at += (*weight)[i] * faces.positions[faces.triangles[t][i]];
    found.push_back({piercing, pair, at});
  }
}

// Crossing pairs whose segments join. Within one surface, which triangle of a pair belongs to which side of the
// contour follows from pair to pair: node 2 p stands for pair p as it is, 2 p + 1 for its triangles exchanged.
class Contours {
 public:
  Contours(std::span<const Found> found, Index pairs, bool is_self) : sets_(2 * pairs) {
    std::map<std::tuple<int, Index, Index, Index>, const Found*> first;
    for (const Found& one : found) {
      const auto [low, high] = std::minmax(one.piercing.inner, one.piercing.outer);
      const auto [at, is_new] =
          first.try_emplace({is_self ? 0 : one.piercing.side, low, high, one.piercing.triangle}, &one);
      if (!is_new) join(*at->second, one);
    }
  }

  Index of(Index pair) { return std::min(sets_.find(2 * pair), sets_.find(2 * pair + 1)); }
  bool is_exchanged(Index pair) { return sets_.find(2 * pair) != of(pair); }

 private:
  void join(const Found& one, const Found& other) {
    const int turn = one.piercing.side != other.piercing.side ? 1 : 0;
    sets_.unite(2 * one.pair, 2 * other.pair + turn);
    sets_.unite(2 * one.pair + 1, 2 * other.pair + 1 - turn);
  }

  DisjointSets sets_;
};

struct Loop {
  Vec3 origin, area;
  double length = 0;
  bool is_begun = false;
};

// The segment of a pair: the two of its piercings that are farthest apart.
std::array<Vec3, 2> segment_of(std::span<const Found> found) {
  std::array<Vec3, 2> ends = {found.front().at, found.front().at};
  for (std::size_t i = 0; i < found.size(); ++i)
    for (std::size_t k = i + 1; k < found.size(); ++k)
      if (distance(found[i].at, found[k].at) > distance(ends[0], ends[1])) ends = {found[i].at, found[k].at};
  return ends;
}

}  // namespace

std::vector<Piercing> find_piercings(const SurfaceState& a, const SurfaceState& b,
                                     std::span<const TrianglePair> crossing, bool is_open) {
  std::vector<Found> found;
  std::vector<std::size_t> start{0};
  for (Index p = 0; p < static_cast<Index>(crossing.size()); ++p) {
    append_piercings(a, crossing[p].a, b, crossing[p].b, 0, p, found);
    append_piercings(b, crossing[p].b, a, crossing[p].a, 1, p, found);
    start.push_back(found.size());
  }
  const bool is_self = a.triangles.data() == b.triangles.data();
  Contours contours(found, static_cast<Index>(crossing.size()), is_self);

  // Add up the area vectors of the loops: a segment runs along n_a x n_b, with the inside of B on its left.
  std::map<Index, Loop> loops;
  for (Index p = 0; p < static_cast<Index>(crossing.size()); ++p) {
    const auto part = std::span(found).subspan(start[p], start[p + 1] - start[p]);
    if (part.empty()) continue;
    auto [from, to] = segment_of(part);
    Vec3 along = cross(area_vector(a, crossing[p].a), area_vector(b, crossing[p].b));
    if (contours.is_exchanged(p)) along = -along;
    if (dot(to - from, along) < 0) std::swap(from, to);
    Loop& loop = loops[contours.of(p)];
    if (!loop.is_begun) loop.origin = from, loop.is_begun = true;
    loop.area += 0.5 * cross(from - loop.origin, to - loop.origin);
    loop.length += distance(from, to);
  }

  std::vector<Piercing> piercings;
  for (Found& one : found) {
    Piercing& piercing = one.piercing;
    const bool is_first = (piercing.side == 0) != contours.is_exchanged(one.pair);
    const SurfaceState &edges = piercing.side == 0 ? a : b, &faces = piercing.side == 0 ? b : a;
    const Vec3 normal = normalized(area_vector(faces, piercing.triangle));
    const Loop& loop = loops[contours.of(one.pair)];
    const Vec3& on = faces.positions[faces.triangles[piercing.triangle][0]];
    if (is_open) {
      // The shorter part of the edge goes back.
      const double inner = -dot(normal, edges.positions[piercing.inner] - on);
      const double outer = dot(normal, edges.positions[piercing.outer] - on);
      piercing.out = inner <= outer ? normal : -normal;
      if (outer < inner) std::swap(piercing.inner, piercing.outer);
    } else if (norm(loop.area) > kLeastArea * loop.length * loop.length) {
      piercing.out = (is_first ? -1.0 : 1.0) * normalized(loop.area);
    } else {
      piercing.out = normal;
    }
    const double cosine = dot(piercing.out, is_open && dot(piercing.out, normal) < 0 ? -normal : normal);
    const double behind = std::abs(dot(normal, edges.positions[piercing.inner] - on));
    piercing.depth = cosine > kLeastCosine ? behind / cosine : kFar;
    piercings.push_back(piercing);
  }
  return piercings;
}

}  // namespace sinew
