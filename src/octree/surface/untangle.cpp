#include "octree/surface/untangle.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "collision/closest_points.h"
#include "mesh/self_intersection.h"
#include "octree/surface/own_voxels.h"
#include "octree/surface/triangles_by_cube.h"

namespace sinew {

namespace {

constexpr double kRounding = 1e-9;  // of coordinates in voxels
// Triangles without a common vertex cross as soon as a body bends, or weights are rounded, if they overlap in one plane
// or touch. In voxels; a cut is twenty times as wide.
constexpr double kTooNear = 0.002;
constexpr Index kPlacedVertices = 4096;  // per parallel chunk
constexpr Index kCrossedCubes = 64;

// The cubes between the planes of the dual grid that a coordinate lies between or touches.
std::int32_t lowest_cube(double x) { return static_cast<std::int32_t>(std::floor(x - kTooNear)); }
std::int32_t highest_cube(double x) { return static_cast<std::int32_t>(std::floor(x + kTooNear)); }

class Untangling {
 public:
  Untangling(SplitSurface& surface, const Lattice& lattice)
      : surface_(surface),
        lattice_(lattice),
        places_(surface.mesh.positions.size()),
        is_safe_(places_.size(), 0) {
    parallel_for_each(places_.size(), kPlacedVertices, [&](Index v) {
      places_[v] = dual_coordinates(lattice_, surface.mesh.positions[v]);
      is_safe_[v] = surface.safe[v] == surface.mesh.positions[v] ? 1 : 0;
    });
  }

  void run() {
    std::vector<Index> suspects = surface_.cubes.empty() ? movable_triangles() : first_suspects();
    if (suspects.empty()) return;
    find_ranges();
    const TrianglesByCube by_cube(lattice_, ranges_, suspects);
    while (!suspects.empty()) suspects = triangles_at(move(vertices_of_crossings(suspects, by_cube)));
  }

 private:
  bool is_off(Index v, const LatticePoint& cube) const {
    for (int axis = 0; axis < 3; ++axis)
      if (!(places_[v][axis] > cube[axis] - kRounding && places_[v][axis] < cube[axis] + 1 + kRounding))
        return true;
    return false;
  }

  // Whether a triangle lies in a face of its cube, where those of the neighbouring cube may overlap it.
  bool is_in_face(Index t) const {
    const auto& [a, b, c] = surface_.mesh.triangles[t];
    for (int axis = 0; axis < 3; ++axis) {
      const auto [low, high] = std::minmax({places_[a][axis], places_[b][axis], places_[c][axis]});
      const std::int32_t cube = surface_.cubes[t][axis];
      if (high < cube + kTooNear || low > cube + 1 - kTooNear) return true;
    }
    return false;
  }

  // The triangles with a vertex that is not at its safe place.
  std::vector<Index> movable_triangles() const {
    std::vector<Index> found;
    for (Index t = 0; t < surface_.mesh.triangle_count(); ++t) {
      const auto& [a, b, c] = surface_.mesh.triangles[t];
      if (is_safe_[a] + is_safe_[b] + is_safe_[c] < 3) found.push_back(t);
    }
    return found;
  }

  // The triangles in cubes that do not prove them apart.
  std::vector<Index> first_suspects() const {
    const auto& triangles = surface_.mesh.triangles;
    std::vector<char> has_left(places_.size(), 0);
    for (std::size_t t = 0; t < triangles.size(); ++t)
      for (const Index v : triangles[t])
        if (is_off(v, surface_.cubes[t])) has_left[v] = 1;
    std::vector<Index> suspects;
    for (std::size_t begin = 0, end = 0; begin < triangles.size(); begin = end) {
      bool is_suspect = false;
      for (; end < triangles.size() && surface_.cubes[end] == surface_.cubes[begin]; ++end) {
        is_suspect |= triangles[end][0] != triangles[begin][0];  // each fan has its own first vertex
        for (const Index v : triangles[end]) is_suspect |= has_left[v] != 0;
        is_suspect |= is_in_face(static_cast<Index>(end));
      }
      if (!is_suspect) continue;
      for (std::size_t t = begin; t < end; ++t) suspects.push_back(static_cast<Index>(t));
    }
    return suspects;
  }

  // The cubes that triangles may reach on the way of their vertices.
  void find_ranges() {
    std::vector<CubeRange> of_vertex(places_.size());
    parallel_for_each(places_.size(), kPlacedVertices, [&](Index v) {
      const Vec3 safe = dual_coordinates(lattice_, surface_.safe[v]);
      const Vec3 lower = min(places_[v], safe), upper = max(places_[v], safe);
      for (int axis = 0; axis < 3; ++axis) {
        of_vertex[v].lower[axis] = lowest_cube(lower[axis]);
        of_vertex[v].upper[axis] = highest_cube(upper[axis]);
      }
    });
    ranges_.resize(surface_.mesh.triangles.size());
    parallel_for_each(ranges_.size(), kPlacedVertices, [&](Index t) {
      const auto& [a, b, c] = surface_.mesh.triangles[t];
      for (int axis = 0; axis < 3; ++axis) {
        ranges_[t].lower[axis] =
            std::min({of_vertex[a].lower[axis], of_vertex[b].lower[axis], of_vertex[c].lower[axis]});
        ranges_[t].upper[axis] =
            std::max({of_vertex[a].upper[axis], of_vertex[b].upper[axis], of_vertex[c].upper[axis]});
      }
    });
  }

  // The vertices of suspects that cross any triangle, and of that triangle, ascending.
  std::vector<Index> vertices_of_crossings(std::span<const Index> suspects,
                                           const TrianglesByCube& by_cube) const {
    std::vector<char> is_suspect(ranges_.size(), 0);
    std::vector<Index> cubes;
    for (const Index t : suspects) {
      is_suspect[t] = 1;
      by_cube.for_each_list(ranges_[t], [&](Index list) { cubes.push_back(list); });
    }
    keep_each_once(cubes);

    const auto n = static_cast<Index>(cubes.size());
    std::vector<std::vector<Index>> of_chunk((n + kCrossedCubes - 1) / kCrossedCubes);
    parallel_for(n, kCrossedCubes, [&](Index begin, Index end) {
      std::vector<Corners> near;
      for (Index i = begin; i < end; ++i) {
        near.clear();
        for (const Index t : by_cube.list(cubes[i])) near.emplace_back(*this, t, is_suspect[t] != 0);
        add_crossings(near, of_chunk[begin / kCrossedCubes]);
      }
    });
    std::vector<Index> vertices;
    for (const auto& part : of_chunk) vertices.insert(vertices.end(), part.begin(), part.end());
    keep_each_once(vertices);
    return vertices;
  }

  static void keep_each_once(std::vector<Index>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  struct Corners {
    Corners(const Untangling& in, Index t, bool is_suspect)
        : vertices(in.surface_.mesh.triangles[t]), suspect(is_suspect) {
      for (int k = 0; k < 3; ++k) {
        exact[k] = &in.surface_.mesh.positions[vertices[k]];
        at[k] = in.places_[vertices[k]];
        box.extend(at[k]);
      }
      box = box.inflated(kTooNear / 2);
      normal = normalized(cross(at[1] - at[0], at[2] - at[0]));
    }
    int shared_with(const Corners& other) const {
      int shared = 0;
      for (const Index v : vertices) shared += other.has(v);
      return shared;
    }
    bool has(Index v) const { return v == vertices[0] || v == vertices[1] || v == vertices[2]; }
    // Whether the other triangle lies in front of this one's plane or behind it.
    bool is_beside(const Corners& other) const {
      bool may_be_in_front = false, may_be_behind = false;
      for (int k = 0; k < 3; ++k) {
        if (has(other.vertices[k])) continue;
        const double height = dot(normal, other.at[k] - at[0]);
        may_be_in_front |= height > -kTooNear;
        may_be_behind |= height < kTooNear;
      }
      return !(may_be_in_front && may_be_behind);
    }
    bool crosses(const Corners& other) const {
      const int shared = shared_with(other);
      if (shared > 1 || is_beside(other) || other.is_beside(*this)) return false;
      return triangles_cross(exact, other.exact) || (shared == 0 && is_too_near(other));
    }
    bool is_too_near(const Corners& other) const {
      using Kind = FeaturePair::Kind;
      const auto is_near = [](Kind kind, const std::array<Vec3, 4>& x) {
        return closest_points(kind, x).distance < kTooNear;
      };
      const auto &s = at, &t = other.at;
      for (int i = 0; i < 3; ++i) {
        if (is_near(Kind::kVertexTriangle, {s[i], t[0], t[1], t[2]})) return true;
        if (is_near(Kind::kVertexTriangle, {t[i], s[0], s[1], s[2]})) return true;
        for (int k = 0; k < 3; ++k)
          if (is_near(Kind::kEdgeEdge, {s[i], s[(i + 1) % 3], t[k], t[(k + 1) % 3]})) return true;
      }
      return false;
    }

    Triangle vertices;
    bool suspect;
    std::array<const Vec3*, 3> exact;  // m
    std::array<Vec3, 3> at;            // in voxels
    Vec3 normal;
    Box3 box;
  };

  static void add_crossings(std::span<const Corners> near, std::vector<Index>& vertices) {
    for (std::size_t i = 0; i < near.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Corners &one = near[i], &other = near[j];
        if (!(one.suspect || other.suspect) || !one.box.overlaps(other.box) || !one.crosses(other)) continue;
        for (const Corners* crossing : {&one, &other})
          vertices.insert(vertices.end(), crossing->vertices.begin(), crossing->vertices.end());
      }
  }

  // Returns those that were not at their safe places yet.
  std::vector<Index> move(std::vector<Index> vertices) {
    std::erase_if(vertices, [&](Index v) { return is_safe_[v] != 0; });
    for (const Index v : vertices) {
      is_safe_[v] = 1;
      surface_.mesh.positions[v] = surface_.safe[v];
      places_[v] = dual_coordinates(lattice_, surface_.safe[v]);
    }
    return vertices;
  }

  std::vector<Index> triangles_at(std::span<const Index> vertices) const {
    if (vertices.empty()) return {};
    std::vector<char> is_moved(places_.size(), 0);
    for (const Index v : vertices) is_moved[v] = 1;
    std::vector<Index> found;
    for (Index t = 0; t < surface_.mesh.triangle_count(); ++t) {
      const auto& [a, b, c] = surface_.mesh.triangles[t];
      if (is_moved[a] || is_moved[b] || is_moved[c]) found.push_back(t);
    }
    return found;
  }

  SplitSurface& surface_;
  const Lattice& lattice_;
  std::vector<Vec3> places_;       // of the vertices, in voxels
  std::vector<char> is_safe_;      // per vertex
  std::vector<CubeRange> ranges_;  // per triangle
};

}  // namespace

void untangle(SplitSurface& surface, const Lattice& lattice) { Untangling(surface, lattice).run(); }

}  // namespace sinew
