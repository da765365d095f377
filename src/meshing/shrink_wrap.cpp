#include "meshing/shrink_wrap.h"

#include <algorithm>
#include <cmath>

#include "mesh/element_faces.h"
#include "mesh/tetrahedron_adjacency.h"
#include "mesh/tetrahedron_locator.h"
#include "mesh/tetrahedron_quality.h"
#include "mesh/vertex_stars.h"

namespace sinew {

namespace {

// A boundary face at a node: the node and these two, counter-clockwise seen from outside.
struct FanFace {
  Index a, b;
};

class ShrinkWrap {
 public:
  ShrinkWrap(VolumeMesh& mesh, std::span<const Vec3> points, const ShrinkWrapParams& params)
      : mesh_(mesh),
        points_(points),
        params_(params),
        stars_(mesh.tetrahedra, mesh.node_count()),
        awake_(mesh.positions.size()) {
    for (Index v = 0; v < mesh.node_count(); ++v) awake_[v] = stars_[v].empty() ? 0 : 1;
    build_fans();
    place_points();
  }

  double run() {
    const double before = total_volume(mesh_);
    double volume = before;
    for (int sweep = 0; sweep < params_.sweeps; ++sweep) {
      double lost = 0;
      for (Index v = 0; v < mesh_.node_count(); ++v) {
        if (awake_[v] == 0) continue;
        const Vec3 old = mesh_.positions[v];
        if (fan(v).empty())
          relax_interior(v);
        else
          lost += pull_boundary(v);
        awake_[v] = 0;
        if (mesh_.positions[v] != old) wake_around(v);
      }
      volume -= lost;
      if (lost < params_.least_gain * volume) break;
    }
    return before - volume;
  }

 private:
  std::span<const FanFace> fan(Index v) const {
    return std::span(fans_).subspan(first_fan_[v], first_fan_[v + 1] - first_fan_[v]);
  }
  void build_fans();
  void place_points();
  void wake_around(Index v);
  void relax_interior(Index v);
  double pull_boundary(Index v);
  double first_hit(Index v, const Vec3& d, double limit, double enough) const;
  double margin(Index t) const;
  double star_margin(Index v) const;
  bool relocate_points(Index v);
  void gather_points(Index v);

  VolumeMesh& mesh_;
  std::span<const Vec3> points_;
  ShrinkWrapParams params_;
  VertexStars stars_;
  std::vector<char> awake_;  // nodes that may move: the others could not, and nothing around them changed
  std::vector<Index> first_fan_;
  std::vector<FanFace> fans_;
  std::vector<std::vector<Index>> points_in_;  // per element
  // Points around the node at hand, the elements they are in and those they come to.
  std::vector<Index> gathered_, former_, places_;
  std::vector<Vec3> gathered_positions_;
};

void ShrinkWrap::build_fans() {
  const auto neighbours = face_neighbours(mesh_.tetrahedra);
  auto for_each_fan_face = [&](auto&& visit) {
    for (Index t = 0; t < mesh_.tetrahedron_count(); ++t)
      for (int i = 0; i < 4; ++i) {
        if (neighbours[t][i] >= 0) continue;
        const auto& corners = kTetrahedronFaces[i];
        for (int k = 0; k < 3; ++k)
          visit(mesh_.tetrahedra[t][corners[k]], FanFace{mesh_.tetrahedra[t][corners[(k + 1) % 3]],
                                                         mesh_.tetrahedra[t][corners[(k + 2) % 3]]});
      }
  };
  first_fan_.assign(mesh_.positions.size() + 1, 0);
  for_each_fan_face([&](Index v, const FanFace&) { ++first_fan_[v + 1]; });
  for (std::size_t v = 1; v < first_fan_.size(); ++v) first_fan_[v] += first_fan_[v - 1];
  fans_.resize(first_fan_.back());
  std::vector<Index> fill(first_fan_.begin(), first_fan_.end() - 1);
  for_each_fan_face([&](Index v, const FanFace& face) { fans_[fill[v]++] = face; });
}

void ShrinkWrap::place_points() {
  const std::vector<Index> elements = containing_elements(mesh_, points_);
  points_in_.resize(mesh_.tetrahedra.size());
  for (Index p = 0; p < static_cast<Index>(points_.size()); ++p)
    if (elements[p] >= 0) points_in_[elements[p]].push_back(p);
}

// How far the dihedral angles of an element are from flat: 1 at the limits asked for, more when better, less
// when worse, negative when it is inverted.
double ShrinkWrap::margin(Index t) const {
  const auto [a, b, c, d] = mesh_.corners(t);
  if (!(six_volume(a, b, c, d) > 0)) return -1;
  const DihedralRange angles = dihedral_range(a, b, c, d);
  return std::min(angles.least / params_.least_angle, (180 - angles.most) / (180 - params_.most_angle));
}

double ShrinkWrap::star_margin(Index v) const {
  double least = 1e9;
  for (const Index t : stars_[v]) least = std::min(least, margin(t));
  return least;
}

void ShrinkWrap::gather_points(Index v) {
  gathered_.clear(), former_.clear();
  for (const Index t : stars_[v]) {
    gathered_.insert(gathered_.end(), points_in_[t].begin(), points_in_[t].end());
    former_.resize(gathered_.size(), t);
  }
  gathered_positions_.clear();
  for (const Index p : gathered_) gathered_positions_.push_back(points_[p]);
}

// Finds the gathered points their elements after v has moved; false, and nothing changed, if one is outside.
bool ShrinkWrap::relocate_points(Index v) {
  constexpr double kLeastWeight = 1e-9;  // strictly inside, so that others' rounding finds them inside too
  auto holds = [&](Index t, Index p) {
    const auto w = barycentric(mesh_.corners(t), points_[p]);
    return std::min({w[0], w[1], w[2], w[3]}) >= kLeastWeight;
  };
  const auto star = stars_[v];
  places_ = former_;
  for (std::size_t i = 0; i < gathered_.size(); ++i) {
    if (holds(former_[i], gathered_[i])) continue;
    const auto place =
        std::find_if(star.begin(), star.end(), [&](Index t) { return holds(t, gathered_[i]); });
    if (place == star.end()) return false;
    places_[i] = *place;
  }
  for (const Index t : star) points_in_[t].clear();
  for (std::size_t i = 0; i < gathered_.size(); ++i) points_in_[places_[i]].push_back(gathered_[i]);
  return true;
}

void ShrinkWrap::wake_around(Index v) {
  for (const Index t : stars_[v])
    for (const Index corner : mesh_.tetrahedra[t]) awake_[corner] = 1;
}

void ShrinkWrap::relax_interior(Index v) {
  const Vec3 old = mesh_.positions[v];
  const double before = star_margin(v);
  Vec3 sum;
  double weight = 0;
  for (const Index t : stars_[v]) {
    const auto [a, b, c, d] = mesh_.corners(t);
    const double volume = six_volume(a, b, c, d);
    sum += volume * (0.25 * (a + b + c + d));
    weight += volume;
  }
  // Towards the star's centre of mass, which the node itself pulls by a quarter.
  const Vec3 target = sum / weight;
  gather_points(v);
  for (const double step : {1.3, 0.5}) {
    mesh_.positions[v] = lerp(old, target, step);
    if (star_margin(v) > before && relocate_points(v)) return;
  }
  mesh_.positions[v] = old;
}

// The least t in (0, limit) at which a boundary face at v, with v moved to v + t d, meets a gathered point.
//   det(b - a, v + t d - a, p - a) = 0 is linear in t: (p - a) . m + t (p - a) . k with m, k below.
// A hit at or before `enough` is as good as any other, and ends the search.
double ShrinkWrap::first_hit(Index v, const Vec3& d, double limit, double enough) const {
  double first = limit;
  const Vec3& x = mesh_.positions[v];
  for (const FanFace& face : fan(v)) {
    const Vec3 &a = mesh_.positions[face.a], &b = mesh_.positions[face.b];
    const Vec3 ab = b - a, m = cross(ab, x - a), k = cross(ab, d);
    for (const Vec3& p : gathered_positions_) {
      const Vec3 ap = p - a;
      const double rate = dot(ap, k);
      const double now = dot(ap, m);
      // Inside points have now < 0; the face comes nearer while rate > 0.
      if (rate <= 0 || -now >= first * rate) continue;
      const double t = std::max(0.0, -now / rate);
      // Does the face meet the point within its three sides?
      const Vec3 av = x + t * d - a;
      const Vec3 normal = cross(ab, av);
      const double slack = -1e-6 * squared_norm(normal);
      if (dot(cross(ab, ap), normal) >= slack && dot(cross(ap, av), normal) >= slack &&
          dot(cross(b - p, x + t * d - p), normal) >= slack)
        first = t;
      if (first <= enough) return first;
    }
  }
  return first;
}

double ShrinkWrap::pull_boundary(Index v) {
  const Vec3 old = mesh_.positions[v];
  Vec3 gradient;  // of the volume with respect to v
  Vec3 link_center;
  for (const FanFace& face : fan(v)) {
    const Vec3 &a = mesh_.positions[face.a], &b = mesh_.positions[face.b];
    gradient += cross(a - old, b - old) / 6;
    link_center += (a + b) / (2.0 * static_cast<double>(fan(v).size()));
  }
  Vec3 star_center;
  for (const Index t : stars_[v])
    for (const Index corner : mesh_.tetrahedra[t])
      star_center += mesh_.positions[corner] / (4.0 * static_cast<double>(stars_[v].size()));

  const double floor = std::min(1.0, star_margin(v));
  const double size = distance(old, link_center) + std::sqrt(norm(gradient));
  gather_points(v);

  // Of three ways inward, each as far as points and angles allow, take the one that saves the most volume.
  double best = 0;
  Vec3 target = old;
  for (const Vec3& d : {-size * normalized(gradient), link_center - old, star_center - old}) {
    const double saving = -dot(gradient, d);
    if (saving <= 0) continue;
    constexpr double kKeepOff = 0.95;  // of the way to the first point
    double t = kKeepOff * first_hit(v, d, 1.0, best / (kKeepOff * saving) * (1 - 1e-12));
    for (int halving = 0; halving < 5 && t * saving > best; ++halving, t *= 0.5) {
      mesh_.positions[v] = old + t * d;
      if (star_margin(v) < floor) continue;
      best = t * saving;
      target = mesh_.positions[v];
      break;
    }
  }
  mesh_.positions[v] = target;
  if (best > 0 && relocate_points(v)) return best;
  mesh_.positions[v] = old;
  return 0;
}

}  // namespace

double shrink_wrap(VolumeMesh& mesh, std::span<const Vec3> points, const ShrinkWrapParams& params) {
  return ShrinkWrap(mesh, points, params).run();
}

}  // namespace sinew
