#include <fmt/format.h>

#include "base/error.h"
#include "tet/tet_body.h"

namespace sinew {

namespace {

void add_to_state(BodyState& state, std::string name, std::span<const Block3<double>> x) {
  StateArray array{std::move(name), {}};
  for (const Block3<double>& b : x) array.values.insert(array.values.end(), {b.x, b.y, b.z});
  state.push_back(std::move(array));
}

const std::vector<double>& find_array(const BodyState& state, std::string_view name, std::size_t size,
                                      const std::string& body) {
  for (const StateArray& array : state)
    if (array.name == name && array.values.size() == size) return array.values;
  throw Error(fmt::format("the state of body '{}' has no '{}' of {} numbers", body, name, size), "",
              "it comes from another scene or another mesh");
}

BlockVector<double> blocks(const std::vector<double>& values) {
  BlockVector<double> x(values.size() / 3);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = {values[3 * i], values[3 * i + 1], values[3 * i + 2], 0};
  return x;
}

}  // namespace

BodyState TetBody::state() const {
  BodyState state;
  add_to_state(state, "displacement", state_.u);
  add_to_state(state, "velocity", state_.v);
  state.push_back({"time and inertia", {time_, inertia_}});
  StateArray rotations{"rotations", {}};
  for (const Quaternion& q : elastic_.rotations())
    rotations.values.insert(rotations.values.end(), {q.w, q.x, q.y, q.z});
  state.push_back(std::move(rotations));
  return state;
}

void TetBody::restore(const BodyState& state) {
  const std::size_t n = 3 * rest_.positions.size();
  State restored{blocks(find_array(state, "displacement", n, name_)),
                 blocks(find_array(state, "velocity", n, name_))};
  const auto& numbers = find_array(state, "time and inertia", 2, name_);
  const auto& quaternions = find_array(state, "rotations", 4 * elastic_.rotations().size(), name_);
  std::vector<Quaternion> rotations(elastic_.rotations().size());
  for (std::size_t e = 0; e < rotations.size(); ++e)
    rotations[e] = {quaternions[4 * e], quaternions[4 * e + 1], quaternions[4 * e + 2],
                    quaternions[4 * e + 3]};
  state_ = std::move(restored);
  time_ = numbers[0];
  inertia_ = numbers[1];
  elastic_.set_rotations(std::move(rotations));
}

}  // namespace sinew
