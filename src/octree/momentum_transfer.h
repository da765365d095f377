#pragma once

#include "octree/grid/octree_rest.h"
#include "stepping/free_pieces.h"
#include "stepping/rigid_momentum.h"
#include "stepping/step_nodes.h"

namespace sinew {

// Which unknowns are connected.
Components unknown_pieces(const OctreeGrid& grid);

// Gives each loose piece of a body that was cut the momentum that its material had before, by a rigid motion
// besides the velocities that were transferred. These keep the momentum of the whole field, but masses are
// lumped at the corners of cells, and smaller cells have smaller moments of inertia.
//
// The momentum of the body is a sum over its cells, of an eighth of the mass at each corner. What a cell has
// lost in being refined (old sum minus that of the cells it became) goes to the pieces it became part of, in
// proportion to their volume. A piece of whole old cells thus gets their momentum exactly, and so does the
// body, if no piece is held. Pieces that a hold touches are left alone.
class MomentumTransfer {
 public:
  // Before the cut, with its state, and after. Refers to `after`.
  MomentumTransfer(const OctreeRest& before, const OctreeMaterials& materials, const NodeState& state,
                   const OctreeRest& after);

  // Corrects velocities, which were transferred to the unknowns. Returns the largest speed added, m/s.
  double operator()(const OctreeMaterials& materials, NodeState& state) const;

 private:
  Vec3 about_;  // the point of all angular momenta, m
  const OctreeRest& after_;
  Components pieces_;                // of the unknowns after the cut; empty if nothing moves
  LoosePieces loose_;                // none if nothing moves
  std::vector<Momentum> of_cell_;    // per cell before the cut
  std::vector<Index> source_;        // per cell: that before the cut which it was part of
  std::vector<double> old_volumes_;  // per cell before the cut, m^3
};

}  // namespace sinew
