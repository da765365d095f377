#include "remeshing/relaxation.h"

#include <algorithm>

#include "mesh/triangle_tree.h"
#include "remeshing/collapse_mesh.h"

namespace sinew {

namespace {

// A triangle below this is to be mended; a sound one may not fall below.
constexpr double kSound = 0.3;
// Mending must gain at least this much, or it creeps on for ever.
constexpr double kLessBad = 0.999;
// A vertex that slides leaves its old place uncovered by this part of the step at most. Without it the mesh
// slips off ears and finger tips like a rubber band. Mending thin triangles may slip more, mending turned
// ones as much as it takes.
constexpr double kMaxUncovered = 0.3, kMaxUncoveredMending = 0.7;
// Steps that mending tries in addition to the centre, as parts of the star's mean radius.
constexpr double kProbes[] = {0.5, 0.2, 0.05};

class Relaxer {
 public:
  Relaxer(SlidingMesh& mesh, const VertexStars& stars, const SurfaceWalker& walker)
      : mesh_(mesh), stars_(stars), walker_(walker) {}

  Index sweep() {
    Index stuck = 0;
    for (Index v = 0; v < static_cast<Index>(mesh_.positions.size()); ++v) {
      const double badness = star_badness(v, mesh_.positions[v], mesh_.normals[v]);
      if (badness == 0)
        smooth(v);
      else
        stuck += !mend(v, badness);
    }
    return stuck;
  }

 private:
  // A place on the surface for a vertex.
  struct Place {
    SurfacePoint anchor;
    Vec3 position, normal;
  };

  Place place_near(Index v, const Vec3& target) const {
    const SurfacePoint anchor = walker_.nearest_from(mesh_.anchors[v].triangle, target);
    return {anchor, walker_.position(anchor), walker_.normal(anchor)};
  }

  void put(Index v, const Place& place) {
    mesh_.anchors[v] = place.anchor;
    mesh_.positions[v] = place.position;
    mesh_.normals[v] = place.normal;
  }

  void smooth(Index v) {
    const Vec3 here = mesh_.positions[v], n = mesh_.normals[v];
    const Vec3 step = middle(v) - here;
    const Place place = place_near(v, here + step - dot(step, n) * n);
    if (star_badness(v, place.position, place.normal) == 0 && still_covers(v, place.position, kMaxUncovered))
      put(v, place);
  }

  // Tries the middle of the star, then a cross of tangent steps, from wide to narrow, until one is better.
  bool mend(Index v, double badness) {
    const Vec3 here = mesh_.positions[v], n = mesh_.normals[v];
    const bool turned = badness >= kSound * kSound;
    const auto better = [&](const Vec3& target) {
      const Place place = place_near(v, target);
      if (!(star_badness(v, place.position, place.normal) < kLessBad * badness)) return false;
      if (!turned && !still_covers(v, place.position, kMaxUncoveredMending)) return false;
      put(v, place);
      return true;
    };
    const Vec3 to_middle = middle(v) - here;
    if (better(here + to_middle - dot(to_middle, n) * n)) return true;
    const Vec3 across = std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 e = normalized(cross(n, across)), f = cross(n, e);
    const double radius = mean_radius(v);
    for (const double part : kProbes)
      for (const Vec3& direction : {e, f, -e, -f, e + f, f - e, -e - f, e - f})
        if (better(here + part * radius * direction)) return true;
    return false;
  }

  // Calls f(triangle's other two corners, in order).
  template <typename F>
  void for_each_wedge(Index v, F&& f) const {
    for (const Index t : stars_[v]) {
      const Triangle& triangle = mesh_.triangles[t];
      const int k = corner_of(triangle, v);
      f(triangle[(k + 1) % 3], triangle[(k + 2) % 3]);
    }
  }

  // How far the triangles of v are from sound, with v at `at`: the sum of squares. A triangle's soundness is
  // its quality times the cosine between its normal and the surface's at its corners: negative if it is
  // flipped. (With the smallest soundness instead of the sum, it got stuck if two triangles were equally
  // bad.)
  double star_badness(Index v, const Vec3& at, const Vec3& normal) const {
    double sum = 0;
    for_each_wedge(v, [&](Index i, Index j) {
      const Vec3 a = mesh_.positions[i], b = mesh_.positions[j];
      const Vec3 own = normalized(cross(a - at, b - at));
      const Vec3 surface = normalized(normal + mesh_.normals[i] + mesh_.normals[j]);
      const double lack = std::max(0.0, kSound - dot(own, surface) * triangle_quality(at, a, b));
      sum += lack * lack;
    });
    return sum;
  }

  bool still_covers(Index v, const Vec3& there, double part) const {
    const Vec3 here = mesh_.positions[v];
    double nearest = squared_norm(there - here);
    const double allowed = part * part * nearest;
    for_each_wedge(v, [&](Index i, Index j) {
      const Vec3 p = nearest_point_on_triangle(here, there, mesh_.positions[i], mesh_.positions[j]);
      nearest = std::min(nearest, squared_norm(here - p));
    });
    return nearest <= allowed;
  }

  Vec3 middle(Index v) const {
    Vec3 sum;
    double weights = 0;
    const Vec3 p = mesh_.positions[v];
    for_each_wedge(v, [&](Index i, Index j) {
      const Vec3 a = mesh_.positions[i], b = mesh_.positions[j];
      const double area = norm(cross(a - p, b - p));
      sum += (area / 3) * (p + a + b);
      weights += area;
    });
    return weights > 0 ? sum / weights : p;
  }

  double mean_radius(Index v) const {
    double sum = 0;
    for_each_wedge(v, [&](Index i, Index) { sum += distance(mesh_.positions[i], mesh_.positions[v]); });
    return sum / static_cast<double>(stars_[v].size());
  }

  SlidingMesh& mesh_;
  const VertexStars& stars_;
  const SurfaceWalker& walker_;
};

}  // namespace

SlidingMesh::SlidingMesh(std::span<const Triangle> on, std::vector<SurfacePoint> at,
                         const SurfaceWalker& walker)
    : triangles(on), anchors(std::move(at)) {
  for (const SurfacePoint& p : anchors) {
    positions.push_back(walker.position(p));
    normals.push_back(walker.normal(p));
  }
}

Index relax_sweep(SlidingMesh& mesh, const VertexStars& stars, const SurfaceWalker& walker) {
  return Relaxer(mesh, stars, walker).sweep();
}

}  // namespace sinew
