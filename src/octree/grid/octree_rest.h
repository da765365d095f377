#pragma once

#include "octree/grid/grid_patch.h"
#include "octree/grid/pieces.h"
#include "sinew/base/placement.h"
#include "sinew/model/forces.h"
#include "sinew/model/material_map.h"
#include "sinew/model/motion.h"
#include "stepping/free_pieces.h"
#include "stepping/held_nodes.h"

namespace sinew {

// The materials of the cells, and the masses that follow from them.
struct OctreeMaterials {
  std::vector<Material> materials;  // one if all cells are alike, else one per cell
  std::vector<double> vertex_mass;  // of all vertices, kg: an eighth of each cell around
  std::vector<double> mass;         // of the unknowns, kg, including the shares of hanging vertices

  const Material& material(Index cell) const { return materials[materials.size() == 1 ? 0 : cell]; }
};

// A body of cells at rest: everything that follows from a grid, independent of the order of cuts. The materials
// are those that it was made of; a body that is tuned has others besides.
struct OctreeRest : OctreeMaterials {
  OctreeGrid grid;
  std::vector<Vec3> positions;     // of all vertices, m
  std::vector<Hold> holds;         // by unknowns
  std::vector<char> held;          // per unknown: moved by the world alone, not by forces
  std::vector<GuidedNode> guided;  // unknowns of holds with directions
  std::vector<Roller> rollers;     // those of them that forces move as well, ascending

  std::span<const Vec3> unknown_positions() const {
    return std::span(positions).first(static_cast<std::size_t>(grid.vertices.unknowns));
  }
};

// Throws Error as element_materials does, and if a region contains no vertex, naming it as holds[i].
// Regions choose from the body in place. A cell has the material at its centre or, if it `mixes`, harmonic means over its
// voxels.
OctreeRest make_octree_rest(OctreeGrid grid, const MaterialMap& materials, std::span<const RegionHold> holds,
                            const Placement& placement = {}, bool mixes = false);

// The same after a small cut, given the rest before it.
OctreeRest patched(const OctreeRest& old, OctreeGrid grid, const GridPatch& patch,
                   const MaterialMap& materials, std::span<const RegionHold> holds,
                   const Placement& placement);

// An estimate of the largest entry of K over that of M among the cells, for these materials, 1/s^2.
double stiffness_over_mass(const OctreeGrid& grid, std::span<const Material> materials);

// Pieces with fewer than three held vertices off one line (stepping/free_pieces.h).
std::vector<FreePiece> free_pieces_of(const OctreeRest& rest, const Components& pieces);

// The points by which such pieces can be held: those of their lowest parts (nodes_to_hold), in place, m.
PointsRegion region_to_hold_free_pieces(const OctreeRest& rest, const Vec3& down, const Placement& placement);

// `materials`: one for all or one per cell.
OctreeMaterials make_octree_materials(const OctreeGrid& grid, std::vector<Material> materials);
void set_materials(OctreeRest& rest, std::vector<Material> materials);

}  // namespace sinew
