#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mesh/mesh_file.h"
#include "mesh/repair.h"

namespace sinew {

// The surface of a mesh file: its triangles or, if the file has a volume, the boundary of its elements
// (triangles in a volume file are often interior element faces, or parts of the boundary).
SurfaceMesh surface_of(const MeshFile& file);

// Reads and repairs a surface. Warnings of the reader, repairs and assumptions are added to `notes`. Throws
// Error if the file cannot be read or has no triangles left.
SurfaceMesh load_surface(const std::filesystem::path& path, std::vector<std::string>& notes,
                         const RepairOptions& options = {});

}  // namespace sinew
