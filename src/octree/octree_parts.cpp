#include "octree/octree_parts.h"

namespace sinew {

OctreeParts::OctreeParts(OctreeRest made, const CellLevelsParams& levels)
    : rest(std::move(made)), hanging(rest.grid.vertices), structure(rest, levels) {}

OctreeParts::OctreeParts(OctreeRest made, const OctreeParts& before, const GridPatch& patch)
    : rest(std::move(made)), hanging(rest.grid.vertices), structure(rest, before.structure, patch) {
  if (!before.found_pieces_) return;
  std::call_once(has_pieces_, [&] {
    pieces_ = patched(before.pieces_, rest.grid, patch);
    found_pieces_ = true;
  });
}

const Pieces& OctreeParts::pieces() const {
  std::call_once(has_pieces_, [&] {
    pieces_ = connected_pieces(rest.grid.voxels, rest.grid.cells);
    found_pieces_ = true;
  });
  return pieces_;
}

const std::shared_ptr<const LoosePieces>& OctreeParts::loose_pieces() const {
  std::call_once(has_loose_pieces_, [&] {
    loose_pieces_ = std::make_shared<const LoosePieces>(loose_pieces_of(rest, pieces()));
  });
  return loose_pieces_;
}

OctreeParts::~OctreeParts() = default;

}  // namespace sinew
