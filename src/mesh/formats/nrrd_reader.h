#pragma once

#include <filesystem>
#include <string_view>

#include "sinew/mesh/scalar_volume.h"

namespace sinew {

// Over the whole file in memory. `path` is for messages, and to find the data of a detached header beside it.
ScalarVolume read_nrrd(std::string_view bytes, const std::filesystem::path& path);

}  // namespace sinew
