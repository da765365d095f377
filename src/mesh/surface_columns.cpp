#include "mesh/surface_columns.h"

#include "base/file.h"
#include "base/lower_case.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/format_writers.h"
#include "mesh/mesh_check.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

void require_ply(const fs::path& path) {
  if (lower_case(path.extension().string()) != ".ply")
    throw Error("a surface with columns is kept as .ply alone", path.string(), "name a .ply file");
}

}  // namespace

void write_surface(const fs::path& path, const SurfaceMesh& mesh, std::span<const SurfaceColumn> columns,
                   std::span<const std::string> comments) {
  require_ply(path);
  write_file(path, ply_bytes(mesh, columns, comments));
}

SurfaceWithColumns read_surface_with_columns(const fs::path& path) {
  require_file(path);
  require_ply(path);
  SurfaceWithColumns surface = read_ply_with_columns(read_file(path), path);
  require_sound(surface.file, path);
  return surface;
}

}  // namespace sinew
