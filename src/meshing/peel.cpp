#include "meshing/peel.h"

#include <algorithm>

#include "mesh/tetrahedron_adjacency.h"
#include "mesh/tetrahedron_locator.h"
#include "mesh/vertex_stars.h"
#include "sinew/meshing/voxel_grid.h"

namespace sinew {

namespace {

class Peeling {
 public:
  Peeling(VolumeMesh& mesh, std::span<const Vec3> points, const SignedDistance& solid)
      : mesh_(mesh),
        neighbours_(face_neighbours(mesh.tetrahedra)),
        stars_(mesh.tetrahedra, mesh.node_count()) {
    needed_.assign(mesh.tetrahedra.size(), 0);
    for (const Index t : containing_elements(mesh, points))
      if (t >= 0) needed_[t] = 1;
    std::vector<Vec3> centers;
    for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
      const auto [a, b, c, d] = mesh.corners(t);
      centers.push_back(0.25 * (a + b + c + d));
    }
    const std::vector<std::uint8_t> inside = inside_points(solid, centers);
    for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
      if (inside[t] != 0) needed_[t] = 1;
    gone_.assign(mesh.tetrahedra.size(), 0);
  }

  Index run() {
    std::vector<Index> open;
    for (Index t = mesh_.tetrahedron_count() - 1; t >= 0; --t) open.push_back(t);
    Index count = 0;
    while (!open.empty()) {
      const Index t = open.back();
      open.pop_back();
      if (gone_[t] != 0 || needed_[t] != 0 || !removable(t)) continue;
      gone_[t] = 1;
      ++count;
      for (const Index other : neighbours_[t])
        if (other >= 0 && gone_[other] == 0) open.push_back(other);
    }
    std::vector<Tetrahedron> kept;
    for (Index t = 0; t < mesh_.tetrahedron_count(); ++t)
      if (gone_[t] == 0) kept.push_back(mesh_.tetrahedra[t]);
    mesh_.tetrahedra = std::move(kept);
    drop_unused_nodes(mesh_);
    return count;
  }

 private:
  bool exposed(Index t, int face) const {
    return neighbours_[t][face] < 0 || gone_[neighbours_[t][face]] != 0;
  }

  // Whether an exposed face contains node v and, unless it is -1, node w.
  bool on_boundary(Index v, Index w) const {
    for (const Index t : stars_[v]) {
      if (gone_[t] != 0) continue;
      const Tetrahedron& nodes = mesh_.tetrahedra[t];
      if (w >= 0 && std::find(nodes.begin(), nodes.end(), w) == nodes.end()) continue;
      for (int i = 0; i < 4; ++i)
        if (nodes[i] != v && nodes[i] != w && exposed(t, i)) return true;
    }
    return false;
  }

  // With one face exposed, the node behind it must be interior; with two, the edge between the other two
  // faces; with three, the tip comes off. Anything else would pinch the boundary.
  bool removable(Index t) const {
    int open[4], shut[4], open_count = 0, shut_count = 0;
    for (int i = 0; i < 4; ++i) (exposed(t, i) ? open[open_count++] : shut[shut_count++]) = i;
    const Tetrahedron& nodes = mesh_.tetrahedra[t];
    if (open_count == 1) return !on_boundary(nodes[open[0]], -1);
    if (open_count == 2) return !on_boundary(nodes[open[0]], nodes[open[1]]);
    return open_count >= 3;
  }

  VolumeMesh& mesh_;
  std::vector<std::array<Index, 4>> neighbours_;
  VertexStars stars_;
  std::vector<char> needed_, gone_;
};

}  // namespace

Index peel(VolumeMesh& mesh, std::span<const Vec3> points, const SignedDistance& solid) {
  return Peeling(mesh, points, solid).run();
}

}  // namespace sinew
