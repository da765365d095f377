#include <fmt/format.h>

#include <algorithm>

#include "body/contact_side.h"
#include "octree/grid/vertex_transfer.h"
#include "octree/momentum_transfer.h"
#include "octree/octree_cut.h"
#include "octree/octree_discretization.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {

// Cells are split that something reaches within this many steps more than they wait for the next change.
constexpr double kMoreSteps = 2;
constexpr const char* kBudget = "most cells";
// And this many of their own sides ahead.
constexpr double kReach = 0.25;

// What comes near to the cells of a body, in the world.
class NearParts {
 public:
  NearParts(const Placement& placement, const Box3& body, const MovingParts& moving, double ahead)
      : placement_(placement) {
    if (moving) moving(ahead, boxes_);
    std::erase_if(boxes_, [&](const Box3& box) { return !box.overlaps(body); });
    for (std::size_t first = 0; first < boxes_.size(); first += kGroup) {
      Box3& group = groups_.emplace_back();
      for (std::size_t k = first; k < std::min(first + kGroup, boxes_.size()); ++k) group.extend(boxes_[k]);
    }
  }

  bool operator()(const CornerValues& corners) const {
    Box3 cell;
    for (const Vec3& p : corners) cell.extend(placement_.point(p));
    cell = cell.inflated(kReach * cell.longest_side());
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (!cell.overlaps(groups_[g])) continue;
      const std::size_t end = std::min((g + 1) * kGroup, boxes_.size());
      for (std::size_t k = g * kGroup; k < end; ++k)
        if (cell.overlaps(boxes_[k])) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t kGroup = 16;

  const Placement& placement_;
  std::vector<Box3> boxes_, groups_;
};

// Where the field after a change has the unknowns from before it.
UnsetBlockVector<double> field_at(const OctreeGrid& before, const OctreeGrid& after,
                                  std::span<const Block3<double>> u_after) {
  return VertexTransfer(before.voxels, after.cells, after.vertices, before.cells, before.vertices)(u_after);
}

// How far it is from where they were, at most, m.
double largest_jump(std::span<const Block3<double>> u, std::span<const Block3<double>> u_after) {
  double most = 0;
  for (std::size_t v = 0; v < u.size(); ++v) most = std::max(most, norm(to_vec3(u_after[v]) - to_vec3(u[v])));
  return most;
}

// The unknowns whose cells move vertices of the surface into something.
std::vector<char> unknowns_that_cross(ContactSide& side, std::span<const Vec3> positions,
                                      const JumpCheck& crosses) {
  if (!crosses) return {};
  const std::shared_ptr<const ContactSurface> surface = side.contact_surface();
  if (!surface) return {};
  std::vector<Vec3> places(surface->rest.size());
  embedded_positions(surface->embedding, positions, places);
  for (Vec3& place : places) place = side.placement().point(place);
  std::vector<Index> vertices;
  crosses(places, vertices);
  if (vertices.empty()) return {};
  std::vector<char> found(positions.size());
  for (const Index v : vertices)
    for (const Index unknown : surface->embedding.nodes(v)) found[unknown] = 1;
  return found;
}

// Wishes that cells with such an unknown stay as fine as they are.
void keep_cells(const OctreeGrid& grid, std::span<const char> unknowns, CellWishes& wishes) {
  const auto depends = [&](Index vertex) {
    for (const auto [unknown, weight] : grid.vertices.weights(vertex))
      if (unknowns[unknown] != 0) return true;
    return false;
  };
  for (Index b = 0; b < static_cast<Index>(grid.cells.in_brick.size()); ++b)
    for (Index c = grid.cells.brick_start[b]; c < grid.cells.brick_start[b + 1]; ++c)
      if (std::ranges::any_of(grid.vertices.corners[c], depends))
        for (CellPlace block = grid.cells.places[c]; block.level < kBrickLevel;)
          wishes.split(b, block = block.parent());
}

// Blocks that were split, and blocks that were merged.
void count_changes(const Cells& before, const Cells& after, OctreeFrontTally& tally) {
  const auto parents = [](const Cells& cells, Index b) {
    std::vector<std::uint8_t> level_of(kBrickVoxels);
    for (int k = 0; k < kBrickVoxels; ++k) {
      const std::uint16_t cell = cells.in_brick[b][k];
      level_of[k] = cell == Cells::kNone ? 0 : cells.places[cells.brick_start[b] + cell].level;
    }
    return level_of;
  };
  ++tally.changes;
  for (Index b = 0; b < static_cast<Index>(after.in_brick.size()); ++b) {
    const std::vector<std::uint8_t> was = parents(before, b), is = parents(after, b);
    const auto level_at = [](const std::vector<std::uint8_t>& levels, const CellPlace& place) {
      return levels[(place.x & 7) + 8 * (place.y & 7) + 64 * (place.z & 7)];
    };
    for (Index c = before.brick_start[b]; c < before.brick_start[b + 1]; ++c)
      tally.split += level_at(is, before.places[c]) < before.places[c].level;
    for (Index c = after.brick_start[b]; c < after.brick_start[b + 1]; ++c)
      tally.merged += level_at(was, after.places[c]) < after.places[c].level;
  }
}

}  // namespace

Adaptive* OctreeBody::adaptive() { return cuts_->front ? this : nullptr; }

std::vector<Tunable> OctreeBody::tunables() const {
  std::vector<Tunable> all = ElasticBody::tunables();
  if (!cuts_->front) return all;
  // A slider over powers of ten begins above 0, which stands for no end: there are no more cells than voxels.
  const auto most = static_cast<double>(rest().grid.voxels.inside_count());
  const Index budget = cuts_->front->params().most_cells;
  all.push_back({.name = kBudget,
                 .unit = "",
                 .value = budget == 0 ? most : std::min<double>(budget, most),
                 .least = 1,
                 .most = most,
                 .logarithmic = true,
                 .whole = true});
  return all;
}

void OctreeBody::tune(const std::string& name, double value) {
  if (!cuts_->front || name != kBudget) return ElasticBody::tune(name, value);
  require_tunable(tunables(), name, value, fmt::format("body '{}'", this->name()));
  cuts_->front->set_budget(static_cast<Index>(value));
}

OctreeFrontTally OctreeBody::front_tally() const { return cuts_->tally; }

bool OctreeBody::adapt(double dt, const MovingParts& moving, const JumpCheck& crosses) {
  if (!cuts_->front || !cuts_->front->is_due()) return false;
  CellFront& front = *cuts_->front;
  const OctreeBlueprint& blueprint = cuts_->blueprint;
  const OctreeGrid& old = rest().grid;
  const NodeState& state = stepper().state();
  Box3 shape, here;
  for (const Vec3& p : rest().positions) shape.extend(p);
  for (const Vec3& p : parts().positions(state.u)) here.extend(placement().point(p));
  const NearParts is_near(placement(), here.inflated(kReach * here.longest_side()), moving,
                          (front.params().every + kMoreSteps) * dt);
  CellWishes wishes =
      front.next(old, parts().materials(), state.u, shape.longest_side(), is_near,
                 [&](const CellWishes& wished) { return blueprint.design().cell_count(old.voxels, wished); });
  if (wishes == blueprint.wishes()) return false;
  return change_cells(std::move(wishes), crosses);
}

// Cells that are split leave the field as it is, and cells that are merged change it. A surface that crosses something
// by that would stay entangled, so that such cells stay as they are.
bool OctreeBody::change_cells(CellWishes wishes, const JumpCheck& crosses) {
  constexpr int kAttempts = 3;  // the last one merges nothing
  OctreeBlueprint& blueprint = cuts_->blueprint;
  const OctreeParts& before = parts().parts();
  const OctreeGrid& old = before.rest.grid;
  const NodeState& moving = stepper().state();
  std::shared_ptr<const OctreeParts> next;
  NodeState state;
  double jump = 0;
  for (int attempt = 1;; ++attempt) {
    next = blueprint.parts(old.voxels, wishes);
    const OctreeGrid& grid = next->rest.grid;
    if (grid.cells.places == old.cells.places) {
      blueprint.keep(std::move(wishes));
      return false;
    }
    const VertexTransfer transfer(grid.voxels, old.cells, old.vertices, grid.cells, grid.vertices);
    state = {transfer(moving.u), transfer(moving.v)};
    if (!moving.a.empty()) state.a = transfer(moving.a);
    const UnsetBlockVector<double> moved = field_at(old, grid, state.u);
    jump = largest_jump(moving.u, moved);
    if (attempt == kAttempts) break;
    std::vector<char> kept = unknowns_that_cross(*contact_side(), parts().positions(moved), crosses);
    if (kept.empty()) break;
    if (attempt + 1 == kAttempts) std::ranges::fill(kept, 1);
    keep_cells(old, kept, wishes);
    if (cuts_->front) cuts_->front->wait_again(wishes);
  }
  const OctreeGrid& grid = next->rest.grid;
  const PieceMomenta momenta(before, parts().materials(), moving);
  const std::vector<CellRotation> turned = parts().system().rotations(),
                                  rotations = rotations_after(turned, old, grid, nullptr);
  OctreeFrontTally tally = cuts_->tally;
  count_changes(old.cells, grid.cells, tally);
  tally.jump = std::max(tally.jump, jump);
  // Other cells have another energy at the same displacements, unless there are none.
  StepProgress progress = stepper().progress();
  const auto is_zero = [](const Block3<double>& x) { return to_vec3(x) == Vec3{}; };
  if (!std::ranges::all_of(moving.u, is_zero) || !std::ranges::all_of(moving.v, is_zero))
    progress.energy_budget.reset();
  replace(std::move(next), turned, [&] {
    tally.momentum_given =
        std::max(tally.momentum_given, momenta.restore(parts().parts(), parts().materials(), state));
    stepper().take_over(progress, std::move(state));
    parts().system().set_rotations(rotations);
  });
  blueprint.keep(std::move(wishes));
  cuts_->tally = tally;
  return true;
}

}  // namespace sinew
