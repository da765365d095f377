#include "mesh/self_intersection.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "mesh/predicates.h"
#include "mesh/triangle_tree.h"

namespace sinew {

namespace {

constexpr Index kChunk = 64;  // triangles searched by one thread at a time
constexpr Index kBlock = 64;  // chunks between two looks at the limit

// Where everything overlaps a search would take hours: it ends after this many pairs of overlapping boxes.
// A sound surface has about six a triangle, and a few large triangles may each overlap all others.
long long candidate_limit(Index triangles) { return 20'000'000 + 32LL * triangles; }
long long chunk_limit(Index triangles) { return 100'000 + triangles; }

bool has_corner(const Triangle& t, Index v) { return t[0] == v || t[1] == v || t[2] == v; }

int shared_corners(const Triangle& s, const Triangle& t) {
  return has_corner(t, s[0]) + has_corner(t, s[1]) + has_corner(t, s[2]);
}

using Corners = std::array<const Vec3*, 3>;

Corners corners_of(const SurfaceMesh& mesh, Index t) {
  const auto& [a, b, c] = mesh.triangles[t];
  return {&mesh.positions[a], &mesh.positions[b], &mesh.positions[c]};
}

// A triangle turned so that its first corner is alone on its side of the other triangle's plane.
struct Straddling {
  bool straddles = false;
  int side = 0;  // of the lone corner
  Corners turned{};
};

Straddling straddling(const Corners& of, const Corners& plane) {
  int side[3];
  for (int i = 0; i < 3; ++i) {
    const bool is_shared = of[i] == plane[0] || of[i] == plane[1] || of[i] == plane[2];
    side[i] = is_shared ? 0 : orientation(*plane[0], *plane[1], *plane[2], *of[i]);
  }
  const auto above = std::count(side, side + 3, 1), below = std::count(side, side + 3, -1);
  if (above == 0 || below == 0) return {};
  const int lone_side = above == 1 ? 1 : -1;
  const auto lone = static_cast<int>(std::find(side, side + 3, lone_side) - side);
  return {true, lone_side, {of[lone], of[(lone + 1) % 3], of[(lone + 2) % 3]}};
}

}  // namespace

// Both triangles straddle the other's plane, so each cuts the planes' common line in a segment. Let p, q, r
// be the corners of one and P, Q, R those of the other, p and P alone on the side their partner's normal
// points to (where a corner is alone on the other side, its partner is turned over):
//
//        p            P
//       / \          / \            pq meets the line at i, pr at j,
//   ---i---j--------l---k---        PQ at k, PR at l, in the order i < j, l < k.
//     /     \      /     \          The segments overlap when i < k and l < j.
//    q-------r    R-------Q
//
// i < k says that the line PQ passes pq on a known side, which is a sign of orientation(p, q, P, Q) (so
// Guigue and Devillers, Fast and Robust Triangle-Triangle Overlap Test, 2003); strict signs leave out touch.
bool triangles_cross(const Corners& s, const Corners& t) {
  Straddling first = straddling(s, t);
  if (!first.straddles) return false;
  Straddling second = straddling(t, s);
  if (!second.straddles) return false;
  if (first.side < 0) std::swap(second.turned[1], second.turned[2]);
  if (second.side < 0) std::swap(first.turned[1], first.turned[2]);
  const auto [p, q, r] = first.turned;
  const auto [P, Q, R] = second.turned;
  return orientation(*p, *q, *P, *Q) < 0 && orientation(*p, *r, *P, *R) > 0;
}

bool triangles_cross(const SurfaceMesh& mesh, Index s, Index t) {
  return triangles_cross(corners_of(mesh, s), corners_of(mesh, t));
}

SelfIntersections self_intersections(const SurfaceMesh& mesh) {
  SelfIntersections found;
  const Index n = mesh.triangle_count();
  const TriangleTree tree(mesh);
  std::vector<std::vector<std::array<Index, 2>>> pairs((n + kChunk - 1) / kChunk);
  std::vector<long long> candidates(pairs.size(), 0);

  auto search = [&](Index s, Index chunk) {
    Box3 box;
    for (const Vec3& corner : mesh.corners(s)) box.extend(corner);
    tree.for_each_overlap(box, [&](Index t) {
      if (t <= s || candidates[chunk] > chunk_limit(n)) return;
      ++candidates[chunk];
      if (shared_corners(mesh.triangles[s], mesh.triangles[t]) <= 1 && triangles_cross(mesh, s, t))
        pairs[chunk].push_back({s, t});
    });
  };

  // The limits depend on whole chunks and blocks, so that the search ends at the same place for any number of
  // threads.
  const auto chunks = static_cast<Index>(pairs.size());
  long long total = 0;
  for (Index begin = 0; begin < chunks; begin += kBlock) {
    if (total > candidate_limit(n)) {
      found.complete = false;
      break;
    }
    const Index end = std::min(chunks, begin + kBlock);
    parallel_for(end - begin, 1, [&](Index c, Index) {
      const Index chunk = begin + c;
      for (Index s = chunk * kChunk; s < std::min(n, (chunk + 1) * kChunk); ++s) search(s, chunk);
    });
    for (Index chunk = begin; chunk < end; ++chunk) {
      total += candidates[chunk];
      if (candidates[chunk] > chunk_limit(n)) found.complete = false;
      std::sort(pairs[chunk].begin(), pairs[chunk].end());
      found.pairs.insert(found.pairs.end(), pairs[chunk].begin(), pairs[chunk].end());
    }
  }
  return found;
}

}  // namespace sinew
