// The C++ side of volume_exchange.py: writes volumes for other programs to read, and tells as JSON what it
// reads from theirs.
#include <fmt/ranges.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <string>

#include "base/file.h"
#include "base/random.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/format_writers.h"
#include "mesh/mesh_check.h"
#include "mesh/pvd_series.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

// A row of `cells` cubes of which every `whole`-th stays whole and the others are cut into six tetrahedra
// around a diagonal.
VolumeMesh row_of_cubes(Index cells, Index whole) {
  VolumeMesh mesh;
  Random random(1);
  for (Index x = 0; x <= cells; ++x)
    for (const auto& [y, z] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
      mesh.positions.push_back(
          {x + random.uniform(0, .1), y + random.uniform(0, .1), z + random.uniform(0, .1)});
  for (Index i = 0; i < cells; ++i) {
    const Index a = 4 * i, b = 4 * (i + 1);
    const Hexahedron h{a, b, b + 1, a + 1, a + 3, b + 3, b + 2, a + 2};
    if ((i + 1) % whole == 0) {
      mesh.hexahedra.push_back(h);
      continue;
    }
    for (const auto& [u, v] : {std::pair{1, 2}, {2, 3}, {3, 7}, {7, 4}, {4, 5}, {5, 1}})
      mesh.tetrahedra.push_back({h[0], h[u], h[v], h[6]});
  }
  const auto fill = [&](const char* name, int components, Index count) {
    Field field{name, components, {}};
    for (Index i = 0; i < count * components; ++i) field.values.push_back(random.uniform(-1, 1));
    return field;
  };
  mesh.node_fields = {fill("temperature", 1, mesh.node_count()), fill("velocity", 3, mesh.node_count())};
  mesh.element_fields = {fill("pressure", 1, mesh.element_count()), fill("stress", 9, mesh.element_count())};
  return mesh;
}

// The boundary of a row of tetrahedra with columns of every type: the number of the vertex, and so on.
void write_surface_sample(const fs::path& path) {
  SurfaceMesh surface = boundary_surface(row_of_cubes(7, 8));
  std::vector<SurfaceColumn> columns{{"nx", SurfaceColumn::Type::kFloat, {}},
                                     {"red", SurfaceColumn::Type::kByte, {}},
                                     {"element", SurfaceColumn::Type::kInt, {}}};
  for (Index v = 0; v < surface.vertex_count(); ++v) {
    columns[0].values.push_back(0.5 * v);
    columns[1].values.push_back(v);
    columns[2].values.push_back(-1000 * v);
  }
  write_file(path, ply_bytes(surface, columns, std::vector<std::string>{"cut 1 from triangle 3"}));
}

void write_samples(const fs::path& folder) {
  VolumeMesh mixed = row_of_cubes(7, 2);
  write_file(folder / "mixed.vtu", vtu_bytes(mixed));
  PvdSeries series(folder / "series.pvd");
  for (int frame = 0; frame < 3; ++frame) {
    const fs::path file = folder / fmt::format("frame{}.vtu", frame);
    write_file(file, vtu_bytes(mixed));
    series.add(0.25 * frame, file);
    for (Vec3& p : mixed.positions) p.x += 1;
  }
  // meshio stumbles over element data of Gmsh files with two kinds of elements, so it gets them one by one.
  VolumeMesh tetrahedra = row_of_cubes(7, 8), hexahedra = row_of_cubes(7, 1);
  mixed.element_fields.clear();
  write_file(folder / "mixed.msh", gmsh_bytes(mixed));
  write_file(folder / "tetrahedra.msh", gmsh_bytes(tetrahedra));
  write_file(folder / "hexahedra.msh", gmsh_bytes(hexahedra));
  write_surface_sample(folder / "surface.ply");
}

MeshFile read_any(const fs::path& path) {
  static const std::map<std::string, FormatReader> kReaders = {
      {".msh", read_gmsh}, {".mesh", read_medit}, {".node", read_tetgen}, {".ele", read_tetgen},
      {".vtk", read_vtk},  {".vtu", read_vtu},    {".ply", read_ply}};
  const auto reader = kReaders.find(path.extension().string());
  if (reader == kReaders.end()) throw Error("no reader for this extension", path.string());
  MeshFile file = reader->second(read_file(path), path);
  require_sound(file, path);
  return file;
}

std::string json(const std::vector<Field>& fields) {
  std::string text;
  for (const Field& field : fields)
    text += fmt::format("{}\"{}\": {{\"components\": {}, \"values\": [{}]}}", text.empty() ? "" : ", ",
                        field.name, field.components, fmt::join(field.values, ", "));
  return "{" + text + "}";
}

template <typename Cells>
std::string json_cells(const Cells& cells) {
  std::string text;
  for (const auto& cell : cells)
    text += fmt::format("{}[{}]", text.empty() ? "" : ", ", fmt::join(cell, ", "));
  return "[" + text + "]";
}

void print(const MeshFile& file) {
  const auto& positions = file.is_volume() ? file.volume.positions : file.surface.positions;
  std::string points;
  for (const Vec3& p : positions)
    points += fmt::format("{}[{}, {}, {}]", points.empty() ? "" : ", ", p.x, p.y, p.z);
  fmt::print(
      "{{\"format\": \"{}\", \"warnings\": {}, \"volume\": {}, \"positions\": [{}], \"tetrahedra\": {}, "
      "\"hexahedra\": {}, \"triangles\": {}, \"node_fields\": {}, \"element_fields\": {}}}\n",
      file.format, file.warnings.size(),
      file.is_volume() ? total_volume(file.volume) : signed_volume(file.surface), points,
      json_cells(file.volume.tetrahedra), json_cells(file.volume.hexahedra),
      json_cells(file.surface.triangles), json(file.volume.node_fields), json(file.volume.element_fields));
}

}  // namespace
}  // namespace sinew

int main(int argc, char** argv) {
  try {
    if (argc == 3 && std::strcmp(argv[1], "write") == 0) {
      sinew::write_samples(argv[2]);
    } else if (argc >= 3 && std::strcmp(argv[1], "read") == 0) {
      for (int i = 2; i < argc; ++i) sinew::print(sinew::read_any(argv[i]));
    } else {
      std::fputs("usage: volume_exchange write FOLDER | read FILE...\n", stderr);
      return 2;
    }
  } catch (const sinew::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
  return 0;
}
