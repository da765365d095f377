#include <fmt/format.h>

#include <algorithm>

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

// How far the vertices from before the change are from where the field after it has them, at most, m.
double jump_of(const OctreeGrid& before, std::span<const Block3<double>> u, const OctreeGrid& after,
               std::span<const Block3<double>> u_after) {
  const VertexTransfer back(before.voxels, after.cells, after.vertices, before.cells, before.vertices);
  const UnsetBlockVector<double> moved = back(u_after);
  double most = 0;
  for (std::size_t v = 0; v < moved.size(); ++v)
    most = std::max(most, norm(to_vec3(moved[v]) - to_vec3(u[v])));
  return most;
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

bool OctreeBody::adapt(double dt, const MovingParts& moving) {
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
  return change_cells(std::move(wishes));
}

bool OctreeBody::change_cells(CellWishes wishes) {
  OctreeBlueprint& blueprint = cuts_->blueprint;
  const OctreeParts& before = parts().parts();
  const OctreeGrid& old = before.rest.grid;
  std::shared_ptr<const OctreeParts> next = blueprint.parts(old.voxels, wishes);
  const OctreeGrid& grid = next->rest.grid;
  if (grid.cells.places == old.cells.places) {
    blueprint.keep(std::move(wishes));
    return false;
  }
  const NodeState& moving = stepper().state();
  const VertexTransfer transfer(grid.voxels, old.cells, old.vertices, grid.cells, grid.vertices);
  NodeState state{transfer(moving.u), transfer(moving.v)};
  if (!moving.a.empty()) state.a = transfer(moving.a);
  const PieceMomenta momenta(before, parts().materials(), moving);
  const std::vector<CellRotation> turned = parts().system().rotations(),
                                  rotations = rotations_after(turned, old, grid, nullptr);
  OctreeFrontTally tally = cuts_->tally;
  count_changes(old.cells, grid.cells, tally);
  tally.jump = std::max(tally.jump, jump_of(old, moving.u, grid, state.u));
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
