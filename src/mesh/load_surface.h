#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mesh/mesh_file.h"
#include "mesh/repair.h"

namespace sinew {

// The surface that a file stands for: its triangles, or the boundary of its elements where it holds a volume
// (triangles in a volume file are often element faces from the inside, or parts of the boundary).
SurfaceMesh surface_of(const MeshFile& file);

// Reads and repairs a surface. Warnings of the reader, repairs and assumptions are added to `notes`. Throws
// Error where the file cannot be read or has no triangles left.
SurfaceMesh load_surface(const std::filesystem::path& path, std::vector<std::string>& notes,
                         const RepairOptions& options = {});

}  // namespace sinew
