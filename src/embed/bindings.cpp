#include "embed/bindings.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/error.h"
#include "base/parallel.h"
#include "mesh/element_faces.h"
#include "mesh/mesh_check.h"
#include "mesh/tetrahedron_adjacency.h"
#include "mesh/tetrahedron_locator.h"
#include "mesh/triangle_tree.h"

namespace sinew {

namespace {

constexpr Index kChunk = 256;

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

template <std::size_t N>
struct Place {
  const std::array<Index, N>& nodes;
  std::array<double, N> weights;
  bool outside;
};

// Binds each point to the N nodes of place_of(point).
template <std::size_t N, typename PlaceOf>
Bindings bind(std::span<const Vec3> points, const PlaceOf& place_of) {
  Bindings bindings;
  bindings.per_point = N;
  bindings.nodes.resize(N * points.size());
  bindings.weights.resize(N * points.size());
  bindings.outside = parallel_reduce(
      static_cast<Index>(points.size()), kChunk, Index{0},
      [&](Index begin, Index end) {
        Index outside = 0;
        for (Index p = begin; p < end; ++p) {
          const Place<N> place = place_of(points[p]);
          outside += place.outside ? 1 : 0;
          for (std::size_t k = 0; k < N; ++k) {
            bindings.nodes[N * std::size_t(p) + k] = place.nodes[k];
            bindings.weights[N * std::size_t(p) + k] = static_cast<float>(place.weights[k]);
          }
        }
        return outside;
      },
      std::plus<>());
  return bindings;
}

}  // namespace

Bindings bind_to_tetrahedra(const VolumeMesh& mesh, std::span<const Vec3> points) {
  if (mesh.tetrahedra.empty()) throw Error("points cannot follow a mesh without tetrahedra");
  const TetrahedronLocator locator(mesh);
  const NearestElement nearest(mesh);
  return bind<4>(points, [&](const Vec3& p) {
    const TetrahedronLocator::Place place = locator.find(p);
    if (place.tetrahedron >= 0) return Place<4>{mesh.tetrahedra[place.tetrahedron], place.weights, false};
    const Index t = nearest(p);
    return Place<4>{mesh.tetrahedra[t], barycentric(mesh.corners(t), p), true};
  });
}

Bindings bind_to_triangles(const SurfaceMesh& sheet, std::span<const Vec3> points) {
  if (sheet.triangles.empty()) throw Error("points cannot follow a sheet without triangles");
  require_sound_sheet(sheet);
  const TriangleTree tree(sheet);
  return bind<3>(points, [&](const Vec3& p) {
    constexpr double kRounding = 1e-9;
    const Index t = tree.nearest(p).triangle;
    const auto weights = barycentric(sheet.corners(t), p);
    return Place<3>{sheet.triangles[t], weights,
                    *std::min_element(weights.begin(), weights.end()) < -kRounding};
  });
}

Bindings bind_to_nodes(std::vector<Index> nodes) {
  Bindings bindings;
  bindings.per_point = 1;
  bindings.weights.assign(nodes.size(), 1);
  bindings.nodes = std::move(nodes);
  return bindings;
}

Bindings bind_to_own_nodes(Index count) {
  std::vector<Index> nodes(count);
  std::iota(nodes.begin(), nodes.end(), 0);
  return bind_to_nodes(std::move(nodes));
}

std::vector<Vec3> bound_positions(const Bindings& bindings, std::span<const Vec3> positions) {
  std::vector<Vec3> points(bindings.point_count());
  parallel_for_each(bindings.point_count(), 16 * kChunk, [&](Index p) {
    const std::size_t first = std::size_t(p) * bindings.per_point;
    const Vec3& origin = positions[bindings.nodes[first]];
    Vec3 moved;
    for (int k = 1; k < bindings.per_point; ++k)
      moved += double(bindings.weights[first + k]) * (positions[bindings.nodes[first + k]] - origin);
    points[p] = origin + moved;
  });
  return points;
}

}  // namespace sinew
