#include "octree/octree_blueprint.h"

#include <fmt/format.h>

#include "sinew/base/error.h"

namespace sinew {

namespace {

void require_strain(Strain strain, const std::string& body) {
  if (strain == Strain::kGreen)
    throw Error(fmt::format("body '{}' is an octree, for which there is no green strain", body), "",
                "take 'corotated', or 'cauchy' for small deformations");
}

// The faces of cells would not meet where their sizes differ.
void require_surface(OctreeSurface surface) {
  if (surface == OctreeSurface::kCells)
    throw Error("the faces of cells are no closed surface where cells of several sizes meet at the boundary",
                "adaptive", "show the surface \"smooth\" or \"own\"");
}

}  // namespace

OctreeBlueprint::OctreeBlueprint(std::string body, OctreeBodyModel model, const ElasticParams& params)
    : body_(std::move(body)), forces_(std::move(model.forces)), placement_(model.placement) {
  require_strain(params.strain, body_);
  require_valid(placement_, "");
  if (model.adaptive) {
    require_valid(*model.adaptive);
    require_surface(model.surface);
    wishes_ = CellWishes(model.voxels.linked().bricks().size());
  }
  design_ = OctreeDesign::of(std::move(model), params.chosen_integrator() == Integrator::kStatic);
}

std::shared_ptr<const OctreeParts> OctreeBlueprint::parts(LinkedVoxels voxels,
                                                          const CellWishes& wishes) const {
  return design_->parts(std::move(voxels), wishes, body_);
}

// The first cut copies the splitting cubes, so that it splits only the blocks that have changed.
FrameTopology OctreeBlueprint::topology(const OctreeRest& rest) {
  if (design_->is_adaptive()) return adaptive_topology(rest);
  if (rest.grid.voxels == voxels()) {
    splitting_.reset();
    whole_ = design_->shown_whole(rest);
    return whole_->topology;
  }
  if (!splitting_)
    splitting_ =
        whole_ ? std::make_unique<SplittingCubes>(whole_->splitting) : std::make_unique<SplittingCubes>();
  whole_.reset();
  return design_->shown(rest, *splitting_);
}

FrameTopology OctreeBlueprint::adaptive_topology(const OctreeRest& rest) {
  const LinkedVoxels& links = rest.grid.voxels;
  if (!adaptive_surface_ || adaptive_surface_->of != links) {
    if (!splitting_) splitting_ = std::make_unique<SplittingCubes>();
    adaptive_surface_ = std::make_shared<AdaptiveSurface>(
        AdaptiveSurface{links, design_->split_surface(rest, *splitting_), {}, {}});
  }
  return show_split(rest, adaptive_surface_->seen);
}

}  // namespace sinew
