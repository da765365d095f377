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

}  // namespace

OctreeBlueprint::OctreeBlueprint(std::string body, OctreeBodyModel model, const ElasticParams& params)
    : body_(std::move(body)), forces_(std::move(model.forces)), placement_(model.placement) {
  require_strain(params.strain, body_);
  require_valid(placement_, "");
  design_ = OctreeDesign::of(std::move(model), params.chosen_integrator() == Integrator::kStatic);
}

std::shared_ptr<const OctreeParts> OctreeBlueprint::parts(LinkedVoxels voxels) const {
  return design_->parts(std::move(voxels), body_);
}

// The first cut copies the splitting cubes, so that it splits only the blocks that have changed.
FrameTopology OctreeBlueprint::topology(const OctreeRest& rest) {
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

}  // namespace sinew
