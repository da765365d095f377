#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "world/world.h"

namespace sinew {

// Saves the state of the world, bit for bit. The fingerprint (any text) says what scene the state belongs to.
// The file appears under its name only when it is complete, and on the disk.
void write_checkpoint(const std::filesystem::path& path, const World& world, const std::string& fingerprint);

// Puts the world into the saved state. Throws Error, and leaves the world as it was, for a file that is
// damaged, of another version, or of a scene with another fingerprint.
void read_checkpoint(const std::filesystem::path& path, World& world, const std::string& fingerprint);

// The name that a run gives its checkpoints: FOLDER/checkpoint_00000120.sinew.
std::filesystem::path checkpoint_path(const std::filesystem::path& folder, std::int64_t step);

// Removes the checkpoints of a folder up to `step`, but for that of `step` and for the newest of those that
// `every` divides, `kept` in all. One between (a run was stopped there) does not count, so that a resumed run
// keeps the same as one that was never interrupted. Where `every` is 0, all count. Later ones stay: they
// belong to a run that came farther.
void remove_old_checkpoints(const std::filesystem::path& folder, std::int64_t step, int kept,
                            std::int64_t every = 0);

}  // namespace sinew
