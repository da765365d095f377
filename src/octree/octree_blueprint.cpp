#include "octree/octree_blueprint.h"

#include <fmt/format.h>

#include "octree/grid/pieces.h"
#include "sinew/base/error.h"
#include "sinew/base/profile.h"
#include "stepping/free_pieces.h"

namespace sinew {

namespace {

RefinementMarks marks_of(const OctreeBodyModel& model) {
  constexpr double kJump = 0.5;  // smaller changes do not refine cells
  if (model.materials.rules.empty()) return {};
  return material_jump_marks(model.voxels,
                             element_materials(model.materials, voxel_centres(model.voxels), {}), kJump);
}

OctreeBodyModel require_strain(OctreeBodyModel model, Strain strain, const std::string& body) {
  if (strain == Strain::kGreen)
    throw Error(fmt::format("body '{}' is an octree, for which there is no green strain", body), "",
                "take 'corotated', or 'cauchy' for small deformations");
  return model;
}

}  // namespace

OctreeBlueprint::OctreeBlueprint(std::string body, OctreeBodyModel model, const ElasticParams& params)
    : body_(std::move(body)),
      model_(require_strain(std::move(model), params.strain, body_)),
      marks_(marks_of(model_)),
      is_static_(params.chosen_integrator() == Integrator::kStatic),
      shown_(model_.surface, std::move(model_.own_surface), model_.voxels.linked().lattice()) {}

OctreeRest OctreeBlueprint::rest(LinkedVoxels voxels) const {
  const ProfileZone zone("grid");
  OctreeRest rest = make_octree_rest(make_octree_grid(std::move(voxels), model_.coarsest, marks_),
                                     model_.materials, model_.holds);
  settle_free_pieces(rest);
  return rest;
}

// Without inertia the position of a free piece is undetermined, so crumbs are held where they are.
void OctreeBlueprint::settle_free_pieces(OctreeRest& rest) const {
  if (!is_static_) return;
  const OctreeGrid& grid = rest.grid;
  const Pieces pieces = connected_pieces(grid.voxels, grid.cells);
  std::vector<char> stays(pieces.count(), 0);
  for (const FreePiece& piece : free_pieces_of(rest, {pieces.of_cell, pieces.count()})) {
    if (!pieces.is_crumb(piece.piece)) refuse_free_piece(piece, body_);
    stays[piece.piece] = 1;
  }
  for (Index c = 0; c < grid.cells.count(); ++c)
    if (stays[pieces.of_cell[c]] != 0)
      for (const Index v : grid.unknowns[c].vertex) rest.held[v] = 1;
}

}  // namespace sinew
