#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "sinew/world/world.h"

namespace sinew {

// The name that a run gives its checkpoints: FOLDER/checkpoint_00000120.sinew.
std::filesystem::path checkpoint_path(const std::filesystem::path& folder, std::int64_t step);

// Removes the checkpoints of a folder up to `step`, except that of `step` and the newest of those whose step
// `every` divides, `kept` in all. Checkpoints in between (a run was stopped there) do not count, so that a
// resumed run keeps the same ones as a run that was never interrupted. If `every` is 0, all count. Later ones
// stay: they belong to a run that came farther.
void remove_old_checkpoints(const std::filesystem::path& folder, std::int64_t step, int kept,
                            std::int64_t every = 0);

// The advice to users after a step failed: what may help, and where `save` has saved the world, which is at
// `step`, the last good one. `save` returns the path of the checkpoint; if it throws Error, the text says why
// nothing was saved.
std::string advice_after_failure(double dt, std::int64_t step,
                                 const std::function<std::filesystem::path()>& save);

}  // namespace sinew
