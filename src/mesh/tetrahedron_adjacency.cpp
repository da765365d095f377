#include "mesh/tetrahedron_adjacency.h"

#include <algorithm>

namespace sinew {

std::vector<std::array<Index, 4>> face_neighbours(std::span<const Tetrahedron> tetrahedra) {
  struct Face {
    std::array<Index, 3> sorted;
    Index tetrahedron;
    int opposite;
  };
  std::vector<Face> faces;
  faces.reserve(4 * tetrahedra.size());
  for (Index t = 0; t < static_cast<Index>(tetrahedra.size()); ++t)
    for (int i = 0; i < 4; ++i) {
      const auto& [a, b, c] = kFaceCorners[i];
      Face face{{tetrahedra[t][a], tetrahedra[t][b], tetrahedra[t][c]}, t, i};
      std::sort(face.sorted.begin(), face.sorted.end());
      faces.push_back(face);
    }
  std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) {
    return a.sorted != b.sorted ? a.sorted < b.sorted : a.tetrahedron < b.tetrahedron;
  });
  std::vector<std::array<Index, 4>> neighbours(tetrahedra.size(), {-1, -1, -1, -1});
  for (std::size_t f = 0; f + 1 < faces.size(); ++f) {
    const Face &a = faces[f], &b = faces[f + 1];
    if (a.sorted != b.sorted) continue;
    neighbours[a.tetrahedron][a.opposite] = b.tetrahedron;
    neighbours[b.tetrahedron][b.opposite] = a.tetrahedron;
    ++f;
  }
  return neighbours;
}

Components face_components(const std::vector<std::array<Index, 4>>& neighbours) {
  Components components{std::vector<Index>(neighbours.size(), -1), 0};
  std::vector<Index> open;
  for (Index seed = 0; seed < static_cast<Index>(neighbours.size()); ++seed) {
    if (components.of[seed] >= 0) continue;
    components.of[seed] = components.count;
    open.assign(1, seed);
    while (!open.empty()) {
      const Index t = open.back();
      open.pop_back();
      for (const Index other : neighbours[t])
        if (other >= 0 && components.of[other] < 0) {
          components.of[other] = components.count;
          open.push_back(other);
        }
    }
    ++components.count;
  }
  return components;
}

NodeStars node_stars(const VolumeMesh& mesh) {
  NodeStars stars;
  stars.first.assign(mesh.positions.size() + 1, 0);
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (const Index v : t) ++stars.first[v + 1];
  for (std::size_t v = 1; v < stars.first.size(); ++v) stars.first[v] += stars.first[v - 1];
  stars.tetrahedra.resize(stars.first.back());
  std::vector<Index> fill(stars.first.begin(), stars.first.end() - 1);
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
    for (const Index v : mesh.tetrahedra[t]) stars.tetrahedra[fill[v]++] = t;
  return stars;
}

Index split_hinges(VolumeMesh& mesh) {
  const auto neighbours = face_neighbours(mesh.tetrahedra);
  const NodeStars stars = node_stars(mesh);
  const Index before = mesh.node_count();
  std::vector<Index> part(mesh.tetrahedra.size(), -1);  // within the star at hand
  std::vector<Index> open;
  for (Index v = 0; v < before; ++v) {
    // Walk from face to face around v; what is not reached from the first tetrahedron hangs by a hinge.
    const auto star = stars.at(v);
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
