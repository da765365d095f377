#include "sinew/mesh/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/lower_case.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/format_sniffer.h"
#include "mesh/formats/format_writers.h"
#include "mesh/mesh_check.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

struct KnownExtension {
  std::string_view extension;
  MeshFormat format;
  std::string_view name;
  FormatReader read;
};
// The first extension of each format is the one proposed in messages.
constexpr std::array<KnownExtension, 14> kReaders = {{{".obj", MeshFormat::kObj, "OBJ", read_obj},
                                                      {".ply", MeshFormat::kPly, "PLY", read_ply},
                                                      {".stl", MeshFormat::kStl, "STL", read_stl},
                                                      {".off", MeshFormat::kOff, "OFF", read_off},
                                                      {".coff", MeshFormat::kOff, "OFF", read_off},
                                                      {".noff", MeshFormat::kOff, "OFF", read_off},
                                                      {".gltf", MeshFormat::kGltf, "glTF", read_gltf},
                                                      {".glb", MeshFormat::kGltf, "glTF", read_gltf},
                                                      {".msh", MeshFormat::kGmsh, "Gmsh", read_gmsh},
                                                      {".mesh", MeshFormat::kMedit, "Medit", read_medit},
                                                      {".node", MeshFormat::kTetgen, "TetGen", read_tetgen},
                                                      {".ele", MeshFormat::kTetgen, "TetGen", read_tetgen},
                                                      {".vtk", MeshFormat::kVtk, "VTK legacy", read_vtk},
                                                      {".vtu", MeshFormat::kVtu, "VTU", read_vtu}}};

using SurfaceWriter = std::string (*)(const SurfaceMesh&);
using VolumeWriter = std::string (*)(const VolumeMesh&);
template <typename Writer>
struct WrittenExtension {
  std::string_view extension;
  Writer bytes;
};
constexpr std::array<WrittenExtension<SurfaceWriter>, 3> kSurfaceWriters = {
    {{".obj", obj_bytes}, {".ply", ply_bytes}, {".stl", stl_bytes}}};
constexpr std::array<WrittenExtension<VolumeWriter>, 2> kVolumeWriters = {
    {{".vtu", vtu_bytes}, {".msh", gmsh_bytes}}};

std::string extension_of(const fs::path& path) { return lower_case(path.extension().string()); }

template <typename Table>
const auto& find_extension(const Table& table, const fs::path& path, std::string_view complaint,
                           std::string_view use) {
  const std::string extension = extension_of(path);
  std::string known;
  for (const auto& entry : table) {
    if (entry.extension == extension) return entry;
    known += fmt::format(" {}", entry.extension);
  }
  throw Error(extension.empty() ? "the name has no extension to tell the format"
                                : fmt::format("{} '{}'", complaint, extension),
              path.string(), fmt::format("{}:{}", use, known));
}

const auto& surface_writer(const fs::path& path) {
  return find_extension(kSurfaceWriters, path, "no surface is written as", "surfaces are written as");
}
const auto& volume_writer(const fs::path& path) {
  return find_extension(kVolumeWriters, path, "no volume is written as", "volumes are written as");
}

// A file under the wrong name is refused by that name rather than guessed at: what follows in a pipeline
// would trip over it too.
void require_content(MeshFormat content, const KnownExtension& named, const fs::path& path) {
  if (content == MeshFormat::kUnknown || content == named.format) return;
  const auto actual = std::find_if(kReaders.begin(), kReaders.end(),
                                   [&](const KnownExtension& known) { return known.format == content; });
  throw Error(fmt::format("holds {} data, not {}", actual->name, named.name), path.string(),
              fmt::format("rename it to {}",
                          fs::path(path).replace_extension(actual->extension).filename().string()));
}

}  // namespace

MeshFile read_mesh(const fs::path& path) {
  require_file(path);
  const KnownExtension& format = find_extension(kReaders, path, "unknown extension", "sinew reads");
  const std::string bytes = read_file(path);
  require_content(sniff_format(bytes), format, path);
  MeshFile file = format.read(bytes, path);
  require_sound(file, path);
  return file;
}

bool is_mesh_name(const fs::path& path) {
  const std::string extension = extension_of(path);
  return std::ranges::any_of(kReaders, [&](const auto& known) { return known.extension == extension; });
}

void write_surface(const fs::path& path, const SurfaceMesh& mesh) {
  write_file(path, surface_writer(path).bytes(mesh));
}

void write_volume(const fs::path& path, const VolumeMesh& mesh) {
  write_file(path, volume_writer(path).bytes(mesh));
}

void write_sheet(const fs::path& path, const SurfaceMesh& mesh, const std::vector<Field>& vertex_fields,
                 const std::vector<Field>& triangle_fields) {
  if (extension_of(path) != ".vtu")
    throw Error("a surface with values is not written as this", path.string(), "name a .vtu file");
  write_file(path, vtu_bytes(mesh, vertex_fields, triangle_fields));
}

void require_surface_format(const fs::path& path) { surface_writer(path); }

void require_volume_format(const fs::path& path) { volume_writer(path); }

}  // namespace sinew
