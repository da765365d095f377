#include "world/last_good_state.h"

#include <fmt/format.h>

#include "sinew/base/error.h"

namespace sinew {

std::string advice_after_failure(double dt, std::int64_t step,
                                 const std::function<std::filesystem::path()>& save) {
  const std::string advice = fmt::format(
      "try a smaller time step (it is {:.6g} s), backward Euler, more damping or more solver cycles", dt);
  try {
    return fmt::format("{}\n  the last good state, step {}, is in {}", advice, step, save().string());
  } catch (const Error& error) {
    return fmt::format("{}\n  the last good state could not be saved: {}", advice, error.what());
  }
}

}  // namespace sinew
