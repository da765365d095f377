#pragma once

#include "octree/octree_parts.h"
#include "stepping/free_pieces.h"
#include "stepping/rigid_momentum.h"
#include "stepping/step_nodes.h"

namespace sinew {

// Gives each loose piece of a body that was cut the momentum that its material had before, by a rigid motion
// besides the velocities that were transferred. These keep the momentum of the whole field, but masses are
// lumped at the corners of cells, and smaller cells have smaller moments of inertia.
//
// The momentum of the body is a sum over its cells, of an eighth of the mass at each corner. What a cell has
// lost in being refined (old sum minus that of the cells it became) goes to the pieces it became part of, in
// proportion to their volume. A piece of whole old cells thus gets their momentum exactly, and so does the
// body, if no piece is held. Pieces that a hold touches are left alone. Cells that a small cut leaves as they
// were lose nothing, and are not visited.
class MomentumTransfer {
 public:
  // Before the cut, with its state, and after. Refers to `after`. `patch` is what a small cut changes, or null.
  MomentumTransfer(const OctreeRest& before, const OctreeMaterials& materials, const NodeState& state,
                   const OctreeParts& after, const GridPatch* patch);

  // Corrects velocities, which were transferred to the unknowns. Returns the largest speed added, m/s.
  double operator()(const OctreeMaterials& materials, NodeState& state) const;

 private:
  // An old cell, with the momentum of its material.
  struct OldCell {
    Momentum momentum;
    double volume = 0;  // m^3
  };
  struct OfPiece {
    Index piece;
    Momentum momentum;
  };

  void remember(const OctreeRest& before, const OctreeMaterials& materials, const NodeState& state);
  void add_lost(Index k, const OctreeMaterials& materials, const NodeState& state,
                std::vector<OfPiece>& lost) const;
  std::vector<Momentum> missing(const OctreeMaterials& materials, const NodeState& state) const;

  Vec3 about_;  // the point of all angular momenta, m
  const OctreeParts& after_;
  std::vector<char> is_loose_;       // per piece after the cut; empty if nothing moves or none is
  std::vector<Index> bricks_;        // with cells that may have changed
  std::vector<Index> old_start_;     // per such brick: its first old cell in old_; one more
  std::vector<OldCell> old_;         // the old cells of these bricks
  std::vector<Index> source_start_;  // per such brick: its first new cell in source_; one more
  std::vector<Index> source_;        // per new cell of these bricks: the old one it was part of, in its brick
};

// Gives each loose piece of a body whose cells change but not its links (so that it has the same pieces) the momentum
// that it had, in the same way: sums over the unknowns, whose masses steps use.
class PieceMomenta {
 public:
  // Before the change.
  PieceMomenta(const OctreeParts& before, const OctreeMaterials& materials, const NodeState& state);

  // Corrects velocities that were transferred. Returns the largest speed added, m/s.
  double restore(const OctreeParts& after, const OctreeMaterials& materials, NodeState& state) const;

 private:
  Vec3 about_;
  std::vector<Momentum> momenta_;  // per loose piece
};

}  // namespace sinew
