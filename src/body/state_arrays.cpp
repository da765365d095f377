#include "body/state_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr const char* kOther = "it comes from another scene or another mesh";

const std::vector<double>& require_finite(const StateArray& array, const std::string& body) {
  if (!std::all_of(array.values.begin(), array.values.end(), [](double x) { return std::isfinite(x); }))
    throw Error(
        fmt::format("the '{}' of body '{}' has values that are not finite numbers", array.name, body));
  return array.values;
}

}  // namespace

StateArray state_array(std::string name, std::span<const Block3<double>> x) {
  StateArray array{std::move(name), {}};
  array.values.reserve(3 * x.size());
  for (const Block3<double>& b : x) array.values.insert(array.values.end(), {b.x, b.y, b.z});
  return array;
}

StateArray state_array(std::string name, std::span<const Quaternion> rotations) {
  StateArray array{std::move(name), {}};
  array.values.reserve(4 * rotations.size());
  for (const Quaternion& q : rotations) array.values.insert(array.values.end(), {q.w, q.x, q.y, q.z});
  return array;
}

const std::vector<double>& find_array(const BodyState& state, std::string_view name,
                                      const std::string& body) {
  for (const StateArray& array : state)
    if (array.name == name) return require_finite(array, body);
  throw Error(fmt::format("the state of body '{}' has no '{}'", body, name), "", kOther);
}

const std::vector<double>& find_array(const BodyState& state, std::string_view name, std::size_t size,
                                      const std::string& body) {
  for (const StateArray& array : state)
    if (array.name == name && array.values.size() == size) return require_finite(array, body);
  throw Error(fmt::format("the state of body '{}' has no '{}' of {} numbers", body, name, size), "", kOther);
}

std::int64_t whole_number(double value, std::int64_t low, std::int64_t high, std::string_view name,
                          const std::string& body) {
  if (!(value >= static_cast<double>(low) && value <= static_cast<double>(high) &&
        value == std::floor(value)))
    throw Error(fmt::format("the '{}' of body '{}' has {} where a whole number from {} to {} belongs", name,
                            body, value, low, high));
  return static_cast<std::int64_t>(value);
}

UnsetBlockVector<double> blocks_of(std::span<const double> values) {
  UnsetBlockVector<double> x(values.size() / 3);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = {values[3 * i], values[3 * i + 1], values[3 * i + 2], 0};
  return x;
}

std::vector<Quaternion> quaternions_of(std::span<const double> values) {
  std::vector<Quaternion> all(values.size() / 4);
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = {values[4 * i], values[4 * i + 1], values[4 * i + 2], values[4 * i + 3]};
  return all;
}

}  // namespace sinew
