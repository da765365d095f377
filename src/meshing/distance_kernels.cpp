#include "meshing/distance_kernels.h"

#include "base/wide.h"

// Distances of a pack of points, a point per lane, in one walk down the tree: a node is opened when its box
// is nearer to one lane than that lane's nearest triangle so far. The child whose box is nearer to the first
// lane comes first. Double precision and the scalar code's order of operations: the bits are those of
// TriangleTree::nearest.

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

using V = Wide<double>;
constexpr int kPack = kLanes<double>;

struct Point {
  V x, y, z;
};

Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
V dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Point select(Mask<double, kPack> mask, const Point& yes, const Point& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}
Point broadcast(const double* p) { return {V(p[0]), V(p[1]), V(p[2])}; }

V squared_distance_to_box(const DistanceTree::Node& node, const Point& p) {
  const Point q{max(V(node.lower[0]), min(V(node.upper[0]), p.x)),
                max(V(node.lower[1]), min(V(node.upper[1]), p.y)),
                max(V(node.lower[2]), min(V(node.upper[2]), p.z))};
  return dot(p - q, p - q);
}

// The Voronoi regions of nearest_point_on_triangle (mesh/triangle_tree.cpp), last one first: each region that
// holds a lane's point replaces what was chosen before, as
//   point = base + (num / den) along + (vc / area) ac,  the last term for the inside of the triangle alone.
V squared_distance_to_triangle(const DistanceTree::Triangle& triangle, const Point& p) {
  const V zero(0);
  const Point a = broadcast(triangle.corners[0]), b = broadcast(triangle.corners[1]),
              c = broadcast(triangle.corners[2]);
  const Point ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const V d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp), d5 = dot(ab, cp),
          d6 = dot(ac, cp);
  const V vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  const V area = va + vb + vc;

  V num = vb, den = area, second = vc;
  Point base = a, along = ab;
  auto take = [&](Mask<double, kPack> where, const Point& start, const Point& direction, V part, V whole) {
    base = select(where, start, base), along = select(where, direction, along);
    num = select(where, part, num), den = select(where, whole, den), second = select(where, zero, second);
  };
  take((va <= zero) & (d4 >= d3) & (d5 >= d6), b, c - b, d4 - d3, (d4 - d3) + (d5 - d6));
  take((vb <= zero) & (d2 >= zero) & (d6 <= zero), a, ac, d2, d2 - d6);
  take((d6 >= zero) & (d5 <= d6), c, ac, zero, zero);
  take((vc <= zero) & (d1 >= zero) & (d3 <= zero), a, ab, d1, d1 - d3);
  take((d3 >= zero) & (d4 <= d3), b, ab, zero, zero);
  take((d1 <= zero) & (d2 <= zero), a, ab, zero, zero);

  // A triangle squeezed to a segment or a point has no whole to take a part of.
  const Mask<double, kPack> some = den > zero;
  const V whole = select(some, den, V(1));
  const V u = select(some, num / whole, zero), v = select(some, second / whole, zero);
  const Point nearest{base.x + u * along.x + v * ac.x, base.y + u * along.y + v * ac.y,
                      base.z + u * along.z + v * ac.z};
  return dot(p - nearest, p - nearest);
}

V squared_distance(const DistanceTree& tree, const Point& p, V bound) {
  int waiting[64];
  V box_distance[64];
  int depth = 0, at = 0;
  V best = bound;
  if (!any(squared_distance_to_box(tree.nodes[0], p) < best)) return best;
  for (;;) {
    const DistanceTree::Node& node = tree.nodes[at];
    if (node.right < 0) {
      for (int t = node.begin; t < node.end; ++t)
        best = min(squared_distance_to_triangle(tree.triangles[t], p), best);
    } else {
      const V left = squared_distance_to_box(tree.nodes[at + 1], p);
      const V right = squared_distance_to_box(tree.nodes[node.right], p);
      const bool left_first = left[0] <= right[0];
      waiting[depth] = left_first ? node.right : at + 1;
      box_distance[depth++] = left_first ? right : left;
      waiting[depth] = left_first ? at + 1 : node.right;
      box_distance[depth++] = left_first ? left : right;
    }
    // Skip what has come to lie beyond every lane's nearest triangle meanwhile.
    do {
      if (depth == 0) return best;
      at = waiting[--depth];
    } while (!any(box_distance[depth] < best));
  }
}

void squared_distances(const DistanceTree& tree, const double* const points[3], int n, double* squared) {
  for (int i = 0; i < n; i += kPack) {
    const int count = n - i < kPack ? n - i : kPack;
    auto load = [&](const double* from) {
      return count == kPack ? V::load(from + i) : V::load_some(from + i, count);
    };
    // Lanes beyond the end have a bound that no box is within.
    const V bound = count == kPack ? V::load(squared + i) : V::load_some(squared + i, count, -1);
    squared_distance(tree, {load(points[0]), load(points[1]), load(points[2])}, bound)
        .store_some(squared + i, count);
  }
}

}  // namespace

const DistanceKernels distance_kernels = {squared_distances, kPack};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
