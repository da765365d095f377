#pragma once

#include <filesystem>

#include "sinew/mesh/mesh_file.h"

namespace sinew {

// Checks that all coordinates are finite and all vertex indices valid, as every mesh requires. Throws an
// Error that names the first fault and counts the others.
void require_sound(const SurfaceMesh& surface);
// Checks also that no triangle has zero area, as sheets require, whose triangles are elements.
void require_sound_sheet(const SurfaceMesh& sheet);

// The same for the result of a reader of any format; there must also be at least one face or element. Readers
// need not check this themselves, unless they dereference an index. `path` is for messages.
void require_sound(const MeshFile& file, const std::filesystem::path& path);

}  // namespace sinew
