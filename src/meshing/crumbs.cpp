#include "meshing/crumbs.h"

#include <algorithm>
#include <set>

#include "mesh/surface_topology.h"
#include "mesh/tetrahedron_adjacency.h"

namespace sinew {

namespace {

constexpr double kCrumb = 0.05;  // of the largest piece's volume, below which one may be a crumb

struct Piece {
  double volume = 0;
  std::vector<Index> elements;
};

std::vector<Piece> pieces_of(const VolumeMesh& mesh) {
  const Components components = face_components(face_neighbours(mesh.tetrahedra));
  std::vector<Piece> pieces(components.count);
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    pieces[components.of[t]].volume += tetrahedron_volume(mesh, t);
    pieces[components.of[t]].elements.push_back(t);
  }
  return pieces;
}

// The parts of the surface that a piece lies at, asked of some of its elements.
std::set<Index> parts_of(const Piece& piece, const VolumeMesh& mesh, const SurfaceMesh& surface,
                         const TriangleTree& tree, const Components& parts) {
  constexpr std::size_t kAsked = 500;
  const std::size_t stride = std::max<std::size_t>(1, piece.elements.size() / kAsked);
  std::set<Index> found;
  for (std::size_t i = 0; i < piece.elements.size(); i += stride) {
    const auto [a, b, c, d] = mesh.corners(piece.elements[i]);
    const Index triangle = tree.nearest(0.25 * (a + b + c + d)).triangle;
    found.insert(parts.of[surface.triangles[triangle][0]]);
  }
  return found;
}

}  // namespace

Index drop_crumbs(VolumeMesh& mesh, const SurfaceMesh& surface, const TriangleTree& tree) {
  std::vector<Piece> pieces = pieces_of(mesh);
  if (pieces.size() < 2) return 0;
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.volume > b.volume; });
  const Components parts = vertex_components(surface);
  std::set<Index> taken;
  std::vector<char> keep(mesh.tetrahedra.size(), 0);
  for (const Piece& piece : pieces) {
    const std::set<Index> at = parts_of(piece, mesh, surface, tree, parts);
    const bool small = piece.volume < kCrumb * pieces[0].volume;
    if (small && std::includes(taken.begin(), taken.end(), at.begin(), at.end())) continue;
    taken.insert(at.begin(), at.end());
    for (const Index t : piece.elements) keep[t] = 1;
  }
  const Index before = mesh.tetrahedron_count();
  Index kept = 0;
  for (Index t = 0; t < before; ++t)
    if (keep[t] != 0) mesh.tetrahedra[kept++] = mesh.tetrahedra[t];
  mesh.tetrahedra.resize(kept);
  drop_unused_nodes(mesh);
  return before - kept;
}

}  // namespace sinew
