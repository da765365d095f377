#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/parallel.h"
#include "base/profile.h"
#include "body/state_arrays.h"
#include "octree/cutting/crossed_links.h"
#include "octree/cutting/stroke_tip_state.h"
#include "octree/grid/hanging_vertices.h"
#include "octree/grid/vertex_transfer.h"
#include "octree/octree_body_parts.h"

namespace sinew {

namespace {

constexpr std::size_t kNumbersOfLink = 14;
constexpr Index kBricks = 8, kVertices = 1024;  // of a parallel chunk

void add_end(std::vector<double>& values, const LinkEnd& end) {
  values.insert(values.end(), {end.distance, end.normal[0], end.normal[1], end.normal[2], double(end.cut)});
}

constexpr std::string_view kLinks = "cut links";

LinkEnd end_of(std::span<const double> v, const std::string& body) {
  if (!std::all_of(v.begin(), v.begin() + 4, [](double x) { return std::abs(x) <= 2; }))
    throw Error(
        fmt::format("the '{}' of body '{}' have a distance or a normal that cannot be", kLinks, body));
  return {static_cast<float>(v[0]),
          {static_cast<float>(v[1]), static_cast<float>(v[2]), static_cast<float>(v[3])},
          static_cast<std::int32_t>(whole_number(v[4], -1, kMostCuts, kLinks, body))};
}

StateArray array_of(const std::vector<CutLink>& links) {
  StateArray array{std::string(kLinks), {}};
  for (const auto& [voxel, axis, lower, upper] : links) {
    array.values.insert(array.values.end(),
                        {double(voxel.x), double(voxel.y), double(voxel.z), double(axis)});
    add_end(array.values, lower), add_end(array.values, upper);
  }
  return array;
}

std::vector<CutLink> links_of(std::span<const double> values, const std::string& body) {
  if (values.size() % kNumbersOfLink != 0)
    throw Error(fmt::format("the cut links of body '{}' are {} numbers, not {} each", body, values.size(),
                            kNumbersOfLink));
  std::vector<CutLink> links;
  for (std::size_t at = 0; at < values.size(); at += kNumbersOfLink) {
    const auto v = values.subspan(at, kNumbersOfLink);
    constexpr std::int64_t kFar = 1 << 30;
    const auto whole = [&](int i) {
      return static_cast<std::int32_t>(whole_number(v[i], -kFar, kFar, kLinks, body));
    };
    links.push_back({{whole(0), whole(1), whole(2)},
                     whole(3),
                     end_of(v.subspan(4, 5), body),
                     end_of(v.subspan(9, 5), body)});
  }
  return links;
}

StateArray array_of(std::span<const CellRotation> rotations) {
  StateArray array{"rotations", {}};
  array.values.reserve(4 * rotations.size());
  for (const auto& [w, x, y, z] : rotations) array.values.insert(array.values.end(), {w, x, y, z});
  return array;
}

std::vector<CellRotation> rotations_of(std::span<const double> values) {
  std::vector<CellRotation> rotations(values.size() / 4);
  const auto single = [&](std::size_t i) { return static_cast<float>(values[i]); };
  for (std::size_t c = 0; c < rotations.size(); ++c)
    rotations[c] = {single(4 * c), single(4 * c + 1), single(4 * c + 2), single(4 * c + 3)};
  return rotations;
}

// Leaves out what a blade in the place of an earlier cut sees nearer by rounding alone.
void drop_repeats(std::vector<CutLink>& links, const LinkedVoxels& voxels) {
  constexpr float kNearer = 1e-4F;
  const auto nearer = [](const LinkEnd& seen, const LinkEnd& before) {
    return seen.cut >= 0 && seen.distance < before.distance - kNearer;
  };
  std::erase_if(links, [&](const CutLink& link) {
    const Index known = voxels.find_cut_link(link.voxel, link.axis);
    if (known < 0) return false;
    const CutLink& before = voxels.cut_links()[known];
    return !nearer(link.lower, before.lower) && !nearer(link.upper, before.upper);
  });
}

// Searches for rotations start from those of the cells that were there.
std::vector<CellRotation> rotations_after(std::span<const CellRotation> old, const Cells& before,
                                          const Cells& after) {
  std::vector<CellRotation> rotations(after.places.size());
  parallel_for_each(after.in_brick.size(), kBricks, [&](Index b) {
    for (Index c = after.brick_start[b]; c < after.brick_start[b + 1]; ++c)
      rotations[c] = old[before.in(b, after.places[c].lower())];
  });
  return rotations;
}

Pull pull_of(const std::map<Index, double>& weights, const Pull& like) {
  Pull pull{{}, {}, like.target, like.stiffness};
  for (const auto& [node, weight] : weights) pull.nodes.push_back(node), pull.weights.push_back(weight);
  return pull;
}

}  // namespace

Pull by_unknowns(const Pull& pull, const Vertices& vertices) {
  std::map<Index, double> weights;
  for (std::size_t k = 0; k < pull.nodes.size(); ++k) {
    const Index v = pull.nodes[k];
    if (!vertices.hangs(v)) {
      weights[v] += pull.weights[k];
      continue;
    }
    const Index row = v - vertices.unknowns;
    for (Index at = vertices.row_start[row]; at < vertices.row_start[row + 1]; ++at)
      weights[vertices.row_vertex[at]] += double(vertices.row_weight[at]) * pull.weights[k];
  }
  return pull_of(weights, pull);
}

// A vertex lies in, or at a corner of, the cell around any voxel that it was a corner of.
Pull carried_over(const Pull& pull, const OctreeGrid& from, const OctreeGrid& to) {
  std::map<Index, double> weights;
  std::map<Index, double> left;
  for (std::size_t k = 0; k < pull.nodes.size(); ++k) left[pull.nodes[k]] = pull.weights[k];
  for (Index c = 0; c < from.cells.count() && !left.empty(); ++c)
    for (int i = 0; i < 8; ++i) {
      const auto found = left.find(from.vertices.corners[c][i]);
      if (found == left.end()) continue;
      const CellPlace& place = from.cells.places[c];
      const LatticePoint point = place.corner(i),
                         voxel = place.lower() + (place.side() - 1) * corner_offset(i);
      const Index cell = to.cells.at(to.voxels, voxel);
      const CellPlace& around = to.cells.places[cell];
      for (int j = 0; j < 8; ++j) {
        double weight = found->second;
        for (int axis = 0; axis < 3; ++axis) {
          const double t = double(point[axis] - around.lower()[axis]) / around.side();
          weight *= (j >> axis & 1) != 0 ? t : 1 - t;
        }
        if (weight != 0) weights[to.vertices.corners[cell][j]] += weight;
      }
      left.erase(found);
    }
  return pull_of(weights, pull);
}

std::vector<Vec3> OctreeBody::Parts::positions() const {
  std::vector<Vec3> positions(rest.positions.size());
  const Vertices& vertices = rest.grid.vertices;
  parallel_for_each(vertices.count(), kVertices, [&](Index v) {
    positions[v] = rest.positions[v] + value_at(vertices, v, stepper.state().u);
  });
  return positions;
}

bool OctreeBody::cut(const Blade& blade) {
  require_valid(blade, "");
  return cut_as(blade, cuts_ + 1);
}

bool OctreeBody::cut_as(const Blade& blade, std::int32_t cut) {
  const ProfileZone zone("cut");
  const OctreeGrid& old = rest().grid;
  std::vector<CutLink> links =
      crossed_links(old.voxels, old.cells, old.vertices, parts_->positions(), blade, cut);
  drop_repeats(links, old.voxels);
  if (links.empty()) return false;
  LinkedVoxels voxels = old.voxels;
  voxels.cut(links);
  OctreeRest next = rest_of(std::move(voxels));

  // Take the state over.
  const OctreeGrid& grid = next.grid;
  const VertexTransfer transfer(grid.voxels, old.cells, old.vertices, grid.cells, grid.vertices);
  NodeState state{transfer(parts_->stepper.state().u), transfer(parts_->stepper.state().v)};
  const std::vector<CellRotation> rotations =
      rotations_after(parts_->system->rotations(), old.cells, grid.cells);
  const StepProgress progress = parts_->stepper.progress();
  replace_parts(std::move(next), [&](Parts& parts) {
    parts.stepper.take_over(progress, std::move(state));
    parts.system->set_rotations(rotations);
  });
  cuts_ = std::max(cuts_, cut);
  return true;
}

// The old parts go before there are others, so that memory holds one solver at a time; what they can be made
// of again is kept meanwhile.
template <typename Finish>
void OctreeBody::replace_parts(OctreeRest rest, Finish&& finish) {
  std::vector<Pull> pulls;
  for (const Pull& pull : pulls_) pulls.push_back(carried_over(pull, parts_->rest.grid, rest.grid));
  LinkedVoxels voxels = std::move(parts_->rest.grid.voxels);
  const StepProgress progress = parts_->stepper.progress();
  NodeState state = parts_->stepper.release_state();
  const std::vector<CellRotation> rotations = parts_->system->rotations();
  parts_.reset();
  try {
    std::unique_ptr<Parts> next = made_of(std::move(rest));
    finish(*next);
    parts_ = std::move(next);
  } catch (...) {
    parts_ = made_of(rest_of(std::move(voxels)));
    parts_->stepper.take_over(progress, std::move(state));
    parts_->system->set_rotations(rotations);
    set_pulls(pulls_);
    throw;
  }
  set_pulls(std::move(pulls));
}

BodyState OctreeBody::state() const {
  BodyState state;
  parts_->stepper.add_to_state(state);
  state.push_back(array_of(parts_->system->rotations()));
  state.push_back(array_of(changed_links(model_.voxels, rest().grid.voxels)));
  state.push_back({"cuts", {double(cuts_)}});
  state.push_back(state_array(tips_));
  return state;
}

void OctreeBody::restore(const BodyState& state) {
  const std::vector<CutLink> links = links_of(find_array(state, kLinks, name_), name_);
  const auto cuts = static_cast<std::int32_t>(
      whole_number(find_array(state, "cuts", 1, name_)[0], 0, kMostCuts, "cuts", name_));
  std::vector<StrokeTip> tips = stroke_tips_of(find_array(state, "cut fronts", name_), model_.voxels, name_);
  LinkedVoxels voxels = model_.voxels;
  voxels.cut(links);
  const auto finish = [&](Parts& parts) {
    const auto& rotations = find_array(state, "rotations", 4 * parts.rest.grid.cells.places.size(), name_);
    parts.stepper.restore(state);
    parts.system->set_rotations(rotations_of(rotations));
  };
  if (voxels == rest().grid.voxels)
    finish(*parts_);
  else
    replace_parts(rest_of(std::move(voxels)), finish);
  cuts_ = cuts;
  tips_ = std::move(tips);
}

}  // namespace sinew
