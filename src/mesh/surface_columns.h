#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "sinew/mesh/mesh_file.h"

namespace sinew {

// Numbers beside the vertices of a surface, one for each.
struct SurfaceColumn {
  enum class Type { kByte, kInt, kFloat };
  std::string name;
  Type type = Type::kFloat;  // in the file
  std::vector<double> values;
};

// Writes a surface with such columns to a .ply, as additional properties of vertices. Comments are lines of
// its header. Faces get no properties, because meshio then cannot read a binary file.
void write_surface(const std::filesystem::path& path, const SurfaceMesh& mesh,
                   std::span<const SurfaceColumn> columns, std::span<const std::string> comments = {});

struct SurfaceWithColumns {
  MeshFile file;                      // all properties of its vertices are vertex_fields of one component
  std::vector<std::string> comments;  // of its header
};
// Reads a .ply with all properties of its vertices. Throws Error as read_mesh does.
SurfaceWithColumns read_surface_with_columns(const std::filesystem::path& path);

}  // namespace sinew
