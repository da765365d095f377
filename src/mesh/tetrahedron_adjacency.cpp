#include "mesh/tetrahedron_adjacency.h"

#include <algorithm>

namespace sinew {

// Faces are put in buckets by their smallest node, and the few of a bucket sorted by the two others: a third
// of the time that sorting all of them takes.
std::vector<std::array<Index, 4>> face_neighbours(std::span<const Tetrahedron> tetrahedra) {
  struct Face {
    Index middle, largest, tetrahedron;
    int opposite;
  };
  auto for_each_face = [&](auto&& visit) {
    for (Index t = 0; t < static_cast<Index>(tetrahedra.size()); ++t)
      for (int i = 0; i < 4; ++i) {
        const auto& corners = kFaceCorners[i];
        Index n[3] = {tetrahedra[t][corners[0]], tetrahedra[t][corners[1]], tetrahedra[t][corners[2]]};
        std::sort(n, n + 3);
        visit(n[0], Face{n[1], n[2], t, i});
      }
  };
  Index nodes = 0;
  for (const Tetrahedron& t : tetrahedra) nodes = std::max(nodes, 1 + *std::max_element(t.begin(), t.end()));
  std::vector<std::size_t> first(nodes + 1, 0);
  for_each_face([&](Index smallest, const Face&) { ++first[smallest + 1]; });
  for (Index n = 0; n < nodes; ++n) first[n + 1] += first[n];
  std::vector<Face> faces(first.back());
  std::vector<std::size_t> fill(first.begin(), first.end() - 1);
  for_each_face([&](Index smallest, const Face& face) { faces[fill[smallest]++] = face; });

  std::vector<std::array<Index, 4>> neighbours(tetrahedra.size(), {-1, -1, -1, -1});
  for (Index n = 0; n < nodes; ++n) {
    std::sort(faces.begin() + first[n], faces.begin() + first[n + 1], [](const Face& a, const Face& b) {
      if (a.middle != b.middle) return a.middle < b.middle;
      return a.largest != b.largest ? a.largest < b.largest : a.tetrahedron < b.tetrahedron;
    });
    for (std::size_t f = first[n]; f + 1 < first[n + 1]; ++f) {
      const Face &a = faces[f], &b = faces[f + 1];
      if (a.middle != b.middle || a.largest != b.largest) continue;
      neighbours[a.tetrahedron][a.opposite] = b.tetrahedron;
      neighbours[b.tetrahedron][b.opposite] = a.tetrahedron;
      ++f;
    }
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
