#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "body/state_arrays.h"
#include "octree/cutting/stroke_tip_state.h"
#include "octree/front_state.h"
#include "octree/octree_cut.h"
#include "octree/octree_discretization.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr std::size_t kNumbersOfLink = 14;

void add_end(std::vector<double>& values, const LinkEnd& end) {
  values.insert(values.end(), {end.distance, end.normal[0], end.normal[1], end.normal[2], double(end.cut)});
}

constexpr std::string_view kLinks = "cut links";

LinkEnd end_of(std::span<const double> v, const std::string& body) {
  if (!std::all_of(v.begin(), v.begin() + 4, [](double x) { return std::abs(x) <= 2; }))
    throw Error(fmt::format("the '{}' of body '{}' have an invalid distance or normal", kLinks, body));
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

}  // namespace

BodyState OctreeBody::state() const {
  BodyState state = ElasticBody::state();
  state.push_back(array_of(changed_links(cuts_->blueprint.voxels(), rest().grid.voxels)));
  state.push_back({"cuts", {double(cuts_->count)}});
  state.push_back(state_array(cuts_->tips));
  if (cuts_->front) add_front(*cuts_->front, cuts_->blueprint.wishes(), state);
  return state;
}

void OctreeBody::restore(const BodyState& state) {
  const LinkedVoxels& whole = cuts_->blueprint.voxels();
  const auto count = static_cast<std::int32_t>(
      whole_number(find_array(state, "cuts", 1, name())[0], 0, kMostCuts, "cuts", name()));
  std::vector<StrokeTip> tips = stroke_tips_of(find_array(state, "stroke tips", name()), whole, name());
  std::optional<LinkedVoxels> voxels = whole;
  voxels->cut(links_of(find_array(state, kLinks, name()), name()));
  OctreeBlueprint& blueprint = cuts_->blueprint;
  std::optional<CellFront> front = cuts_->front;
  CellWishes wishes = front ? restored_front(state, whole, name(), *front) : CellWishes{};
  if (*voxels == rest().grid.voxels && wishes == blueprint.wishes()) {
    voxels.reset();
    ElasticBody::restore(state);
  } else {
    replace(blueprint.parts(std::move(*voxels), wishes), parts().system().rotations(),
            [&] { ElasticBody::restore(state); });
  }
  blueprint.keep(std::move(wishes));
  cuts_->front = std::move(front);
  cuts_->count = count;
  cuts_->tips = std::move(tips);
}

}  // namespace sinew
