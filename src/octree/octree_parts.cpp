#include "octree/octree_parts.h"

namespace sinew {

OctreeParts::OctreeParts(OctreeRest made)
    : rest(std::move(made)), hanging(rest.grid.vertices), structure(rest) {}

OctreeParts::OctreeParts(OctreeRest made, const OctreeParts& before, const GridPatch& patch)
    : rest(std::move(made)), hanging(rest.grid.vertices), structure(rest, before.structure, patch) {}

OctreeParts::~OctreeParts() = default;

}  // namespace sinew
