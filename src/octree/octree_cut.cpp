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

// Searches for rotations start from those of the old cells.
std::vector<CellRotation> rotations_after(std::span<const CellRotation> old, const Cells& before,
                                          const Cells& after) {
  std::vector<CellRotation> rotations(after.places.size());
  parallel_for_each(after.in_brick.size(), kBricks, [&](Index b) {
    for (Index c = after.brick_start[b]; c < after.brick_start[b + 1]; ++c)
      rotations[c] = old[before.in(b, after.places[c].lower())];
  });
  return rotations;
}

}  // namespace

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
    return crossed_links(old.voxels, old.cells, old.vertices, parts().positions(stepper().state().u), blade,
                         cut);
  }();
  if (links.empty()) return false;
  LinkedVoxels voxels = old.voxels;
  voxels.cut(links);
  const OctreeBlueprint& blueprint = cuts_->blueprint;
  const OctreeParts& before = parts().parts();
  const std::optional<GridPatch> patch = blueprint.design().patch(before, voxels, cuts_->patching);
  std::shared_ptr<const OctreeParts> next =
      patch ? blueprint.design().patched_parts(before, std::move(voxels), *patch)
            : blueprint.parts(std::move(voxels));

  // Transfer the state.
  const OctreeGrid& grid = next->rest.grid;
  const VertexTransfer transfer =
      patch ? VertexTransfer(old, grid, *patch)
            : VertexTransfer(grid.voxels, old.cells, old.vertices, grid.cells, grid.vertices);
  const NodeState& moving = stepper().state();
  NodeState state{transfer(moving.u), transfer(moving.v)};
  // A piece that comes off leaves behind the forces that gave it its acceleration.
  if (!moving.a.empty() && before.pieces().count() == next->pieces().count()) state.a = transfer(moving.a);
  const std::vector<CellRotation> rotations =
      rotations_after(parts().system().rotations(), old.cells, grid.cells);
  StepProgress progress = stepper().progress();
  const MomentumTransfer momentum(rest(), parts().materials(), moving, *next, patch ? &*patch : nullptr);
  replace(std::move(next), [&] {
    double& given = progress.tally.momentum_given_by_cuts;
    given = std::max(given, momentum(parts().materials(), state));
    stepper().take_over(progress, std::move(state));
    parts().system().set_rotations(rotations);
  });
  cuts_->count = std::max(cuts_->count, cut);
  return true;
}

}  // namespace sinew
