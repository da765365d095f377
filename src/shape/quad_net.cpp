#include "shape/quad_net.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {
namespace {

constexpr Index kChunk = 1024;

Index corner_of(const QuadNet::Quad& quad, Index v) {
  return static_cast<Index>(std::find(quad.begin(), quad.end(), v) - quad.begin());
}

// Vertex v with its quads' neighbours: before and after it in each.
struct Corner {
  Vec3 before, after;
};

template <typename Visit>
void for_each_corner(const QuadNet& net, const QuadFans& fans, Index v, Visit&& visit) {
  for (const Index q : fans.around(v)) {
    const QuadNet::Quad& quad = net.quads[q];
    const Index i = corner_of(quad, v);
    visit(Corner{net.positions[quad[(i + 3) % 4]], net.positions[quad[(i + 1) % 4]]});
  }
}

// One step of Newton's method along the gradient g, no longer than `most`.
Vec3 toward_zero(const Distance& distance, const Vec3& p, const Vec3& g, double most) {
  const double slope = squared_norm(g);
  if (slope < 1e-6) return p;
  const Vec3 step = distance(p) / slope * g;
  const double length = norm(step);
  return p - (length > most ? most / length : 1.0) * step;
}

// A vertex may move only if every corner at it still faces outward, by a good part of its full angle.
bool keeps_facing(const QuadNet& net, const QuadFans& fans, Index v, const Vec3& p, const Vec3& normal) {
  bool facing = true;
  for_each_corner(net, fans, v, [&](const Corner& c) {
    const Vec3 a = c.after - p, b = c.before - p;
    facing = facing && dot(cross(a, b), normal) > 0.2 * norm(a) * norm(b);
  });
  return facing;
}

// The mean of v's neighbours, weighted by how far they are: plain means shrink one-cell bumps to points,
// centroids by area leave more small angles.
Vec3 neighbour_mean(const QuadNet& net, const QuadFans& fans, Index v) {
  const Vec3 p = net.positions[v];
  Vec3 sum;
  double total = 0;
  for_each_corner(net, fans, v, [&](const Corner& c) {
    const double length = distance(c.after, p);
    sum += length * c.after;
    total += length;
  });
  return total > 0 ? sum / total : p;
}

// The mean of the neighbours, brought into the tangent plane and back to the zero set. Where the lattice
// is too coarse for that (a tip or a gap thinner than a cell) an even net goes before the zero set.
Vec3 relaxed_position(const QuadNet& net, const QuadFans& fans, const Distance& distance, double spacing,
                      Index v) {
  const Vec3 p = net.positions[v];
  const Vec3 g = distance.gradient(p, 0.05 * spacing), normal = normalized(g);
  const Vec3 mean = neighbour_mean(net, fans, v);
  const Vec3 slide = mean - p - dot(mean - p, normal) * normal;
  Vec3 moved = toward_zero(distance, p + 0.7 * slide, g, 0.5 * spacing);
  if (keeps_facing(net, fans, v, moved, normal)) return moved;
  moved = toward_zero(distance, p, g, 0.25 * spacing);
  return keeps_facing(net, fans, v, moved, normal) ? moved : lerp(p, mean, 0.5);
}

double smallest_angle_cosine(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = normalized(b - a), bc = normalized(c - b), ca = normalized(a - c);
  return std::max({-dot(ab, ca), -dot(ab, bc), -dot(bc, ca)});
}

// How bad the two triangles beside the diagonal from corner i are: the cosine of the smallest angle, and 2
// more when they fold over.
double diagonal_badness(const QuadNet& net, const QuadNet::Quad& quad, Index i) {
  const auto p = [&](Index k) { return net.positions[quad[(i + k) % 4]]; };
  const Vec3 first = cross(p(1) - p(0), p(2) - p(0)), second = cross(p(2) - p(0), p(3) - p(0));
  return std::max(smallest_angle_cosine(p(0), p(1), p(2)), smallest_angle_cosine(p(0), p(2), p(3))) +
         (dot(first, second) <= 0 ? 2 : 0);
}

// Whether another quad also holds both ends of the diagonal from corner i, as a side or as a diagonal.
bool diagonal_is_shared(const QuadNet& net, const QuadFans& fans, Index q, Index i) {
  const Index a = net.quads[q][i], b = net.quads[q][i + 2];
  return std::ranges::any_of(fans.around(a),
                             [&](Index other) { return other != q && corner_of(net.quads[other], b) < 4; });
}

}  // namespace

QuadFans quad_fans(const QuadNet& net) {
  QuadFans fans;
  fans.first.assign(net.vertex_count() + 1, 0);
  for (const QuadNet::Quad& quad : net.quads)
    for (const Index v : quad) ++fans.first[v + 1];
  for (Index v = 0; v < net.vertex_count(); ++v) fans.first[v + 1] += fans.first[v];
  fans.quads.resize(fans.first.back());
  std::vector<Index> next(fans.first.begin(), fans.first.end() - 1);
  for (Index q = 0; q < net.quad_count(); ++q)
    for (const Index v : net.quads[q]) fans.quads[next[v]++] = q;
  return fans;
}

void relax(QuadNet& net, const Distance& distance, double spacing, int sweeps) {
  const QuadFans fans = quad_fans(net);
  std::vector<Vec3> moved(net.positions.size());
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    // Vertices come block by block, so that those of a small chunk lie together.
    parallel_for(net.vertex_count(), 64, [&](Index begin, Index end) {
      const Box3 box =
          bounding_box(std::span(net.positions).subspan(begin, end - begin)).inflated(2 * spacing);
      const Distance nearby = distance.near(box.center(), box.diagonal() / 2);
      for (Index v = begin; v < end; ++v) moved[v] = relaxed_position(net, fans, nearby, spacing, v);
    });
    net.positions.swap(moved);
  }
}

SurfaceMesh triangulated(const QuadNet& net) {
  const QuadFans fans = quad_fans(net);
  // Per quad: the corner its diagonal starts from, or -1 where neither diagonal is free.
  std::vector<Index> diagonal(net.quads.size());
  parallel_for_each(net.quad_count(), kChunk, [&](Index q) {
    const double badness[2] = {diagonal_badness(net, net.quads[q], 0),
                               diagonal_badness(net, net.quads[q], 1)};
    const Index better = badness[0] <= badness[1] ? 0 : 1;
    diagonal[q] = !diagonal_is_shared(net, fans, q, better)       ? better
                  : !diagonal_is_shared(net, fans, q, 1 - better) ? 1 - better
                                                                  : -1;
  });
  SurfaceMesh mesh;
  mesh.positions = net.positions;
  mesh.triangles.reserve(2 * net.quads.size());
  for (Index q = 0; q < net.quad_count(); ++q) {
    const QuadNet::Quad& quad = net.quads[q];
    if (const Index i = diagonal[q]; i >= 0) {
      mesh.triangles.push_back({quad[i], quad[i + 1], quad[i + 2]});
      mesh.triangles.push_back({quad[i], quad[i + 2], quad[(i + 3) % 4]});
      continue;
    }
    // Four triangles around a new vertex in the middle need no diagonal.
    const Index middle = mesh.vertex_count();
    Vec3 sum;
    for (const Index v : quad) sum += net.positions[v];
    mesh.positions.push_back(0.25 * sum);
    for (Index i = 0; i < 4; ++i) mesh.triangles.push_back({quad[i], quad[(i + 1) % 4], middle});
  }
  return mesh;
}

}  // namespace sinew
