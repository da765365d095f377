#pragma once

#include <string>

#include "mesh/surface_columns.h"

namespace sinew {

// One writer per file format: the bytes of the whole file. Called by write_surface and write_volume.
std::string obj_bytes(const SurfaceMesh& mesh);
// Binary, little endian.
std::string ply_bytes(const SurfaceMesh& mesh);
std::string ply_bytes(const SurfaceMesh& mesh, std::span<const SurfaceColumn> columns,
                      std::span<const std::string> comments);
std::string stl_bytes(const SurfaceMesh& mesh);  // binary
std::string vtu_bytes(const VolumeMesh& mesh);   // appended raw, zlib
std::string vtu_bytes(const SurfaceMesh& mesh, const std::vector<Field>& vertex_fields,
                      const std::vector<Field>& triangle_fields);
std::string gmsh_bytes(const VolumeMesh& mesh);  // 2.2 binary

}  // namespace sinew
