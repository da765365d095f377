#pragma once

#include <cstdint>

#include "elastic/rotation.h"
#include "linalg/block_vector.h"
#include "sinew/body/body.h"

namespace sinew {

// Conversions between the data of a body and the named arrays of its state.

StateArray state_array(std::string name, std::span<const Block3<double>> x);
StateArray state_array(std::string name, std::span<const Quaternion> rotations);

// The array of that name. Throws Error if it is missing, has another size, or has values that are not finite.
const std::vector<double>& find_array(const BodyState& state, std::string_view name, const std::string& body);
const std::vector<double>& find_array(const BodyState& state, std::string_view name, std::size_t size,
                                      const std::string& body);

// Converts `value` to an integer from `low` to `high`, which must be exact as doubles. Throws Error, naming
// the array, for any other value: a state may come from a file that was written by hand.
std::int64_t whole_number(double value, std::int64_t low, std::int64_t high, std::string_view name,
                          const std::string& body);

UnsetBlockVector<double> blocks_of(std::span<const double> values);
std::vector<Quaternion> quaternions_of(std::span<const double> values);

}  // namespace sinew
