#include "octree/surface/lattice_clipper.h"

#include <algorithm>

namespace sinew {

LatticeClipper::LatticeClipper(std::array<std::vector<std::int32_t>, 3> planes, std::vector<Vec3> points)
    : planes_(std::move(planes)) {
  vertices_.reserve(points.size());
  for (const Vec3& p : points) vertices_.push_back({p});
}

int LatticeClipper::slab_of(int axis, double coordinate) const {
  const auto& planes = planes_[axis];
  return static_cast<int>(std::upper_bound(planes.begin(), planes.end(), coordinate) - planes.begin());
}

Index LatticeClipper::parting_point(Index a, Index b, int axis, std::int32_t plane) {
  if (b < a) std::swap(a, b);
  const auto [found, is_new] =
      parting_points_.try_emplace(edge_key(a, b), static_cast<Index>(vertices_.size()));
  if (!is_new) return found->second;
  const Vertex &first = vertices_[a], &last = vertices_[b];
  const double t = (plane - first.at[axis]) / (last.at[axis] - first.at[axis]);
  Vertex vertex;
  vertex.at = max(min(first.at, last.at), min(max(first.at, last.at), lerp(first.at, last.at, t)));
  vertex.at[axis] = plane;
  for (int i = 0; i < 3; ++i)
    if (first.on[i] == last.on[i]) vertex.on[i] = first.on[i];
  vertex.on[axis] = plane;
  vertices_.push_back(vertex);
  return found->second;
}

// There may be several polygons above if rounding has bent an edge across the plane and back. Each is closed
// separately along the plane; the part below is one polygon.
void LatticeClipper::part(const std::vector<Index>& polygon, int axis, std::int32_t plane,
                          std::vector<Index>& below, std::vector<std::vector<Index>>& above) {
  const std::size_t n = polygon.size();
  std::size_t start = 0;
  while (is_above(polygon[start], axis, plane)) ++start;
  for (std::size_t k = 0; k < n; ++k) {
    const Index a = polygon[(start + k) % n], b = polygon[(start + k + 1) % n];
    const bool a_above = is_above(a, axis, plane), b_above = is_above(b, axis, plane);
    (a_above ? above.back() : below).push_back(a);
    if (a_above == b_above) continue;
    const Index point = parting_point(a, b, axis, plane);
    below.push_back(point);
    if (b_above)
      above.push_back({point});
    else
      above.back().push_back(point);
  }
}

void LatticeClipper::clip_along(int axis, Piece piece, std::vector<Piece>& pieces) {
  const auto coordinate = [&](Index v) { return vertices_[v].at[axis]; };
  const auto by_coordinate = [&](Index a, Index b) { return coordinate(a) < coordinate(b); };
  const auto [low, high] = std::minmax_element(piece.corners.begin(), piece.corners.end(), by_coordinate);
  piece.slab[axis] = slab_of(axis, coordinate(*low));
  const auto& planes = planes_[axis];
  const bool is_whole =
      piece.slab[axis] == static_cast<int>(planes.size()) || coordinate(*high) < planes[piece.slab[axis]];
  if (is_whole) {
    pieces.push_back(std::move(piece));
    return;
  }
  Piece lower{{}, piece.slab};
  std::vector<std::vector<Index>> above;
  part(piece.corners, axis, planes[piece.slab[axis]], lower.corners, above);
  pieces.push_back(std::move(lower));
  for (std::vector<Index>& corners : above) clip_along(axis, {std::move(corners), piece.slab}, pieces);
}

void LatticeClipper::clip(const Triangle& triangle, std::vector<Piece>& pieces) {
  std::vector<Piece> parts{{{triangle.begin(), triangle.end()}, {}}};
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<Piece> finer;
    for (Piece& piece : parts) clip_along(axis, std::move(piece), finer);
    parts = std::move(finer);
  }
  std::move(parts.begin(), parts.end(), std::back_inserter(pieces));
}

// The same steps as in clip_along, for one edge: from the lowest plane up.
void LatticeClipper::part_edge(int axis, Index a, Index b, std::vector<Index>& points) {
  const double low = std::min(vertices_[a].at[axis], vertices_[b].at[axis]);
  const int slab = slab_of(axis, low);
  const auto& planes = planes_[axis];
  const bool is_whole = slab == static_cast<int>(planes.size()) ||
                        is_above(a, axis, planes[slab]) == is_above(b, axis, planes[slab]);
  if (is_whole) {
    points.push_back(a);
    return;
  }
  const Index point = parting_point(a, b, axis, planes[slab]);
  if (is_above(b, axis, planes[slab])) {
    points.push_back(a);
    part_edge(axis, point, b, points);
  } else {
    part_edge(axis, a, point, points);
    points.push_back(point);
  }
}

std::vector<Index> LatticeClipper::edge_points(Index a, Index b) {
  std::vector<Index> points{a};
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<Index> finer;
    for (std::size_t k = 0; k < points.size(); ++k)
      part_edge(axis, points[k], k + 1 < points.size() ? points[k + 1] : b, finer);
    points = std::move(finer);
  }
  return points;
}

}  // namespace sinew
