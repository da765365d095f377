#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/mesh/surface_mesh.h"
#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// The content of a mesh file, as it is: without welding, repair or renumbering. Polygons are split into
// triangles.
struct MeshFile {
  std::string format;                 // for people: "OBJ", "Gmsh 4.1 binary"
  SurfaceMesh surface;                // empty unless the file has faces (also of a volume file)
  VolumeMesh volume;                  // empty unless the file has tetrahedra or hexahedra
  Index polygons = 0;                 // faces of more than three corners, each split into triangles
  std::vector<std::string> warnings;  // what was skipped, with counts
  // Values of a surface that does not belong to a volume.
  std::vector<Field> vertex_fields{}, triangle_fields{};

  bool is_volume() const { return volume.element_count() > 0; }
};

// Reads any format that sinew knows (docs/formats.md), chosen by the file's name and checked against its
// content. Throws Error, naming file and line or byte, if the file is not a valid one of that format.
MeshFile read_mesh(const std::filesystem::path& path);
// Whether read_mesh knows the extension of the name.
bool is_mesh_name(const std::filesystem::path& path);

// Writes the format that the extension names: .obj .ply .stl; .vtu .msh for volumes. The file appears
// under its name only when it is complete. Throws Error if the extension is unknown or the file cannot be
// written.
void write_surface(const std::filesystem::path& path, const SurfaceMesh& mesh);
void write_volume(const std::filesystem::path& path, const VolumeMesh& mesh);

// Writes a surface with values at its vertices and triangles, as a sheet of a simulation has them: .vtu.
void write_sheet(const std::filesystem::path& path, const SurfaceMesh& mesh,
                 const std::vector<Field>& vertex_fields, const std::vector<Field>& triangle_fields);

// Throws the Error about the extension that writing would throw. Call it before long work.
void require_surface_format(const std::filesystem::path& path);
void require_volume_format(const std::filesystem::path& path);

// The units of length that a scene may use.
struct LengthUnit {
  std::string_view name;
  double metres;
};
constexpr LengthUnit kLengthUnits[] = {{"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}};

// 0 if the name is unknown.
constexpr double metres_per(std::string_view unit) {
  for (const LengthUnit& known : kLengthUnits)
    if (known.name == unit) return known.metres;
  return 0;
}
// The unit that has this many metres; metres if there is none.
constexpr LengthUnit unit_of(double metres) {
  for (const LengthUnit& known : kLengthUnits)
    if (known.metres == metres) return known;
  return kLengthUnits[0];
}

}  // namespace sinew
