#include "meshing/crumbs.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "mesh/surface_topology.h"
#include "mesh/tetrahedron_adjacency.h"

namespace sinew {

namespace {

struct Piece {
  double size = 0;
  std::vector<Index> elements;
};

// Centres of elements.
using Centre = std::function<Vec3(Index)>;

std::vector<Piece> pieces_of(const VolumeMesh& mesh) {
  const Components components = face_components(face_neighbours(mesh.tetrahedra));
  std::vector<Piece> pieces(components.count);
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    pieces[components.of[t]].size += tetrahedron_volume(mesh, t);
    pieces[components.of[t]].elements.push_back(t);
  }
  return pieces;
}

// Adds the inside voxels that are connected to one across faces, by their numbers in the grid, and removes
// them from those `left`.
void collect(const GridFrame& frame, std::span<const std::uint8_t> parted, Index first,
             std::vector<std::uint8_t>& left, Piece& piece) {
  const std::array<Index, 3> step{1, frame.counts[0], frame.counts[0] * frame.counts[1]};
  const auto take = [&](Index voxel) {
    if (left[voxel] == 0) return;
    left[voxel] = 0;
    piece.elements.push_back(voxel);
  };
  const auto joined = [&](Index lower, int axis) {
    return parted.empty() || (parted[lower] >> axis & 1) == 0;
  };
  take(first);
  for (std::size_t next = 0; next < piece.elements.size(); ++next) {
    const Index voxel = piece.elements[next];
    for (int axis = 0; axis < 3; ++axis) {
      const Index at = voxel / step[axis] % frame.counts[axis];
      if (at > 0 && joined(voxel - step[axis], axis)) take(voxel - step[axis]);
      if (at + 1 < frame.counts[axis] && joined(voxel, axis)) take(voxel + step[axis]);
    }
  }
}

std::vector<Piece> pieces_of(const VoxelGrid& grid, std::span<const std::uint8_t> parted) {
  std::vector<Piece> pieces;
  std::vector<std::uint8_t> left = grid.inside;
  for (std::size_t voxel = 0; voxel < left.size(); ++voxel) {
    if (left[voxel] == 0) continue;
    Piece& piece = pieces.emplace_back();
    collect(grid.frame, parted, static_cast<Index>(voxel), left, piece);
    piece.size = static_cast<double>(piece.elements.size());
  }
  return pieces;
}

// The parts of the surface that a piece lies at, asked of some of its elements.
std::set<Index> parts_of(const Piece& piece, const Centre& centre, const SurfaceMesh& surface,
                         const TriangleTree& tree, const Components& parts) {
  constexpr std::size_t kAsked = 500;
  const std::size_t stride = std::max<std::size_t>(1, piece.elements.size() / kAsked);
  std::set<Index> found;
  for (std::size_t i = 0; i < piece.elements.size(); i += stride) {
    const Index triangle = tree.nearest(centre(piece.elements[i])).triangle;
    found.insert(parts.of[surface.triangles[triangle][0]]);
  }
  return found;
}

// The elements of pieces that are crumbs.
std::vector<Index> crumbs_among(std::vector<Piece> pieces, const Centre& centre, const SurfaceMesh& surface,
                                const TriangleTree& tree) {
  if (pieces.size() < 2) return {};
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.size > b.size; });
  const Components parts = vertex_components(surface);
  std::vector<char> taken(parts.count, 0);
  std::vector<Index> crumbs;
  for (const Piece& piece : pieces) {
    const std::set<Index> at = parts_of(piece, centre, surface, tree, parts);
    const bool small = piece.size < kCrumbShare * pieces[0].size;
    if (small && std::ranges::all_of(at, [&](Index part) { return taken[part] != 0; }))
      crumbs.insert(crumbs.end(), piece.elements.begin(), piece.elements.end());
    else
      for (const Index part : at) taken[part] = 1;
  }
  return crumbs;
}

}  // namespace

Index drop_crumbs(VolumeMesh& mesh, const SurfaceMesh& surface, const TriangleTree& tree) {
  const auto centre = [&](Index t) {
    const auto [a, b, c, d] = mesh.corners(t);
    return 0.25 * (a + b + c + d);
  };
  const std::vector<Index> crumbs = crumbs_among(pieces_of(mesh), centre, surface, tree);
  if (crumbs.empty()) return 0;
  std::vector<char> keep(mesh.tetrahedra.size(), 1);
  for (const Index t : crumbs) keep[t] = 0;
  Index kept = 0;
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
    if (keep[t] != 0) mesh.tetrahedra[kept++] = mesh.tetrahedra[t];
  mesh.tetrahedra.resize(kept);
  drop_unused_nodes(mesh);
  return static_cast<Index>(crumbs.size());
}

Index drop_crumbs(VoxelGrid& grid, const SurfaceMesh& surface, const TriangleTree& tree,
                  std::span<const std::uint8_t> parted) {
  const Index nx = grid.frame.counts[0], ny = grid.frame.counts[1];
  const auto centre = [&](Index v) { return grid.frame.point(v % nx, v / nx % ny, v / nx / ny); };
  const std::vector<Index> crumbs = crumbs_among(pieces_of(grid, parted), centre, surface, tree);
  for (const Index voxel : crumbs) grid.inside[voxel] = 0;
  return static_cast<Index>(crumbs.size());
}

}  // namespace sinew
