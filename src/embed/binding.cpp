#include "embed/binding.h"

#include <array>
#include <utility>

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
};

// Binds each point to the N nodes of place_of(point).
template <std::size_t N, typename PlaceOf>
Embedding bind(std::span<const Vec3> points, const PlaceOf& place_of) {
  std::vector<Index> nodes(N * points.size());
  std::vector<float> weights(N * points.size());
  parallel_for_each(static_cast<Index>(points.size()), kChunk, [&](Index p) {
    const Place<N> place = place_of(points[p]);
    for (std::size_t k = 0; k < N; ++k) {
      nodes[N * std::size_t(p) + k] = place.nodes[k];
      weights[N * std::size_t(p) + k] = static_cast<float>(place.weights[k]);
    }
  });
  return embedding_of_rows(N, std::move(nodes), std::move(weights));
}

}  // namespace

Embedding bind_to_tetrahedra(const VolumeMesh& mesh, std::span<const Vec3> points) {
  if (mesh.tetrahedra.empty()) throw Error("points cannot follow a mesh without tetrahedra");
  const TetrahedronLocator locator(mesh);
  const NearestElement nearest(mesh);
  return bind<4>(points, [&](const Vec3& p) {
    const TetrahedronLocator::Place place = locator.find(p);
    if (place.tetrahedron >= 0) return Place<4>{mesh.tetrahedra[place.tetrahedron], place.weights};
    const Index t = nearest(p);
    return Place<4>{mesh.tetrahedra[t], barycentric(mesh.corners(t), p)};
  });
}

Embedding bind_to_triangles(const SurfaceMesh& sheet, std::span<const Vec3> points) {
  if (sheet.triangles.empty()) throw Error("points cannot follow a sheet without triangles");
  require_sound_sheet(sheet);
  const TriangleTree tree(sheet);
  return bind<3>(points, [&](const Vec3& p) {
    const Index t = tree.nearest(p).triangle;
    return Place<3>{sheet.triangles[t], barycentric(sheet.corners(t), p)};
  });
}

}  // namespace sinew
