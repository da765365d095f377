#include "playback/recorded_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "body/frame_elements.h"
#include "embed/binding.h"
#include "playback/cell_boundary.h"
#include "record/seen_surface.h"
#include "sinew/base/error.h"
#include "sinew/record/recorder.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

template <typename Read>
auto read_by(const Read& read, const fs::path& path) {
  try {
    return read(path);
  } catch (const Error& error) {
    throw Error(fmt::format("a recorded frame cannot be played: {}", error.problem()), error.where(),
                kRecordAgain);
  }
}

MeshFile read_frame_file(const fs::path& path) { return read_by(read_mesh, path); }
RecordedSurface read_seen(const fs::path& path) { return read_by(read_recorded_surface, path); }

const std::vector<Vec3>& positions_of(const MeshFile& mesh) {
  return mesh.is_volume() ? mesh.volume.positions : mesh.surface.positions;
}

// The values of that name; nullptr if there are none with this many components.
const std::vector<double>* find_values(const std::vector<Field>& fields, std::string_view name,
                                       int components) {
  for (const Field& field : fields)
    if (field.name == name && field.components == components) return &field.values;
  return nullptr;
}

const std::vector<double>* node_values_of(const MeshFile& mesh, std::string_view name, int components) {
  return find_values(mesh.is_volume() ? mesh.volume.node_fields : mesh.vertex_fields, name, components);
}

std::vector<Vec3> vectors(const std::vector<double>& values) {
  std::vector<Vec3> all(values.size() / 3);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
  return all;
}

std::vector<Vec3> rest_positions(const MeshFile& mesh, const fs::path& path) {
  std::vector<Vec3> rest = positions_of(mesh);
  const auto* moved = node_values_of(mesh, "displacement", 3);
  if (moved == nullptr)
    throw Error("the frame has no displacement of its nodes", path.string(), kRecordAgain);
  const std::vector<Vec3> displacements = vectors(*moved);
  for (std::size_t v = 0; v < rest.size(); ++v) rest[v] -= displacements[v];
  if (!std::all_of(rest.begin(), rest.end(), is_finite))
    throw Error("the displacement of a node is not finite", path.string(), kRecordAgain);
  return rest;
}

// A level is a small number.
std::vector<std::uint8_t> levels_of(const std::vector<double>& values, const fs::path& path) {
  if (!std::all_of(values.begin(), values.end(), [](double level) { return level >= 0 && level <= 255; }))
    throw Error("the level of a cell is not between 0 and 255", path.string(), kRecordAgain);
  return {values.begin(), values.end()};
}

// A surface, and how it follows the nodes.
struct ShownSurface {
  FrameSurface surface;
  Embedding embedding;
};

ShownSurface boundary_of(const FrameElements& elements) {
  SurfaceMesh boundary{elements.rest_positions, elements.triangles};
  if (!elements.tetrahedra.empty())
    boundary = boundary_surface({elements.rest_positions, elements.tetrahedra, {}, {}, {}});
  if (!elements.hexahedra.empty()) boundary.triangles = cell_boundary(elements);
  Embedding embedding = embed_in_own_nodes(boundary);
  return {{std::move(boundary), {}}, std::move(embedding)};
}

// For files that do not say which elements move the surface: takes those that contain it. The weights of a
// point in its element are the same at rest and deformed.
ShownSurface surface_by_place(const FrameElements& elements, const std::vector<Vec3>& positions,
                              SurfaceMesh seen) {
  Embedding embedding =
      elements.tetrahedra.empty()
          ? bind_to_triangles({positions, elements.triangles}, seen.positions)
          : bind_to_tetrahedra({positions, elements.tetrahedra, {}, {}, {}}, seen.positions);
  seen.positions = embedded_positions(embedding, elements.rest_positions);
  return {{std::move(seen), {}}, std::move(embedding)};
}

bool tells_elements(const RecordedSurface& surface) {
  return !surface.rest.empty() && !surface.elements.empty() && std::ranges::count(surface.elements, -1) == 0;
}

// An earlier run may have left a surface of this name, but of other nodes.
ShownSurface surface_as_told(const FrameElements& elements, const std::vector<Vec3>& positions,
                             RecordedSurface surface) {
  constexpr double kElsewhere = 0.01;  // in sizes of the surface
  Embedding embedding = bind_to_elements(elements, surface.rest, surface.elements);
  const std::vector<Vec3> moved = embedded_positions(embedding, positions);
  const double most = kElsewhere * bounding_box(surface.seen).diagonal();
  for (std::size_t v = 0; v < moved.size(); ++v)
    if (!(distance(moved[v], surface.seen.positions[v]) <= most))
      throw Error(fmt::format("vertex {} is not where its element moves it", v));
  return {{{std::move(surface.rest), std::move(surface.seen.triangles)}, std::move(surface.cuts)},
          std::move(embedding)};
}

FrameTopology surface_alone(RecordedSurface surface) {
  FrameElements elements;
  elements.rest_positions = surface.rest.empty() ? surface.seen.positions : std::move(surface.rest);
  FrameSurface shown{{elements.rest_positions, std::move(surface.seen.triangles)}, std::move(surface.cuts)};
  Embedding embedding = embedding_on_own_nodes(shown.mesh.vertex_count());
  return make_topology(std::move(shown), std::move(embedding), std::move(elements));
}

bool is_element_file(const fs::path& path) { return path.extension() == ".vtu"; }

bool has_elements_of(const FrameElements& elements, const MeshFile& mesh) {
  if (elements.rest_positions.size() != positions_of(mesh).size()) return false;
  return mesh.is_volume()
             ? elements.tetrahedra == mesh.volume.tetrahedra && elements.hexahedra == mesh.volume.hexahedra
             : elements.triangles == mesh.surface.triangles;
}

FrameElements elements_of(const MeshFile& mesh, std::vector<Vec3> rest, const fs::path& file) {
  FrameElements elements;
  elements.rest_positions = std::move(rest);
  elements.tetrahedra = mesh.volume.tetrahedra;
  elements.hexahedra = mesh.volume.hexahedra;
  if (const auto* levels = find_values(mesh.volume.element_fields, "level", 1))
    elements.levels = levels_of(*levels, file);
  if (!mesh.is_volume()) elements.triangles = mesh.surface.triangles;
  return elements;
}

}  // namespace

void RecordedBody::read(std::int64_t step, BodyFrame& frame) {
  frame.body = name_;
  const bool elements = is_element_file(series_.files.at(step));
  if (topology_.elements == nullptr && step != first_step_) {
    BodyFrame unused;
    elements ? read_elements(first_step_, unused) : read_surface(first_step_, unused);
  }
  elements ? read_elements(step, frame) : read_surface(step, frame);
  frame.topology = topology_;
}

void RecordedBody::read_surface(std::int64_t step, BodyFrame& frame) {
  RecordedSurface surface = read_seen(series_.files.at(step));
  frame.positions = surface.seen.positions;
  frame.velocities.assign(frame.positions.size(), {});
  frame.stress.clear();
  if (topology_.elements == nullptr || !shows(topology_, frame.positions, surface))
    topology_ = surface_alone(std::move(surface));
}

void RecordedBody::read_elements(std::int64_t step, BodyFrame& frame) {
  const MeshFile mesh = read_frame_file(series_.files.at(step));
  frame.positions = positions_of(mesh);
  const auto* velocities = node_values_of(mesh, "velocity", 3);
  frame.velocities = velocities != nullptr ? vectors(*velocities) : std::vector<Vec3>(frame.positions.size());
  const auto* stress =
      find_values(mesh.is_volume() ? mesh.volume.element_fields : mesh.triangle_fields, "stress", 1);
  frame.stress.clear();
  if (stress != nullptr) frame.stress.assign(stress->begin(), stress->end());

  // What can be cut may get another surface over the same elements.
  const bool same = topology_.elements != nullptr && has_elements_of(*topology_.elements, mesh);
  if (same && mesh.volume.hexahedra.empty()) return;
  const fs::path& file = series_.files.at(step);
  std::vector<Vec3> rest = rest_positions(mesh, file);
  std::optional<RecordedSurface> surface = surface_beside(step);
  if (same && (!surface || shows(topology_, frame.positions, *surface))) return;
  topology_ =
      topology_of(step, std::make_shared<const FrameElements>(elements_of(mesh, std::move(rest), file)),
                  frame.positions, std::move(surface));
}

std::optional<RecordedSurface> RecordedBody::surface_beside(std::int64_t step) const {
  for (const char* extension : {".ply", ".obj"}) {
    const fs::path path =
        series_.files.at(step).parent_path() / frame_file_name(series_.stem, step, extension);
    if (fs::exists(path)) return read_seen(path);
  }
  return {};
}

FrameTopology RecordedBody::topology_of(std::int64_t step, std::shared_ptr<const FrameElements> elements,
                                        const std::vector<Vec3>& positions,
                                        std::optional<RecordedSurface> surface) {
  ShownSurface shown;
  if (surface && tells_elements(*surface)) {
    try {
      shown = surface_as_told(*elements, positions, std::move(*surface));
    } catch (const Error& error) {
      throw Error(fmt::format("its surface is of another frame: {}", error.problem()),
                  series_.files.at(step).string(), kRecordAgain);
    }
  } else if (surface && elements->hexahedra.empty()) {
    shown = surface_by_place(*elements, positions, std::move(surface->seen));
  } else {
    // Which side of a cut a point is on cannot be told by its place: cells are shown as they are.
    if (!elements->hexahedra.empty() && !std::exchange(warned_, true))
      log_warning("{}: its surface was not recorded, and its cells are drawn instead\n  {}", name_,
                  kRecordAgain);
    shown = boundary_of(*elements);
  }
  return {std::make_shared<const FrameSurface>(std::move(shown.surface)),
          std::make_shared<const Embedding>(std::move(shown.embedding)), std::move(elements), nullptr};
}

}  // namespace sinew
