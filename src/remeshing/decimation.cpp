#include "remeshing/decimation.h"

#include <cmath>
#include <numbers>

#include "mesh/mesh_check.h"
#include "meshing/inside_check.h"
#include "remeshing/collapse_mesh.h"
#include "remeshing/collapse_queue.h"
#include "remeshing/quadric.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// Beside the area of its triangles a boundary edge weighs this many of its squares.
constexpr double kBoundaryWeight = 4;
// Pull towards the edge's middle, relative to the planes' pull: decides only what the planes leave open.
constexpr double kSoftness = 1e-6;
// Orders collapses of equal error, as in a plane, by length.
constexpr double kLengthCost = 1e-9;
// An optimum further from the edge than this many of its lengths is not trusted.
constexpr double kMaxReach = 2;
// The normals of thinner triangles are noise and are not compared.
constexpr double kMeaningfulQuality = 1e-6;

enum Placement : int { kOptimal, kOnSegment, kAtTo, kAtFrom, kPlacements };

class Decimator {
 public:
  Decimator(const SurfaceMesh& surface, const DecimationParams& params)
      : params_(params),
        min_turn_cosine_(std::cos(params.max_turn_degrees * std::numbers::pi / 180)),
        origin_(bounding_box(surface).center()),
        mesh_(surface),
        quadrics_(surface.positions.size()),
        queue_(surface.vertex_count()) {
    accumulate_quadrics();
  }

  DecimationResult run() {
    for (Index v = 0; v < mesh_.vertex_count(); ++v) push_edges(v, true);
    DecimationResult result;
    result.fixed_vertices = mesh_.fixed_count();
    // Collapses refused once may have become sound: start over while that yields any.
    Index before = -1;
    while (result.collapses != before && mesh_.live_triangles() > params_.target_triangles) {
      before = result.collapses;
      for (const CollapseCandidate& c : queue_.take_set_aside()) push_edge(c.from, c.to, kOptimal);
      sweep(result);
    }
    result.reached_target = mesh_.live_triangles() <= params_.target_triangles;
    result.mesh = mesh_.extract();
    return result;
  }

 private:
  void sweep(DecimationResult& result) {
    CollapseCandidate candidate;
    while (mesh_.live_triangles() > params_.target_triangles && queue_.pop(candidate)) {
      const auto [cost, from, to, variant] = candidate;
      const Vec3 place = placement(from, to, variant);
      if (!mesh_.can_collapse(from, to)) {
        queue_.set_aside(candidate);
      } else if (!is_sound(from, to, place)) {
        if (!push_edge(from, to, variant + 1)) queue_.set_aside(candidate);
      } else {
        result.max_error = std::max(result.max_error, error(quadrics_[from] + quadrics_[to], place));
        ++result.collapses;
        apply(from, to, place);
      }
    }
  }

  void accumulate_quadrics() {
    for (Index t = 0; t < mesh_.triangle_slots(); ++t) {
      if (!mesh_.is_live(t)) continue;
      const Vec3 area_vector = mesh_.area_vector(t);
      const Vec3 n = normalized(area_vector);
      const Triangle& triangle = mesh_.triangle(t);
      const Quadric plane = Quadric::plane(n, mesh_.position(triangle[0]) - origin_, norm(area_vector) / 6);
      for (int k = 0; k < 3; ++k) {
        quadrics_[triangle[k]] += plane;
        add_boundary_quadric(triangle[k], triangle[(k + 1) % 3], n);
      }
    }
  }

  // A wall through a boundary edge, upright on its triangle.
  void add_boundary_quadric(Index u, Index v, const Vec3& n) {
    std::array<Index, 2> sides;
    if (!mesh_.is_boundary(u) || !mesh_.is_boundary(v) || mesh_.edge_triangles(u, v, sides) != 1) return;
    const Vec3 edge = mesh_.position(v) - mesh_.position(u);
    const Quadric wall = Quadric::plane(normalized(cross(edge, n)), mesh_.position(u) - origin_,
                                        kBoundaryWeight * squared_norm(edge));
    quadrics_[u] += wall;
    quadrics_[v] += wall;
  }

  void push_edges(Index v, bool upward_only) {
    mesh_.neighbours(v, ring_);
    for (const Index w : ring_)
      if (w > v || !upward_only) push_edge(std::max(v, w), std::min(v, w), kOptimal);
  }

  // The first placement from `variant` on that the error bound allows; false if there is none.
  bool push_edge(Index from, Index to, int variant) {
    if (mesh_.is_fixed(from) || mesh_.is_fixed(to)) return false;
    // An edge that ends on the boundary collapses onto that end, so that the boundary stays where it is.
    const bool from_boundary = mesh_.is_boundary(from), to_boundary = mesh_.is_boundary(to);
    if (from_boundary != to_boundary) {
      if (variant > (from_boundary ? kAtFrom : kAtTo)) return false;
      variant = from_boundary ? kAtFrom : kAtTo;
    }
    const Quadric quadric = quadrics_[from] + quadrics_[to];
    for (; variant < kPlacements; ++variant) {
      const Vec3 place = placement(from, to, variant);
      if (error(quadric, place) > params_.max_error) continue;
      const double length2 = squared_norm(mesh_.position(from) - mesh_.position(to));
      const double cost = quadric(place - origin_) + kLengthCost * quadric.weight * length2;
      queue_.push({cost, from, to, variant});
      return true;
    }
    return false;
  }

  Vec3 placement(Index from, Index to, int variant) const {
    const Vec3 p = mesh_.position(from), q = mesh_.position(to);
    if (variant == kAtTo) return q;
    if (variant == kAtFrom) return p;
    const Quadric quadric = quadrics_[from] + quadrics_[to];
    const Vec3 middle = 0.5 * (p + q);
    if (variant == kOptimal) {
      // The second step, from where the first ended, takes the pull's bias from 1e-6 of the edge to 1e-12.
      const Vec3 near = soft_minimum(quadric, middle - origin_, kSoftness);
      const Vec3 best = origin_ + soft_minimum(quadric, near, kSoftness);
      if (distance(best, middle) <= kMaxReach * distance(p, q)) return best;
    }
    return origin_ + segment_minimum(quadric, p - origin_, q - origin_);
  }

  double error(const Quadric& quadric, const Vec3& x) const {
    return quadric.weight > 0 ? std::sqrt(quadric(x - origin_) / quadric.weight) : 0;
  }

  bool is_sound(Index from, Index to, const Vec3& place) const {
    return keeps_shape(from, to, place) && keeps_shape(to, from, place);
  }

  // Whether the triangles of v that stay keep their side and their quality when v moves to `place`.
  bool keeps_shape(Index v, Index other, const Vec3& place) const {
    for (const Index t : mesh_.star(v)) {
      const Triangle& triangle = mesh_.triangle(t);
      if (corner_of(triangle, other) >= 0) continue;
      const int k = corner_of(triangle, v);
      const Vec3 a = mesh_.position(triangle[(k + 1) % 3]), b = mesh_.position(triangle[(k + 2) % 3]);
      const double old_quality = triangle_quality(mesh_.position(v), a, b);
      if (triangle_quality(place, a, b) < std::min(params_.min_quality, old_quality)) return false;
      const Vec3 before = mesh_.area_vector(t), after = cross(a - place, b - place);
      if (old_quality > kMeaningfulQuality &&
          dot(before, after) < min_turn_cosine_ * norm(before) * norm(after))
        return false;
    }
    return true;
  }

  void apply(Index from, Index to, const Vec3& place) {
    mesh_.collapse(from, to);
    mesh_.set_position(to, place);
    quadrics_[to] += quadrics_[from];
    queue_.touch(from);
    queue_.touch(to);
    push_edges(to, false);
  }

  DecimationParams params_;
  double min_turn_cosine_;
  Vec3 origin_;  // quadrics are about the box's centre, so that a body far away loses no digits
  CollapseMesh mesh_;
  std::vector<Quadric> quadrics_;
  CollapseQueue queue_;
  std::vector<Index> ring_;
};

}  // namespace

DecimationResult decimate(const SurfaceMesh& surface, const DecimationParams& params) {
  require_sound(surface);
  if (!surface.triangles.empty()) require_digits(bounding_box(surface));
  if (params.target_triangles < 0 || !(params.max_error >= 0))
    throw Error("decimation needs a target count and an error bound that are not negative");
  if (params.target_triangles == 0 && std::isinf(params.max_error))
    throw Error("decimation has no end", "", "give a target count of triangles, an error bound or both");
  return Decimator(surface, params).run();
}

}  // namespace sinew
