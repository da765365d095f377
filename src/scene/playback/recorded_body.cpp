#include "scene/playback/recorded_body.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "body/surface_nodes.h"
#include "scene/playback/cell_boundary.h"
#include "scene/recorder.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

MeshFile read_frame_file(const fs::path& path) {
  try {
    return read_mesh(path);
  } catch (const Error& error) {
    throw Error(fmt::format("a recorded frame cannot be played: {}", error.problem()), error.where(),
                kRecordAgain);
  }
}

const std::vector<Vec3>& positions_of(const MeshFile& mesh) {
  return mesh.is_volume() ? mesh.volume.positions : mesh.surface.positions;
}

// The values of the name; nullptr where there are none of so many components.
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

void show_boundary(FrameTopology& topology) {
  topology.surface = {topology.rest_positions, topology.triangles};
  if (!topology.tetrahedra.empty())
    topology.surface = boundary_surface({topology.rest_positions, topology.tetrahedra, {}, {}, {}});
  if (!topology.hexahedra.empty()) topology.surface.triangles = cell_boundary(topology);
  bind_surface_to_own_nodes(topology);
}

// The weights of a point in its element are the same whether at rest or deformed.
void show_surface(FrameTopology& topology, const std::vector<Vec3>& positions, SurfaceMesh seen) {
  topology.bindings = topology.tetrahedra.empty()
                          ? bind_to_triangles({positions, topology.triangles}, seen.positions)
                          : bind_to_tetrahedra({positions, topology.tetrahedra, {}, {}, {}}, seen.positions);
  topology.surface = {bound_positions(topology.bindings, topology.rest_positions), std::move(seen.triangles)};
}

FrameTopology surface_alone(const SurfaceMesh& surface) {
  FrameTopology topology;
  topology.rest_positions = surface.positions;
  topology.surface = surface;
  topology.bindings = bind_to_own_nodes(surface.vertex_count());
  return topology;
}

bool is_element_file(const fs::path& path) { return path.extension() == ".vtu"; }

}  // namespace

void RecordedBody::read(std::int64_t step, BodyFrame& frame) {
  if (!topology_ && step != first_step_)
    update_topology(first_step_, read_frame_file(series_.files.at(first_step_)));
  const MeshFile mesh = read_frame_file(series_.files.at(step));
  update_topology(step, mesh);

  frame.body = series_.stem;
  frame.topology = topology_;
  frame.positions = positions_of(mesh);
  const auto* velocities = node_values_of(mesh, "velocity", 3);
  frame.velocities = velocities != nullptr ? vectors(*velocities) : std::vector<Vec3>(frame.positions.size());
  const auto* stress =
      find_values(mesh.is_volume() ? mesh.volume.element_fields : mesh.triangle_fields, "stress", 1);
  frame.stress.clear();
  if (stress != nullptr) frame.stress.assign(stress->begin(), stress->end());
}

void RecordedBody::update_topology(std::int64_t step, const MeshFile& mesh) {
  const auto has_elements_of_mesh = [&](const FrameTopology& topology) {
    if (topology.rest_positions.size() != positions_of(mesh).size()) return false;
    if (mesh.is_volume())
      return topology.tetrahedra == mesh.volume.tetrahedra && topology.hexahedra == mesh.volume.hexahedra;
    const bool sheet = is_element_file(series_.files.at(step));
    return (sheet ? topology.triangles : topology.surface.triangles) == mesh.surface.triangles;
  };
  if (topology_ == nullptr || !has_elements_of_mesh(*topology_))
    topology_ = std::make_shared<const FrameTopology>(topology_of(step, mesh));
}

FrameTopology RecordedBody::topology_of(std::int64_t step, const MeshFile& mesh) const {
  const fs::path& file = series_.files.at(step);
  if (!is_element_file(file)) return surface_alone(mesh.surface);
  FrameTopology topology;
  topology.rest_positions = rest_positions(mesh, file);
  topology.tetrahedra = mesh.volume.tetrahedra;
  topology.hexahedra = mesh.volume.hexahedra;
  if (const auto* levels = find_values(mesh.volume.element_fields, "level", 1))
    topology.levels = levels_of(*levels, file);
  if (!mesh.is_volume()) topology.triangles = mesh.surface.triangles;
  // Which side of a cut a point of a recorded surface is on cannot be told: cells are shown as they are.
  for (const char* extension : {".ply", ".obj"}) {
    if (!topology.hexahedra.empty()) break;
    const fs::path seen = file.parent_path() / frame_file_name(series_.stem, step, extension);
    if (!fs::exists(seen)) continue;
    show_surface(topology, positions_of(mesh), read_frame_file(seen).surface);
    return topology;
  }
  show_boundary(topology);
  return topology;
}

}  // namespace sinew
