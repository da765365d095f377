#pragma once

#include <filesystem>

#include "mesh/mesh_file.h"

namespace sinew {

// What every file must hold whatever its format: at least one face or element, only finite coordinates, and
// only indices of vertices that are there. Throws an Error that names the first offender and counts the
// others. Readers need not check these themselves, as long as they do not follow an index.
void require_sound(const MeshFile& file, const std::filesystem::path& path);

}  // namespace sinew
