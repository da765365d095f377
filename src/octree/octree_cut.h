#pragma once

#include <optional>
#include <vector>

#include "octree/cell_front.h"
#include "octree/cutting/stroke_tip.h"
#include "octree/octree_blueprint.h"
#include "octree/octree_discretization.h"
#include "octree/octree_pulls.h"
#include "sinew/octree/octree_body.h"
#include "stepping/implicit_stepper.h"

namespace sinew {

// What a body of cells keeps from cut to cut. Only for the sources of OctreeBody.
struct OctreeBody::Cuts {
  OctreeBlueprint blueprint;
  GridPatchParams patching;
  std::int32_t count = 0;               // made so far
  std::vector<StrokeTip> tips;          // of unfinished strokes
  std::optional<CellFront> front = {};  // of an adaptive body
  OctreeFrontTally tally = {};
};

// Per cell of the grid after a change: the rotation of the old cell around its lowest voxel, from which searches start.
// `patch` is what a small cut changes, or null.
std::vector<CellRotation> rotations_after(std::span<const CellRotation> old, const OctreeGrid& before,
                                          const OctreeGrid& grid, const GridPatch* patch);

// The old discretization is freed before the next one is made, so that memory holds one solver at a time.
// What is needed to rebuild it is kept meanwhile.
template <typename Finish>
void OctreeBody::replace(std::shared_ptr<const OctreeParts> next, std::span<const CellRotation> rotations,
                         Finish&& finish) {
  OctreeBlueprint& blueprint = cuts_->blueprint;
  std::vector<Pull> moved;
  for (const Pull& pull : pulls()) moved.push_back(carried_over(pull, rest().grid, next->rest.grid));
  LinkedVoxels voxels = rest().grid.voxels;
  const StepProgress progress = stepper().progress();
  NodeState state = stepper().release_state();
  release_discretization();
  try {
    take(std::make_unique<OctreeDiscretization>(blueprint, std::move(next), params()));
    finish();
  } catch (...) {
    take(std::make_unique<OctreeDiscretization>(blueprint, blueprint.parts(std::move(voxels)), params()));
    stepper().take_over(progress, std::move(state));
    parts().system().set_rotations(rotations);
    set_pulls(pulls());
    throw;
  }
  set_pulls(std::move(moved));
}

}  // namespace sinew
