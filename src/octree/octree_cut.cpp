#include "octree/octree_cut.h"

#include <algorithm>

#include "base/parallel.h"
#include "octree/cutting/crossed_links.h"
#include "octree/grid/vertex_transfer.h"
#include "octree/momentum_transfer.h"
#include "octree/octree_discretization.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {
constexpr Index kBricks = 8;  // per parallel chunk
}

std::vector<CellRotation> rotations_after(std::span<const CellRotation> old, const OctreeGrid& before,
                                          const OctreeGrid& grid, const GridPatch* patch) {
  const Cells& after = grid.cells;
  std::vector<CellRotation> rotations(after.places.size());
  const auto take_over = [&](Index brick) {
    for (Index c = after.brick_start[brick]; c < after.brick_start[brick + 1]; ++c)
      rotations[c] = old[before.cells.in(
          brick, inside_voxel_near(grid.voxels, after.places[c], after.places[c].lower()))];
  };
  if (patch == nullptr) {
    parallel_for_each(after.in_brick.size(), kBricks, take_over);
    return rotations;
  }
  for (const IndexSplice::Run& run : patch->cells.runs())
    if (!run.of_window) std::copy_n(old.begin() + run.from, run.count, rotations.begin() + run.to);
  for (std::size_t k = 0; k < patch->bricks.size(); ++k)
    if (patch->taken[k] != 0) take_over(patch->bricks[k]);
  return rotations;
}

bool OctreeBody::cut(const Blade& blade) {
  require_valid(blade, "");
  Blade own = blade;
  for (Vec3& p : own.points) p = placement().own_point(p);
  return cut_as(own, cuts_->count + 1);
}

bool OctreeBody::cut_as(const Blade& blade, std::int32_t cut) {
  const ProfileZone zone("cut");
  const OctreeGrid& old = rest().grid;
  std::vector<CutLink> links = [&] {
    const ProfileZone links_zone("cut links");
    const VertexPositions positions(rest().positions, old.vertices, stepper().state().u);
    return crossed_links(old.voxels, old.cells, old.vertices, positions, blade, cut);
  }();
  if (links.empty()) return false;
  LinkedVoxels voxels = old.voxels;
  voxels.cut(links);
  const OctreeBlueprint& blueprint = cuts_->blueprint;
  const OctreeParts& before = parts().parts();
  const std::optional<GridPatch> found = blueprint.design().patch(before, voxels, cuts_->patching);
  const GridPatch* const patch = found ? &*found : nullptr;
  std::shared_ptr<const OctreeParts> next =
      patch != nullptr ? blueprint.design().patched_parts(before, std::move(voxels), *patch)
                       : blueprint.parts(std::move(voxels));

  // Transfer the state.
  const OctreeGrid& grid = next->rest.grid;
  const NodeState& moving = stepper().state();
  NodeState state;
  {
    const ProfileZone transfer_zone("transfer");
    const VertexTransfer transfer =
        patch != nullptr ? VertexTransfer(old, grid, *patch)
                         : VertexTransfer(grid.voxels, old.cells, old.vertices, grid.cells, grid.vertices);
    state = {transfer(moving.u), transfer(moving.v)};
    // A piece that comes off leaves behind the forces that gave it its acceleration.
    if (!moving.a.empty() && before.pieces().count() == next->pieces().count()) state.a = transfer(moving.a);
  }
  const std::vector<CellRotation> turned = parts().system().rotations(),
                                  rotations = rotations_after(turned, old, grid, patch);
  StepProgress progress = stepper().progress();
  const MomentumTransfer momentum(rest(), parts().materials(), moving, *next, patch);
  replace(std::move(next), turned, [&] {
    double& given = progress.tally.momentum_given_by_cuts;
    given = std::max(given, momentum(parts().materials(), state));
    stepper().take_over(progress, std::move(state));
    parts().system().set_rotations(rotations);
  });
  cuts_->count = std::max(cuts_->count, cut);
  return true;
}

}  // namespace sinew
