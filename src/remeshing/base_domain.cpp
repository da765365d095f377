#include "remeshing/base_domain.h"
#include "meshing/inside_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mesh/mesh_check.h"
#include "mesh/triangle_tree.h"
#include "remeshing/collapse_mesh.h"
#include "remeshing/collapse_queue.h"
#include "remeshing/quadric.h"
#include "remeshing/ring_chart.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// Between two rounds of flips the triangle count falls to this part.
constexpr double kRoundRatio = 0.6;
constexpr int kFlipSweeps = 4;
// A flip must gain this much quality, and turn no normal further than this from the two triangles' mean.
constexpr double kFlipGain = 1.05, kFlipCosine = 0.7;

// What a collapse should keep. One that fails a row is held back until its cost times the next row's penalty
// has its turn; the last row asks only for topology and a chart that does not fold. (Rows as hard limits left
// rough regions fine while smooth ones were coarsened past all measure.)
struct Guard {
  double penalty;
  double min_turn_cosine;
  double min_quality, min_chart_quality;
  Index max_valence, min_valence;
};
constexpr Guard kGuards[] = {{1, 0.3, 0.3, 0.1, 9, 4}, {5, 0, 0.1, 0.03, 12, 3}, {30, -2, 0, 0.001, 60, 3}};
constexpr int kGuardCount = 3;

void require_closed_manifold(const SurfaceMesh& surface) {
  require_sound(surface);
  if (!surface.triangles.empty()) require_digits(bounding_box(surface));
  const CollapseMesh mesh(surface);
  Index boundary = 0;
  for (Index v = 0; v < mesh.vertex_count(); ++v) boundary += mesh.is_boundary(v);
  const Index degenerate = surface.triangle_count() - mesh.live_triangles();
  if (surface.triangles.empty() || boundary + degenerate + mesh.fixed_count() > 0)
    throw Error(fmt::format("a semi-regular remesh needs a closed, oriented manifold; this surface of {} "
                            "triangles has {} boundary vertices, {} non-manifold vertices and {} triangles "
                            "that name a vertex twice",
                            surface.triangle_count(), boundary, mesh.fixed_count(), degenerate),
                "", "repair the surface, or mesh its volume and remesh the boundary of that");
}

class BaseBuilder {
 public:
  BaseBuilder(const SurfaceMesh& surface, Index target, const BaseWeights& weights)
      : target_(target),
        weights_(weights),
        origin_(bounding_box(surface).center()),
        mesh_(surface),
        quadrics_(surface.positions.size()),
        deviation_(surface.positions.size(), 0),
        queue_(surface.vertex_count()) {
    for (Index t = 0; t < mesh_.triangle_slots(); ++t) {
      const Vec3 area_vector = mesh_.area_vector(t);
      const Vec3 corner = mesh_.position(mesh_.triangle(t)[0]) - origin_;
      const Quadric plane = Quadric::plane(normalized(area_vector), corner, norm(area_vector) / 6);
      for (const Index v : mesh_.triangle(t)) quadrics_[v] += plane;
    }
  }

  BaseDomain run() {
    for (bool progress = true; progress && mesh_.live_triangles() > target_;) {
      progress =
          collapse_down_to(std::max(target_, static_cast<Index>(kRoundRatio * mesh_.live_triangles())));
      flip_edges();
    }
    return extract();
  }

 private:
  // Cheapest collapses first, down to `goal` triangles; false if none was found.
  bool collapse_down_to(Index goal) {
    const Index start = mesh_.live_triangles();
    queue_ = CollapseQueue(mesh_.vertex_count());
    for (Index v = 0; v < mesh_.vertex_count(); ++v) push_from(v);
    CollapseCandidate c;
    while (mesh_.live_triangles() > goal && queue_.pop(c)) {
      if (!mesh_.can_collapse(c.from, c.to)) continue;
      if (passes(kGuards[c.variant], c.from, c.to))
        apply(c.from, c.to);
      else if (++c.variant < kGuardCount)
        queue_.push({kGuards[c.variant].penalty * cost(c.from, c.to), c.from, c.to, c.variant});
    }
    return mesh_.live_triangles() < start;
  }

  // Leaves the collapse's chart in chart_ if it passes.
  bool passes(const Guard& guard, Index v, Index u) {
    return keeps_shape(guard, v, u) && chart_of_collapse(mesh_, v, u, chart_) > guard.min_chart_quality;
  }

  void push_from(Index v) {
    mesh_.neighbours(v, ring_);
    for (const Index u : ring_) queue_.push({cost(v, u), v, u, 0});
  }

  // Error of the planes, unevenness and lost reach, all lengths to the fourth, over the worst new triangle.
  double cost(Index v, Index u) const {
    const Quadric q = quadrics_[v] + quadrics_[u];
    const Vec3 from = mesh_.position(v), to = mesh_.position(u);
    double worst = 1;
    for_each_moved(v, u, [&](Index, const Vec3& a, const Vec3& b) {
      worst = std::min(worst, triangle_quality(to, a, b));
    });
    const double planes = q(to - origin_), unevenness = q.weight * squared_norm(from - to);
    const double reach = std::pow(deviation_after(v, u), 4);
    return (planes + weights_.evenness * unevenness + weights_.reach * reach) / std::max(0.01, worst);
  }

  // An upper estimate of how far anything that v stands for is from the triangles left when v goes into u.
  double deviation_after(Index v, Index u) const {
    const Vec3 from = mesh_.position(v), to = mesh_.position(u);
    double uncovered = squared_norm(from - to);
    for_each_moved(v, u, [&](Index, const Vec3& a, const Vec3& b) {
      uncovered = std::min(uncovered, squared_norm(from - nearest_point_on_triangle(from, to, a, b)));
    });
    return deviation_[v] + std::sqrt(uncovered);
  }

  // The triangles of v that stay when it goes into u, with their two other corners in order.
  template <typename F>
  void for_each_moved(Index v, Index u, F&& f) const {
    for (const Index t : mesh_.star(v)) {
      const Triangle& triangle = mesh_.triangle(t);
      if (corner_of(triangle, u) >= 0) continue;
      const int k = corner_of(triangle, v);
      f(t, mesh_.position(triangle[(k + 1) % 3]), mesh_.position(triangle[(k + 2) % 3]));
    }
  }

  bool keeps_shape(const Guard& guard, Index v, Index u) const {
    if (mesh_.valence(u) + mesh_.valence(v) - 4 > guard.max_valence) return false;
    std::array<Index, 2> sides;
    mesh_.edge_triangles(u, v, sides);
    const Hinge hinge = hinge_of(mesh_, sides, u, v);
    if (std::min(mesh_.valence(hinge.a), mesh_.valence(hinge.b)) - 1 < guard.min_valence) return false;
    bool sound = true;
    for_each_moved(v, u, [&](Index t, const Vec3& a, const Vec3& b) {
      const Vec3 p = mesh_.position(u), before = mesh_.area_vector(t), after = cross(a - p, b - p);
      const double old_quality = triangle_quality(mesh_.position(v), a, b);
      sound &= triangle_quality(p, a, b) >= std::min(guard.min_quality, old_quality);
      sound &= dot(before, after) >= guard.min_turn_cosine * norm(before) * norm(after);
    });
    return sound;
  }

  void apply(Index v, Index u) {
    map_.append(chart_);
    deviation_[u] = std::max(deviation_[u], deviation_after(v, u));
    mesh_.collapse(v, u);
    quadrics_[u] += quadrics_[v];
    queue_.touch(v);
    queue_.touch(u);
    push_from(u);
    for (const Index w : ring_) queue_.push({cost(w, u), w, u, 0});
  }

  // Flips edges if that improves the worse of their two triangles and the surface hardly moves.
  void flip_edges() {
    for (int sweep = 0; sweep < kFlipSweeps; ++sweep) {
      Index flips = 0;
      for (Index t = 0; t < mesh_.triangle_slots(); ++t)
        for (int k = 0; k < 3 && mesh_.is_live(t); ++k)
          flips += flip_if_better(mesh_.triangle(t)[k], mesh_.triangle(t)[(k + 1) % 3]);
      if (flips == 0) return;
    }
  }

  bool flip_if_better(Index u, Index v) {
    if (u > v || !mesh_.can_flip(u, v)) return false;
    std::array<Index, 2> sides;
    mesh_.edge_triangles(u, v, sides);
    const Hinge h = hinge_of(mesh_, sides, u, v);
    const Vec3 p = mesh_.position(u), q = mesh_.position(v), a = mesh_.position(h.a), b = mesh_.position(h.b);
    const double before = std::min(triangle_quality(p, q, a), triangle_quality(q, p, b));
    const double after = std::min(triangle_quality(a, b, q), triangle_quality(b, a, p));
    if (after < kFlipGain * before) return false;
    const Vec3 mean = normalized(cross(q - p, a - p) + cross(p - q, b - q));
    for (const Vec3& n : {cross(b - a, q - a), cross(a - b, p - b)})
      if (dot(n, mean) < kFlipCosine * norm(n)) return false;
    if (chart_of_flip(mesh_, u, v, chart_) < kGuards[0].min_chart_quality) return false;
    map_.append(chart_);
    mesh_.flip(u, v);
    return true;
  }

  BaseDomain extract() {
    BaseDomain out;
    out.mesh = mesh_.extract(&out.vertex_origin);
    for (Index t = 0; t < mesh_.triangle_slots(); ++t)
      if (mesh_.is_live(t)) out.triangle_slot.push_back(t);
    out.map = std::move(map_);
    return out;
  }

  Index target_;
  BaseWeights weights_;
  Vec3 origin_;
  CollapseMesh mesh_;
  std::vector<Quadric> quadrics_;
  std::vector<double> deviation_;  // from each vertex to the farthest place it stands for, from above
  CollapseQueue queue_;
  SurfaceMap map_;
  Chart chart_;
  std::vector<Index> ring_;
};

}  // namespace

BaseDomain coarsen_to_base(const SurfaceMesh& surface, Index target_triangles, const BaseWeights& weights) {
  require_closed_manifold(surface);
  return BaseBuilder(surface, target_triangles, weights).run();
}

}  // namespace sinew
