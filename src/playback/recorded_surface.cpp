#include "playback/recorded_surface.h"

#include <algorithm>
#include <limits>

#include "playback/recorded_files.h"
#include "record/seen_surface.h"
#include "sinew/base/error.h"
#include "sinew/embed/embedding.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

// The values of the name, one for each of `count`; null if there are none.
const std::vector<double>* find_column(const std::vector<Field>& fields, std::string_view name,
                                       std::size_t count) {
  for (const Field& field : fields)
    if (field.name == name && field.values.size() == count) return &field.values;
  return nullptr;
}

std::vector<Vec3> rest_positions(const MeshFile& file) {
  std::vector<Vec3> rest = file.surface.positions;
  constexpr std::array<const char*, 3> kNames{"dx", "dy", "dz"};
  for (int axis = 0; axis < 3; ++axis) {
    const auto* moved = find_column(file.vertex_fields, kNames[axis], rest.size());
    if (moved == nullptr) return {};
    for (std::size_t v = 0; v < rest.size(); ++v) rest[v][axis] -= (*moved)[v];
  }
  return rest;
}

}  // namespace

RecordedSurface read_recorded_surface(const fs::path& path) {
  SurfaceWithColumns read;
  if (path.extension() == ".ply")
    read = read_surface_with_columns(path);
  else
    read.file = read_mesh(path);
  RecordedSurface surface;
  surface.rest = rest_positions(read.file);
  if (!std::ranges::all_of(surface.rest, is_finite))
    throw Error("the displacement of a vertex is not finite", path.string(), kRecordAgain);
  surface.seen = std::move(read.file.surface);
  const std::size_t vertices = surface.seen.positions.size(), triangles = surface.seen.triangles.size();
  if (const auto* elements = find_column(read.file.vertex_fields, "element", vertices))
    for (const double e : *elements)
      surface.elements.push_back(e >= 0 && e <= std::numeric_limits<Index>::max() ? static_cast<Index>(e)
                                                                                  : -1);
  surface.cuts = cuts_of_triangles(read.comments, triangles);
  return surface;
}

bool shows(const FrameTopology& topology, std::span<const Vec3> positions, const RecordedSurface& surface) {
  constexpr double kSame = 1e-5;  // in sizes of the surface
  if (topology.surface->mesh.triangles != surface.seen.triangles || topology.surface->cuts != surface.cuts)
    return false;
  const std::vector<Vec3> moved = embedded_positions(*topology.embedding, positions);
  if (moved.size() != surface.seen.positions.size()) return false;
  const double tolerance = kSame * bounding_box(surface.seen).diagonal();
  for (std::size_t v = 0; v < moved.size(); ++v)
    if (distance(moved[v], surface.seen.positions[v]) > tolerance) return false;
  return true;
}

}  // namespace sinew
