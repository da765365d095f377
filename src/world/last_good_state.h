#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace sinew {

// The advice to users after a step failed: what may help, and where `save` has saved the world, which is at
// `step`, the last good one. `save` returns the path of the checkpoint; if it throws Error, the text says why
// nothing was saved.
std::string advice_after_failure(double dt, std::int64_t step,
                                 const std::function<std::filesystem::path()>& save);

}  // namespace sinew
