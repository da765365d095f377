#pragma once

#include <filesystem>
#include <string_view>

#include "mesh/surface_columns.h"

namespace sinew {

// One reader per file format, over the whole file in memory. `path` is for messages and, if a format spreads
// over several files (TetGen, glTF with external buffers), to find the others. Called by read_mesh, which
// also checks what they return (mesh_check.h).
using FormatReader = MeshFile (*)(std::string_view bytes, const std::filesystem::path& path);

MeshFile read_obj(std::string_view bytes, const std::filesystem::path& path);
MeshFile read_ply(std::string_view bytes, const std::filesystem::path& path);
SurfaceWithColumns read_ply_with_columns(std::string_view bytes, const std::filesystem::path& path);
MeshFile read_stl(std::string_view bytes, const std::filesystem::path& path);
MeshFile read_off(std::string_view bytes, const std::filesystem::path& path);
MeshFile read_gltf(std::string_view bytes, const std::filesystem::path& path);
MeshFile read_gmsh(std::string_view bytes, const std::filesystem::path& path);
MeshFile read_medit(std::string_view bytes, const std::filesystem::path& path);
MeshFile read_tetgen(std::string_view bytes, const std::filesystem::path& path);
MeshFile read_vtk(std::string_view bytes, const std::filesystem::path& path);
MeshFile read_vtu(std::string_view bytes, const std::filesystem::path& path);

}  // namespace sinew
