#include "embed/bindings.h"

#include <functional>

#include "base/error.h"
#include "base/parallel.h"
#include "mesh/element_faces.h"
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

}  // namespace

Bindings bind_to_tetrahedra(const VolumeMesh& mesh, std::span<const Vec3> points) {
  if (mesh.tetrahedra.empty()) throw Error("points cannot follow a mesh without tetrahedra");
  const TetrahedronLocator locator(mesh);
  const NearestElement nearest(mesh);
  Bindings bindings;
  bindings.nodes.resize(4 * points.size());
  bindings.weights.resize(4 * points.size());
  bindings.outside = parallel_reduce(
      static_cast<Index>(points.size()), kChunk, Index{0},
      [&](Index begin, Index end) {
        Index outside = 0;
        for (Index p = begin; p < end; ++p) {
          TetrahedronLocator::Place place = locator.find(points[p]);
          if (place.tetrahedron < 0) {
            ++outside;
            place.tetrahedron = nearest(points[p]);
            place.weights = barycentric(mesh.corners(place.tetrahedron), points[p]);
          }
          for (int k = 0; k < 4; ++k) {
            bindings.nodes[4 * std::size_t(p) + k] = mesh.tetrahedra[place.tetrahedron][k];
            bindings.weights[4 * std::size_t(p) + k] = static_cast<float>(place.weights[k]);
          }
        }
        return outside;
      },
      std::plus<>());
  return bindings;
}

std::vector<Vec3> bound_positions(const Bindings& bindings, std::span<const Vec3> positions) {
  std::vector<Vec3> points(bindings.point_count());
  parallel_for(bindings.point_count(), 16 * kChunk, [&](Index begin, Index end) {
    for (Index p = begin; p < end; ++p) {
      const std::size_t first = std::size_t(p) * bindings.per_point;
      for (int k = 0; k < bindings.per_point; ++k)
        points[p] += double(bindings.weights[first + k]) * positions[bindings.nodes[first + k]];
    }
  });
  return points;
}

}  // namespace sinew
