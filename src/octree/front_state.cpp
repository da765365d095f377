#include "octree/front_state.h"

#include <fmt/format.h>

#include "body/state_arrays.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr const char *kWishes = "cell wishes", *kWaiting = "waiting blocks",
                     *kSteps = "steps since cells changed";
constexpr std::size_t kNumbersOfWaiting = 3;  // brick, block, how long
constexpr std::int64_t kMost = 1 << 30;

}  // namespace

void add_front(const CellFront& front, const CellWishes& wishes, BodyState& state) {
  StateArray waiting{kWaiting, {}};
  for (const auto& [block, waited] : front.waiting())
    waiting.values.insert(waiting.values.end(), {double(block.first), double(block.second), double(waited)});
  state.push_back({kWishes, wishes.numbers()});
  state.push_back(std::move(waiting));
  state.push_back({kSteps, {double(front.steps())}});
}

CellWishes restored_front(const BodyState& state, const LinkedVoxels& voxels, const std::string& body,
                          CellFront& front) {
  const std::size_t bricks = voxels.bricks().size();
  const std::vector<double>& wishes = find_array(state, kWishes, CellWishes::kNumbers * bricks, body);
  for (std::size_t k = 0; k < wishes.size(); ++k)
    whole_number(wishes[k], 0, k % CellWishes::kNumbers < 2 ? (std::int64_t{1} << 32) - 1 : 511, kWishes,
                 body);
  const std::vector<double>& numbers = find_array(state, kWaiting, body);
  if (numbers.size() % kNumbersOfWaiting != 0)
    throw Error(fmt::format("the '{}' of body '{}' are {} numbers, not {} each", kWaiting, body,
                            numbers.size(), kNumbersOfWaiting));
  CellFront::Waiting waiting;
  for (std::size_t k = 0; k < numbers.size(); k += kNumbersOfWaiting) {
    const auto whole = [&](std::size_t i, std::int64_t most) {
      return whole_number(numbers[k + i], 0, most, kWaiting, body);
    };
    const auto brick = static_cast<Index>(whole(0, static_cast<std::int64_t>(bricks) - 1));
    waiting[{brick, static_cast<int>(whole(1, CellWishes::kBlocks - 1))}] = static_cast<int>(whole(2, kMost));
  }
  const std::int64_t steps = whole_number(find_array(state, kSteps, 1, body)[0], 0, kMost, kSteps, body);
  front.restore(std::move(waiting), static_cast<int>(steps));
  return CellWishes::of_numbers(wishes);
}

}  // namespace sinew
