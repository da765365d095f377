#pragma once

#include <filesystem>

#include "mesh/mesh_file.h"

namespace sinew {

// What every mesh must hold: only finite coordinates, and only indices of vertices that are there. Throws an
// Error that names the first offender and counts the others.
void require_sound(const SurfaceMesh& surface);
// That, and no triangle without area: what a sheet must hold, whose triangles are elements.
void require_sound_sheet(const SurfaceMesh& sheet);

// The same for what a reader found, whatever its format, and at least one face or element. Readers need not
// check these themselves, as long as they do not follow an index. `path` is for messages.
void require_sound(const MeshFile& file, const std::filesystem::path& path);

}  // namespace sinew
