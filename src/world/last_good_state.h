#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace sinew {

// What to tell people where a body could not be stepped: what may help, and where `save` has left the world,
// which is at `step`, the last good one. `save` returns the path of the checkpoint; where it throws Error,
// the text says why nothing was saved.
std::string advice_after_failure(double dt, std::int64_t step,
                                 const std::function<std::filesystem::path()>& save);

}  // namespace sinew
