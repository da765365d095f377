#include "remeshing/displaced_subdivision.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "mesh/mesh_check.h"
#include "mesh/surface_topology.h"
#include "mesh/triangle_tree.h"
#include "mesh/vertex_stars.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr int kMostSteps = 6;
constexpr Index kChunk = 1024;

void require_closed(const SurfaceMesh& control) {
  require_sound(control);
  const SurfaceTopology topology = surface_topology(control.triangles);
  if (topology.closed && topology.manifold() && topology.oriented() &&
      topology.vertices == control.vertex_count() && topology.triangles == control.triangle_count())
    return;
  throw Error(
      fmt::format("displaced subdivision needs a closed, oriented manifold; this control mesh of {} "
                  "triangles has {} open, {} non-manifold and {} opposed edges, {} non-manifold and {} "
                  "unused vertices",
                  control.triangle_count(), topology.open_edges, topology.nonmanifold_edges,
                  topology.opposed_edges, topology.nonmanifold_vertices,
                  control.vertex_count() - topology.vertices),
      "", "use a level of a semi-regular remesh");
}

// A line and the surface that it leaves through, outwards.
struct LineHit {
  double along = 0;
  bool found = false;
};

// Where the line p + s n crosses the triangle, seen from behind; |s| <= reach.
void cross_triangle(const Vec3& p, const Vec3& n, double reach, const std::array<Vec3, 3>& corners,
                    LineHit& hit) {
  const Vec3 ab = corners[1] - corners[0], ac = corners[2] - corners[0], area_vector = cross(ab, ac);
  const double rise = dot(n, area_vector);
  if (rise <= 0) return;
  const Vec3 to_p = p - corners[0], side = cross(to_p, n);
  const double b = -dot(ac, side) / rise, c = dot(ab, side) / rise;
  constexpr double kRounding = 1e-9;  // so that a line does not slip through between two triangles
  if (b < -kRounding || c < -kRounding || b + c > 1 + kRounding) return;
  const double along = -dot(to_p, area_vector) / rise;
  if (std::abs(along) > reach || (hit.found && std::abs(along) >= std::abs(hit.along))) return;
  hit = {along, true};
}

}  // namespace

DisplacedSubdivision::DisplacedSubdivision(const SurfaceMesh& control, int steps, const SurfaceMesh& detailed)
    : control_count_(control.vertex_count()) {
  if (steps < 0 || steps > kMostSteps)
    throw Error(fmt::format("{} steps of subdivision asked for", steps), "",
                fmt::format("between 0 and {} make sense", kMostSteps));
  require_closed(control);
  require_sound(detailed);
  if (detailed.triangles.empty()) throw Error("the detailed surface has no triangles");
  limit_shares(control, steps);
  sample(control, detailed);
}

void DisplacedSubdivision::limit_shares(const SurfaceMesh& control, int steps) {
  ControlMesh mesh = own_control(control.triangles, control_count_);
  for (int step = 0; step < steps; ++step) mesh = subdivide_loop(mesh);
  triangles_ = mesh.triangles;
  first_share_ = {0};
  for (const LoopLimit& limit : loop_limits(mesh)) {
    // The tangents miss at most the vertex itself: all controls are among those of the point.
    auto tangent = limit.tangent.begin();
    auto other = limit.other_tangent.begin();
    for (const auto& [vertex, weight] : limit.point) {
      const bool has_tangent = tangent != limit.tangent.end() && tangent->first == vertex;
      shares_.push_back(
          {vertex, weight, has_tangent ? (tangent++)->second : 0, has_tangent ? (other++)->second : 0});
    }
    first_share_.push_back(static_cast<Index>(shares_.size()));
  }
  const auto fine_count = static_cast<Index>(mesh.vertices.size());
  const VertexStars stars(triangles_, fine_count);
  first_triangle_ = {0};
  for (Index v = 0; v < fine_count; ++v) {
    star_.insert(star_.end(), stars[v].begin(), stars[v].end());
    first_triangle_.push_back(static_cast<Index>(star_.size()));
  }
  displacements_.assign(fine_count, 0);
}

void DisplacedSubdivision::sample(const SurfaceMesh& control, const SurfaceMesh& detailed) {
  const TriangleTree tree(detailed);
  std::vector<char> is_missed(displacements_.size(), 0);
  std::vector<Vec3> points(displacements_.size()), above(displacements_.size()),
      normals(displacements_.size());
  evaluate(control.positions, points, normals);
  std::fill(displacements_.begin(), displacements_.end(), 1.0);
  evaluate(control.positions, above, normals);
  parallel_for_each(displacements_.size(), kChunk, [&](Index v) {
    constexpr double kReach = 4;  // times the distance to the nearest point: farther is another part
    const Vec3 p = points[v], n = above[v] - p;
    const TriangleTree::Nearest nearest = tree.nearest(p);
    const double reach = kReach * std::sqrt(nearest.squared_distance);
    Box3 box;
    box.extend(p + reach * n), box.extend(p - reach * n);
    LineHit hit;
    tree.for_each_overlap(box, [&](Index t) { cross_triangle(p, n, reach, detailed.corners(t), hit); });
    is_missed[v] = !hit.found;
    displacements_[v] = hit.found ? hit.along : dot(nearest.point - p, n);
  });
  missed_ = static_cast<Index>(std::count(is_missed.begin(), is_missed.end(), 1));
}

void DisplacedSubdivision::evaluate(std::span<const Vec3> control, std::span<Vec3> positions) const {
  parallel_for_each(displacements_.size(), kChunk, [&](Index v) {
    Vec3 point, tangent, other_tangent;
    for (Index k = first_share_[v]; k < first_share_[v + 1]; ++k) {
      const Share& share = shares_[k];
      const Vec3& at = control[share.control];
      point += share.point * at;
      tangent += share.tangent * at;
      other_tangent += share.other_tangent * at;
    }
    positions[v] = point + displacements_[v] * normalized(cross(tangent, other_tangent));
  });
}

void DisplacedSubdivision::evaluate(std::span<const Vec3> control, std::span<Vec3> positions,
                                    std::span<Vec3> normals) const {
  evaluate(control, positions);
  parallel_for_each(displacements_.size(), kChunk, [&](Index v) {
    Vec3 sum;
    for (Index k = first_triangle_[v]; k < first_triangle_[v + 1]; ++k) {
      const auto& [a, b, c] = triangles_[star_[k]];
      sum += cross(positions[b] - positions[a], positions[c] - positions[a]);
    }
    normals[v] = normalized(sum);
  });
}

ControlSum DisplacedSubdivision::limit_point(Index fine) const {
  ControlSum sum;
  for (Index k = first_share_[fine]; k < first_share_[fine + 1]; ++k)
    sum.emplace_back(shares_[k].control, shares_[k].point);
  return sum;
}

}  // namespace sinew
