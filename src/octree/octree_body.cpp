#include "sinew/octree/octree_body.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/log.h"
#include "octree/octree_cut.h"
#include "octree/octree_discretization.h"
#include "octree/thin_parts.h"
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

namespace {

// Above this part of the cells that are larger than a voxel.
constexpr double kWorthSaying = 0.05;

void warn_of_thin_parts(const std::string& body, const OctreeGrid& grid) {
  const Index thin = count_thin_oblique(grid);
  const auto large = std::ranges::count_if(grid.cells.places, [](const CellPlace& p) { return p.level > 0; });
  if (static_cast<double>(thin) > kWorthSaying * static_cast<double>(large))
    log_warning(
        "body '{}': {} of {} large cells lie in parts that are oblique and thinner than two cells: these are "
        "too "
        "stiff until their cells are split. Try smaller coarsest cells, or a finer split_above",
        body, thin, large);
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
  if (adaptive) warn_of_thin_parts(this->name(), rest().grid);
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
