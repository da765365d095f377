#include "sinew/octree/octree_body.h"

#include <fmt/format.h>

#include "octree/octree_cut.h"
#include "octree/octree_discretization.h"
#include "sinew/base/error.h"
#include "stepping/elastic_tuning.h"
#include "stepping/free_pieces.h"
#include "stepping/implicit_stepper.h"

namespace sinew {

namespace {

// If materials follow rules, factors on them are tuned.
ElasticTuning tuning_of(const OctreeBodyModel& model, const ElasticParams& params) {
  const std::vector<Material> materials(model.materials.rules.empty() ? 1 : 2, model.materials.base);
  return elastic_tuning(materials, params.damping, params.solver);
}

}  // namespace

OctreeBody::OctreeBody(std::string name, OctreeBodyModel model, const ElasticParams& params)
    : ElasticBody(std::move(name), params, tuning_of(model, params)) {
  const Vec3 velocity = model.velocity;
  const std::optional<OctreeAdaptivity> adaptive = model.adaptive;
  cuts_ = std::make_unique<Cuts>(Cuts{{this->name(), std::move(model), params}, {}, 0, {}});
  OctreeBlueprint& blueprint = cuts_->blueprint;
  if (adaptive) cuts_->front.emplace(*adaptive);
  take(std::make_unique<OctreeDiscretization>(blueprint, blueprint.parts(blueprint.voxels()), params));
  start(velocity);
}

OctreeBody::~OctreeBody() = default;

void OctreeBody::patch_cuts_up_to(double share_of_bricks) { cuts_->patching.most_bricks = share_of_bricks; }

OctreeDiscretization& OctreeBody::parts() const {
  return static_cast<OctreeDiscretization&>(discretization());
}

const OctreeRest& OctreeBody::rest() const { return parts().rest(); }

BodyMeasure OctreeBody::measure() const {
  const OctreeGrid& grid = rest().grid;
  BodyMeasure measure{.elements = grid.cells.count()};
  for (Index c = 0; c < grid.cells.count(); ++c) {
    const double volume = grid.volume(c);
    measure.volume += volume;
    measure.mass += volume * parts().materials().material(c).density;
  }
  const Pieces& pieces = parts().parts().pieces();
  measure.pieces = pieces.count();
  measure.free_pieces = count_loose(free_pieces_of(rest(), {pieces.of_cell, pieces.count()}));
  return measure;
}

}  // namespace sinew
