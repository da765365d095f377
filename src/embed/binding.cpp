#include "embed/binding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "embed/bind_each.h"
#include "embed/cube_weights.h"
#include "mesh/box_grid.h"
#include "mesh/element_faces.h"
#include "mesh/mesh_check.h"
#include "mesh/tetrahedron_adjacency.h"
#include "mesh/tetrahedron_locator.h"
#include "mesh/triangle_tree.h"
#include "sinew/base/error.h"
#include "sinew/base/geometry.h"

namespace sinew {

namespace {

// The boundary faces of a mesh, each with its tetrahedron.
class NearestElement {
 public:
  explicit NearestElement(const VolumeMesh& mesh) : surface_{mesh.positions, {}}, tree_(collect(mesh)) {}
  Index operator()(const Vec3& p) const { return owner_[tree_.nearest(p).triangle]; }

 private:
  const SurfaceMesh& collect(const VolumeMesh& mesh) {
    const auto neighbours = face_neighbours(mesh.tetrahedra);
    for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
      for (int i = 0; i < 4; ++i) {
        if (neighbours[t][i] >= 0) continue;
        const auto& [a, b, c] = kTetrahedronFaces[i];
        surface_.triangles.push_back({mesh.tetrahedra[t][a], mesh.tetrahedra[t][b], mesh.tetrahedra[t][c]});
        owner_.push_back(t);
      }
    return surface_;
  }

  SurfaceMesh surface_;
  std::vector<Index> owner_;
  TriangleTree tree_;
};

// How far a point lies outside of a box along the axis in which it is farthest out; 0 inside.
double outside_by(const Box3& box, const Vec3& p) {
  double most = 0;
  for (int axis = 0; axis < 3; ++axis)
    most = std::max({most, box.lower[axis] - p[axis], p[axis] - box.upper[axis]});
  return most;
}

Box3 box_of(std::span<const Vec3> nodes, const Hexahedron& cube) { return {nodes[cube[0]], nodes[cube[6]]}; }

// Finds the cube that a point is outside of by the least distance.
class NearestCube {
 public:
  NearestCube(std::span<const Vec3> nodes, std::span<const Hexahedron> cubes)
      : nodes_(nodes),
        cubes_(cubes),
        grid_(bounding_box(nodes), static_cast<Index>(cubes.size()),
              [&](Index c) { return box_of(nodes, cubes[c]); }) {}

  Index operator()(const Vec3& p) const {
    const Vec3 size = grid_.cell_size();
    for (double reach = outside_by(grid_.around(), p) + std::max({size.x, size.y, size.z});; reach *= 2) {
      const Found found = nearest_within(p, reach);
      if (found.outside_by <= reach) return found.cube;
    }
  }

 private:
  struct Found {
    Index cube = -1;
    double outside_by = std::numeric_limits<double>::infinity();
  };

  // Tries, among others, all cubes that the point is outside of by up to `reach`.
  Found nearest_within(const Vec3& p, double reach) const {
    Found nearest;
    grid_.for_each_near(Box3{p, p}.inflated(reach), [&](Index c) {
      const double by = outside_by(box_of(nodes_, cubes_[c]), p);
      if (by < nearest.outside_by || (by == nearest.outside_by && c < nearest.cube)) nearest = {c, by};
    });
    return nearest;
  }

  std::span<const Vec3> nodes_;
  std::span<const Hexahedron> cubes_;
  BoxGrid grid_;
};

template <std::size_t N>
std::array<Vec3, N> corners_of(std::span<const Vec3> nodes, const std::array<Index, N>& element) {
  std::array<Vec3, N> corners;
  for (std::size_t k = 0; k < N; ++k) corners[k] = nodes[element[k]];
  return corners;
}

double without_rounding(double weight, double rounding) {
  if (std::abs(weight) < rounding) return 0;
  return std::abs(weight - 1) < rounding ? 1 : weight;
}

template <std::size_t N>
std::array<double, N> weights_in(const std::array<Vec3, N>& corners, const Vec3& p, double) {
  return barycentric(corners, p);
}
std::array<double, 8> weights_in(const std::array<Vec3, 8>& corners, const Vec3& p, double rounding) {
  const std::array<Vec3, 3> sides{corners[1] - corners[0], corners[3] - corners[0], corners[4] - corners[0]};
  Vec3 at;
  for (int axis = 0; axis < 3; ++axis)
    at[axis] = without_rounding(dot(p - corners[0], sides[axis]) / squared_norm(sides[axis]), rounding);
  return hexahedron_weights(at);
}

template <std::size_t N>
Embedding bind_to_given(std::span<const Vec3> nodes, std::span<const std::array<Index, N>> elements,
                        std::span<const Vec3> points, std::span<const Index> element_of_point,
                        double rounding) {
  return bind_each<N>(points.size(), [&](Index p) {
    const std::array<Index, N>& element = elements[element_of_point[p]];
    std::array<double, N> weights = weights_in(corners_of(nodes, element), points[p], rounding);
    for (double& weight : weights) weight = without_rounding(weight, rounding);
    return ElementPlace<N>{element, weights};
  });
}

}  // namespace

Embedding bind_to_tetrahedra(const VolumeMesh& mesh, std::span<const Vec3> points) {
  if (mesh.tetrahedra.empty()) throw Error("points cannot follow a mesh without tetrahedra");
  const TetrahedronLocator locator(mesh);
  const NearestElement nearest(mesh);
  return bind_each<4>(points.size(), [&](Index p) {
    const TetrahedronLocator::Place place = locator.find(points[p]);
    if (place.tetrahedron >= 0) return ElementPlace<4>{mesh.tetrahedra[place.tetrahedron], place.weights};
    const Index t = nearest(points[p]);
    return ElementPlace<4>{mesh.tetrahedra[t], barycentric(mesh.corners(t), points[p])};
  });
}

Embedding bind_to_triangles(const SurfaceMesh& sheet, std::span<const Vec3> points, BesideTriangle beside) {
  if (sheet.triangles.empty()) throw Error("points cannot follow a sheet without triangles");
  require_sound_sheet(sheet);
  const TriangleTree tree(sheet);
  return bind_each<3>(points.size(), [&](Index p) {
    const TriangleTree::Nearest nearest = tree.nearest(points[p]);
    const Triangle& nodes = sheet.triangles[nearest.triangle];
    const auto corners = sheet.corners(nearest.triangle);
    if (beside == BesideTriangle::kExtrapolated)
      return ElementPlace<3>{nodes, barycentric(corners, points[p])};
    const Vec3 weights = barycentric_weights(nearest.point, corners[0], corners[1], corners[2]);
    return ElementPlace<3>{nodes, {weights.x, weights.y, weights.z}};
  });
}

Embedding bind_to_cubes(std::span<const Vec3> nodes, std::span<const Hexahedron> cubes,
                        std::span<const Vec3> points) {
  if (cubes.empty()) throw Error("points cannot follow a mesh without cubes");
  const NearestCube nearest(nodes, cubes);
  return bind_each<8>(points.size(), [&](Index p) {
    const Hexahedron& cube = cubes[nearest(points[p])];
    const auto [lower, upper] = box_of(nodes, cube);
    return ElementPlace<8>{cube, hexahedron_weights((points[p] - lower) / (upper.x - lower.x))};
  });
}

Embedding bind_to_elements(std::span<const Vec3> nodes, std::span<const Tetrahedron> elements,
                           std::span<const Vec3> points, std::span<const Index> element_of_point,
                           double rounding) {
  return bind_to_given(nodes, elements, points, element_of_point, rounding);
}
Embedding bind_to_elements(std::span<const Vec3> nodes, std::span<const Hexahedron> elements,
                           std::span<const Vec3> points, std::span<const Index> element_of_point,
                           double rounding) {
  return bind_to_given(nodes, elements, points, element_of_point, rounding);
}
Embedding bind_to_elements(std::span<const Vec3> nodes, std::span<const Triangle> elements,
                           std::span<const Vec3> points, std::span<const Index> element_of_point,
                           double rounding) {
  return bind_to_given(nodes, elements, points, element_of_point, rounding);
}

}  // namespace sinew
