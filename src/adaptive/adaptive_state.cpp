#include <fmt/format.h>

#include <algorithm>

#include "adaptive/adaptive_step.h"
#include "body/state_arrays.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr const char* kFront = "front";

std::string of_level(const char* what, int l) { return fmt::format("{} of level {}", what, l); }

}  // namespace

// Errors and contact loads are used within the step alone.
void AdaptiveStep::add_to_state(BodyState& state) const {
  state.push_back({kFront, front_.saved()});
  for (int l = 0; l < rest_.count(); ++l) {
    state.push_back(state_array(of_level("displacement", l), levels_[l].u));
    state.push_back(state_array(of_level("velocity", l), levels_[l].v));
    state.push_back({of_level("calm", l), levels_[l].calm});
    state.push_back(state_array(of_level("rotations", l), operators_[l].kept_axes()));
  }
}

void AdaptiveStep::restore(const BodyState& state, const std::string& body) {
  struct Restored {
    UnsetBlockVector<double> u, v;
    std::vector<double> calm;
    std::vector<Quaternion> axes;
  };
  std::vector<Restored> restored;
  for (int l = 0; l < rest_.count(); ++l) {
    const std::size_t nodes = rest_.levels[l].elements.positions.size();
    const std::size_t elements = rest_.levels[l].elements.elements.size();
    restored.push_back({blocks_of(find_array(state, of_level("displacement", l), 3 * nodes, body)),
                        blocks_of(find_array(state, of_level("velocity", l), 3 * nodes, body)),
                        find_array(state, of_level("calm", l), nodes, body),
                        quaternions_of(find_array(state, of_level("rotations", l), 4 * elements, body))});
  }
  std::size_t marks = 0;
  for (const LevelRest& level : rest_.levels) marks += level.elements.positions.size();
  if (!front_.restore(find_array(state, kFront, marks, body)))
    throw Error(fmt::format("the state of body '{}' has a front that breaks its own rules", body), "",
                "it was damaged, or saved by another version");
  for (int l = 0; l < rest_.count(); ++l) {
    std::ranges::copy(restored[l].u, levels_[l].u.begin());
    std::ranges::copy(restored[l].v, levels_[l].v.begin());
    levels_[l].calm = std::move(restored[l].calm);
    operators_[l].set_kept_axes(std::move(restored[l].axes));
  }
  cycle_.front_changed();
}

}  // namespace sinew
