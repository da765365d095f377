#include "octree/octree_design.h"

#include <algorithm>

#include "base/shared_objects.h"
#include "octree/grid/pieces.h"
#include "octree/octree_fingerprint.h"
#include "sinew/base/profile.h"
#include "stepping/free_pieces.h"

namespace sinew {

namespace {

RefinementMarks marks_of_materials(const OctreeBodyModel& model) {
  constexpr double kJump = 0.5;  // smaller changes do not refine cells
  if (model.materials.rules.empty()) return {};
  const std::vector<Vec3> centres = placed(model.placement, voxel_centres(model.voxels));
  return material_jump_marks(model.voxels, element_materials(model.materials, centres, {}), kJump);
}

// What holds choose of an adaptive body must not change with its cells: voxels with a corner in a region stay cells of
// their own.
RefinementMarks marks_of_holds(const OctreeBodyModel& model) {
  const Lattice& lattice = model.voxels.linked().lattice();
  return marks_of_voxels(model.voxels, [&](const LatticePoint& voxel) {
    std::array<Vec3, 8> corners;
    for (int i = 0; i < 8; ++i) corners[i] = model.placement.point(lattice.point(voxel + corner_offset(i)));
    return std::ranges::any_of(
        model.holds, [&](const RegionHold& hold) { return !points_in(hold.region, corners).empty(); });
  });
}

RefinementMarks marks_of(const OctreeBodyModel& model) {
  RefinementMarks marks = marks_of_materials(model);
  if (!model.adaptive) return marks;
  marks.coarse_boundary = marks.partly_filled = true;
  return model.holds.empty() ? marks : merged(std::move(marks), marks_of_holds(model));
}

// Levels of a body with as few cells as an adaptive one has are cheaper to make than to factor: a step of 1024 cells takes
// 0.6 ms with this many vertices at most on the coarsest level, and 2.9 ms with 300.
constexpr Index kCoarsestOfAdaptive = 60;

// What bodies hold, by the fingerprint of their model.
template <typename T>
SharedObjects<T>& shared() {
  static SharedObjects<T> objects;
  return objects;
}

}  // namespace

std::shared_ptr<const OctreeDesign> OctreeDesign::of(OctreeBodyModel model, bool is_static) {
  const Fingerprint made_from = rest_fingerprint(model).add(is_static);
  return shared<OctreeDesign>().find_or_make(made_from, [&] {
    model.forces.clear();
    return std::make_shared<const OctreeDesign>(made_from, std::move(model), is_static);
  });
}

OctreeDesign::OctreeDesign(const Fingerprint& made_from, OctreeBodyModel model, bool is_static)
    : made_from_(made_from),
      model_(std::move(model)),
      is_static_(is_static),
      marks_(marks_of(model_)),
      topology_(model_.surface, std::move(model_.own_surface), voxels().lattice()) {}

OctreeDesign::~OctreeDesign() = default;

std::optional<GridPatch> OctreeDesign::patch(const OctreeParts& before, const LinkedVoxels& voxels,
                                             const GridPatchParams& params) const {
  if (is_static_ || is_adaptive()) return {};
  return grid_patch(before.rest.grid, voxels, model_.coarsest, marks_, params);
}

std::shared_ptr<const OctreeParts> OctreeDesign::parts(LinkedVoxels links, const CellWishes& wishes,
                                                       const std::string& body) const {
  const CellLevelsParams levels =
      is_adaptive() ? CellLevelsParams{.coarsest_vertices = kCoarsestOfAdaptive} : CellLevelsParams{};
  const auto make = [&] {
    return std::make_shared<const OctreeParts>(rest(std::move(links), wishes, body), levels);
  };
  const bool is_whole = links == voxels() && (!is_adaptive() || wishes == CellWishes(links.bricks().size()));
  return is_whole ? shared<OctreeParts>().find_or_make(made_from_, make) : make();
}

Index OctreeDesign::cell_count(const LinkedVoxels& voxels, const CellWishes& wishes) const {
  return balanced_cells(voxels, model_.coarsest, merged(wishes.marks(), marks_)).count();
}

std::shared_ptr<const OctreeParts> OctreeDesign::patched_parts(const OctreeParts& before, LinkedVoxels voxels,
                                                               const GridPatch& patch) const {
  const ProfileZone zone("grid");
  OctreeGrid grid = patched(before.rest.grid, std::move(voxels), patch);
  return std::make_shared<const OctreeParts>(
      patched(before.rest, std::move(grid), patch, model_.materials, model_.holds, model_.placement), before,
      patch);
}

std::shared_ptr<const OctreeDesign::Shown> OctreeDesign::shown_whole(const OctreeRest& rest) const {
  return shared<Shown>().find_or_make(made_from_, [&] {
    SplittingCubes splitting;
    FrameTopology topology = shown(rest, splitting);
    return std::make_shared<const Shown>(Shown{std::move(topology), std::move(splitting)});
  });
}

OctreeRest OctreeDesign::rest(LinkedVoxels voxels, const CellWishes& wishes, const std::string& body) const {
  const ProfileZone zone("grid");
  const RefinementMarks marks = is_adaptive() ? merged(wishes.marks(), marks_) : marks_;
  OctreeRest rest = make_octree_rest(make_octree_grid(std::move(voxels), model_.coarsest, marks),
                                     model_.materials, model_.holds, model_.placement);
  settle_free_pieces(rest, body);
  return rest;
}

// Without inertia the position of a free piece is undetermined, so crumbs are held where they are.
void OctreeDesign::settle_free_pieces(OctreeRest& rest, const std::string& body) const {
  if (!is_static_) return;
  const OctreeGrid& grid = rest.grid;
  const Pieces pieces = connected_pieces(grid.voxels, grid.cells);
  std::vector<char> stays(pieces.count(), 0);
  for (const FreePiece& piece : free_pieces_of(rest, {pieces.of_cell, pieces.count()})) {
    if (!pieces.is_crumb(piece.piece)) refuse_free_piece(piece, body, model_.placement);
    stays[piece.piece] = 1;
  }
  for (Index c = 0; c < grid.cells.count(); ++c)
    if (stays[pieces.of_cell[c]] != 0)
      for (const Index v : grid.unknowns[c].vertex) rest.held[v] = 1;
  std::erase_if(rest.rollers, [&](const Roller& roller) { return rest.held[roller.node] != 0; });
}

}  // namespace sinew
