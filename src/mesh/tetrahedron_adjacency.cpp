#include "mesh/tetrahedron_adjacency.h"

#include "mesh/element_faces.h"
#include "mesh/vertex_stars.h"

namespace sinew {

std::vector<std::array<Index, 4>> face_neighbours(std::span<const Tetrahedron> tetrahedra) {
  std::vector<std::array<Index, 4>> neighbours(tetrahedra.size(), {-1, -1, -1, -1});
  for_each_face(sorted_element_faces(tetrahedra), [&](auto sides) {
    for (std::size_t i = 0; i + 1 < sides.size(); i += 2) {
      neighbours[sides[i].element][sides[i].face] = sides[i + 1].element;
      neighbours[sides[i + 1].element][sides[i + 1].face] = sides[i].element;
    }
  });
  return neighbours;
}

Components face_components(const std::vector<std::array<Index, 4>>& neighbours) {
  const auto count = static_cast<Index>(neighbours.size());
  DisjointSets sets(count);
  for (Index t = 0; t < count; ++t)
    for (const Index other : neighbours[t])
      if (other >= 0) sets.unite(t, other);
  return sets.components();
}

Index split_hinges(VolumeMesh& mesh) {
  const auto neighbours = face_neighbours(mesh.tetrahedra);
  const VertexStars stars(mesh.tetrahedra, mesh.node_count());
  const Index before = mesh.node_count();
  std::vector<Index> part(mesh.tetrahedra.size(), -1);  // within the star at hand
  std::vector<Index> open;
  for (Index v = 0; v < before; ++v) {
    // Walk from face to face around v; what is not reached from the first tetrahedron hangs by a hinge.
    const auto star = stars[v];
    Index parts = 0;
    for (const Index seed : star) {
      if (part[seed] >= 0) continue;
      part[seed] = parts;
      open.assign(1, seed);
      while (!open.empty()) {
        const Index t = open.back();
        open.pop_back();
        for (int i = 0; i < 4; ++i) {
          const Index other = neighbours[t][i];
          if (other < 0 || mesh.tetrahedra[t][i] == v || part[other] >= 0) continue;
          part[other] = parts;
          open.push_back(other);
        }
      }
      ++parts;
    }
    for (Index p = 1; p < parts; ++p) mesh.positions.push_back(mesh.positions[v]);
    for (const Index t : star) {
      if (part[t] > 0)
        for (Index& corner : mesh.tetrahedra[t])
          if (corner == v) corner = mesh.node_count() - parts + part[t];
      part[t] = -1;
    }
  }
  return mesh.node_count() - before;
}

}  // namespace sinew
