#include "octree/octree_body.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "base/parallel.h"
#include "base/profile.h"
#include "body/surface_nodes.h"
#include "octree/grid/refinement_marks.h"
#include "octree/octree_body_parts.h"
#include "octree/surface/clipped_surface.h"
#include "octree/surface/snap_to_boundary.h"
#include "octree/surface/surface_bindings.h"

namespace sinew {

namespace {

constexpr Index kVertices = 2048;

RefinementMarks marks_of(const OctreeBodyModel& model) {
  constexpr double kJump = 0.5;  // slower changes are followed by larger cells
  if (model.materials.rules.empty()) return {};
  return material_jump_marks(model.voxels,
                             element_materials(model.materials, voxel_centres(model.voxels), {}), kJump);
}

FrameElements elements_of(const OctreeRest& rest) {
  FrameElements elements;
  elements.rest_positions = rest.positions;
  elements.hexahedra = cell_hexahedra(rest.grid);
  elements.levels.reserve(rest.grid.cells.places.size());
  for (const CellPlace& place : rest.grid.cells.places) elements.levels.push_back(place.level);
  return elements;
}

// The boundary of the cells, which follows its own vertices.
FrameTopology show_cells(const OctreeRest& rest) {
  FrameSurface surface{{rest.positions, boundary_triangles(rest.grid)}, {}};
  for (const CutLink& link : rest.grid.voxels.cut_links())
    for (const LinkEnd* end : {&link.lower, &link.upper})
      if (end->cut >= 0) surface.cut_faces.insert(surface.cut_faces.end(), 2, end->cut > 0);
  Embedding embedding = embed_in_own_nodes(surface.mesh);
  return make_topology(std::move(surface), std::move(embedding), elements_of(rest));
}

FrameTopology show_split(const OctreeRest& rest, const SplitSurface& split) {
  FrameSurface surface{split.mesh, {}};
  for (const std::int32_t cut : split.cuts) surface.cut_faces.push_back(cut > 0);
  return make_topology(std::move(surface),
                       bind_surface(rest.grid.voxels, rest.grid.cells, rest.grid.vertices, split),
                       elements_of(rest));
}

}  // namespace

OctreeBody::OctreeBody(std::string name, OctreeBodyModel model, const ElasticParams& params)
    : name_(std::move(name)),
      model_(std::move(model)),
      params_(params),
      integrator_(params.chosen_integrator()),
      marks_(marks_of(model_)) {
  if (params.strain == Strain::kGreen)
    throw Error(fmt::format("body '{}' is an octree, for which there is no green strain", name_), "",
                "take 'corotated', or 'cauchy' for small deformations");
  // Where materials follow rules, tuned are factors on them.
  const std::vector<Material> materials(model_.materials.rules.empty() ? 1 : 2, model_.materials.base);
  tuning_ = made_with_ = elastic_tuning(materials, params.damping, params.solver);
  SurfaceMesh own = std::move(model_.own_surface);
  if (model_.surface != OctreeSurface::kCells) boundary_ = std::make_unique<TriangleTree>(own);
  if (model_.surface == OctreeSurface::kOwn)
    own_surface_ = std::make_unique<ClippableSurface>(std::move(own), model_.voxels.lattice());
  parts_ = made_of(rest_of(model_.voxels));
  parts_->stepper.start(model_.velocity);
}

OctreeBody::~OctreeBody() = default;

OctreeRest OctreeBody::rest_of(LinkedVoxels voxels) const {
  const ProfileZone zone("grid");
  OctreeRest rest = make_octree_rest(make_octree_grid(std::move(voxels), model_.coarsest, marks_),
                                     model_.materials, model_.holds);
  settle_free_pieces(rest);
  return rest;
}

std::unique_ptr<OctreeBody::Parts> OctreeBody::made_of(OctreeRest rest) {
  const ProfileZone zone("grid");
  auto parts = std::make_unique<Parts>(name_, std::move(rest), model_, params_, tuning_);
  parts->topology = topology_of(parts->rest);
  if (tuning_.material == made_with_.material) return parts;
  set_materials(parts->rest, tuning_.materials(parts->made_of));
  parts->materials_changed();
  return parts;
}

// Without inertia nothing would say where a free piece is: crumbs stay where they are.
void OctreeBody::settle_free_pieces(OctreeRest& rest) const {
  if (integrator_ != Integrator::kStatic) return;
  const OctreeGrid& grid = rest.grid;
  const Pieces pieces = connected_pieces(grid.voxels, grid.cells);
  std::vector<char> stays(pieces.count(), 0);
  for (const FreePiece& piece : free_pieces_of(rest, {pieces.of_cell, pieces.count()})) {
    if (!pieces.is_crumb(piece.piece)) refuse_free_piece(piece, name_);
    stays[piece.piece] = 1;
  }
  for (Index c = 0; c < grid.cells.count(); ++c)
    if (stays[pieces.of_cell[c]] != 0)
      for (const Index v : grid.unknowns[c].vertex) rest.held[v] = 1;
}

FrameTopology OctreeBody::topology_of(const OctreeRest& rest) {
  const ProfileZone zone("surface");
  if (model_.surface == OctreeSurface::kCells) return show_cells(rest);
  SplitSurface split = splitting_.update(rest.grid.voxels);
  snap_to_boundary(split, *boundary_, rest.grid.voxels.lattice().spacing);
  if (own_surface_) split = own_surface_->clipped(rest.grid.voxels, rest.grid.cells, split);
  return show_split(rest, split);
}

void OctreeBody::predict(double time, double dt) {
  if (dt != parts_->limited_for && integrator_ != Integrator::kStatic) limit_stiffness(dt);
  parts_->stepper.predict(time, dt);
}

void OctreeBody::limit_stiffness(double dt) {
  Parts& parts = *parts_;
  parts.limited_for = dt;
  const std::vector<Material> own = tuning_.materials(parts.made_of);
  const StepScheme scheme = step_scheme(integrator_, tuning_.damping, dt);
  const double ratio = stiffness_over_mass(parts.rest.grid, own) * scheme.stiffness / scheme.mass;
  if (parts.stiffness_share == 1 && !StiffnessLimit::is_beyond(ratio)) return;
  const Pieces pieces = connected_pieces(parts.rest.grid.voxels, parts.rest.grid.cells);
  const Components components{pieces.of_cell, pieces.count()};
  const std::vector<char> is_free = elements_of(components, free_pieces_of(parts.rest, components));
  const double share = is_free.empty() ? 1 : stiffness_limit_.share_for(ratio, name_);
  if (share == parts.stiffness_share) return;
  set_materials(parts.rest, share == 1 ? own : softened(own, is_free, share));
  parts.materials_changed();
  parts.stepper.materials_changed();
  parts.stiffness_share = share;
}

void OctreeBody::commit() { parts_->stepper.commit(); }

StepTally OctreeBody::tally() const { return parts_->stepper.tally(); }

const OctreeRest& OctreeBody::rest() const { return parts_->rest; }

const SolveReport& OctreeBody::last_solve() const { return parts_->stepper.last_solve(); }

void OctreeBody::set_pulls(std::vector<Pull> pulls) {
  std::vector<Pull> resolved;
  for (const Pull& pull : pulls) {
    require_valid(pull, rest().grid.vertices.count());
    resolved.push_back(by_unknowns(pull, rest().grid.vertices));
  }
  pulls_ = std::move(pulls);
  parts_->stepper.set_pulls(std::move(resolved));
}

void OctreeBody::tune(const std::string& name, double value) {
  const ElasticTuning next = tuning_.with(name, value, made_with_, name_);
  if (next.material != tuning_.material) {
    set_materials(parts_->rest, next.materials(parts_->made_of));
    parts_->materials_changed();
    parts_->stiffness_share = 1;
  }
  tuning_ = next;
  parts_->limited_for = 0;
  parts_->system->set_solver(next.solver);
  parts_->stepper.set_goal(goal_of(next.solver));
  parts_->stepper.set_damping(next.damping);
}

Energies OctreeBody::energies() const {
  Energies energies = parts_->stepper.energies();
  energies.external = parts_->forces.potential(parts_->stepper.time(), parts_->stepper.state().u);
  return energies;
}

std::vector<Vec3> OctreeBody::displacements() const {
  std::vector<Vec3> all;
  for (const Block3<double>& u : parts_->forces.of_all_vertices(parts_->stepper.state().u))
    all.push_back(to_vec3(u));
  return all;
}

void OctreeBody::publish(const FrameContents& contents, BodyFrame& frame) const {
  const ProfileZone zone("publish");
  const OctreeForces& forces = parts_->forces;
  const NodeState& now = parts_->stepper.state();
  const BlockVector<double> u = forces.of_all_vertices(now.u), v = forces.of_all_vertices(now.v);
  frame.body = name_;
  frame.topology = parts_->topology;
  frame.positions.resize(u.size());
  frame.velocities.resize(u.size());
  frame.carriers.clear();
  parallel_for_each(u.size(), kVertices, [&](Index i) {
    frame.positions[i] = rest().positions[i] + to_vec3(u[i]);
    frame.velocities[i] = to_vec3(v[i]);
  });
  frame.stress.resize(contents.stress ? rest().grid.cells.places.size() : 0);
  if (contents.stress) parts_->system->stresses(now.u, frame.stress);
  frame.energies = contents.energies ? energies() : Energies{};
  frame.arrows.clear();
  if (!contents.forces) return;
  forces.add_arrows(parts_->stepper.time(), now.u, frame.arrows);
  parts_->stepper.add_pull_arrows(frame.arrows);
}

}  // namespace sinew
