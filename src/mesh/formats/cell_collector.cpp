#include "mesh/formats/cell_collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "sinew/base/error.h"

namespace sinew {

namespace {

// Whether cells of that name have a volume.
bool is_solid(std::string_view kind) {
  constexpr std::string_view kSolids[] = {"tetrahedron", "hexahedron", "prism",
                                          "pyramid",     "polyhedron", "convex point set"};
  return std::ranges::any_of(
      kSolids, [&](std::string_view solid) { return kind.find(solid) != std::string_view::npos; });
}

}  // namespace

std::string counted(long long count, const std::string& name) {
  if (count == 1) return "1 " + name;
  const bool greek = name.size() > 6 && name.ends_with("hedron");
  return fmt::format("{} {}", count, greek ? name.substr(0, name.size() - 2) + "a" : name + "s");
}

Index CellCollector::index(long long node) const {
  if (node < 0 || node > std::numeric_limits<Index>::max())
    throw Error(fmt::format("cell {} (counted from 0) uses node {}, which cannot be", cell_count_, node),
                file_, "the file is damaged, or was written with another start of counting");
  return static_cast<Index>(node);
}

std::vector<Index> CellCollector::indices(std::span<const long long> nodes) const {
  std::vector<Index> converted(nodes.size());
  std::transform(nodes.begin(), nodes.end(), converted.begin(), [&](long long node) { return index(node); });
  return converted;
}

void CellCollector::add_node(const Vec3& position) {
  if (mesh_.volume.positions.size() >= static_cast<std::size_t>(std::numeric_limits<Index>::max()))
    throw Error("more than 2^31 nodes", file_);
  mesh_.volume.positions.push_back(position);
}

void CellCollector::add_cell(CellShape shape, std::span<const long long> nodes) {
  if (shape == CellShape::kTetrahedron) {
    Tetrahedron& added = mesh_.volume.tetrahedra.emplace_back();
    for (std::size_t i = 0; i < 4; ++i) added[i] = index(nodes[i]);
    tetrahedron_cells_.push_back(cell_count_);
  } else if (shape == CellShape::kHexahedron) {
    Hexahedron& added = mesh_.volume.hexahedra.emplace_back();
    for (std::size_t i = 0; i < 8; ++i) added[i] = index(nodes[i]);
    hexahedron_cells_.push_back(cell_count_);
  } else if (nodes.size() < 3) {
    ++skipped_["polygon of fewer than three corners"];
  } else if (shape == CellShape::kPolygon) {
    faces_.add(indices(nodes));
  } else {
    faces_.add_strip(indices(nodes));
  }
  face_cells_.resize(faces_.ends.size(), cell_count_);
  ++cell_count_;
}

void CellCollector::skip_cells(const std::string& kind, long long count) {
  if (count > 0) skipped_[kind] += count;
  cell_count_ += count;
}

void CellCollector::keep_field(std::vector<Field>& fields, Field field, long long tuples) {
  if (field.components < 1 || static_cast<long long>(field.values.size()) != tuples * field.components)
    throw Error(fmt::format("field '{}' has {} values, not {} x {}", field.name, field.values.size(), tuples,
                            field.components),
                file_);
  values_left_ -= static_cast<long long>(field.values.size());
  if (values_left_ < 0) throw Error("the fields hold far more values than a file of this size can", file_);
  const auto same_name = [&](const Field& f) { return f.name == field.name; };
  const auto earlier = std::find_if(fields.begin(), fields.end(), same_name);
  if (earlier == fields.end()) {
    fields.push_back(std::move(field));
    return;
  }
  const std::string warning = fmt::format("field '{}' comes more than once: the last is kept", field.name);
  if (std::find(mesh_.warnings.begin(), mesh_.warnings.end(), warning) == mesh_.warnings.end()) warn(warning);
  *earlier = std::move(field);
}

void CellCollector::add_node_field(Field field) {
  keep_field(mesh_.volume.node_fields, std::move(field), node_count());
}

void CellCollector::add_cell_field(Field field) { keep_field(cell_fields_, std::move(field), cell_count_); }

std::string CellCollector::skipped_kinds(bool solid_alone) const {
  std::string found;
  for (const auto& [kind, count] : skipped_)
    if (!solid_alone || is_solid(kind)) found += (found.empty() ? "" : ", ") + counted(count, kind);
  return found;
}

void CellCollector::refuse(const std::string& format) const {
  const std::string found = skipped_kinds(false);
  throw Error(fmt::format("the {} file holds no tetrahedra, hexahedra, triangles or quadrilaterals, only {}",
                          format, found.empty() ? counted(node_count(), "node") : found),
              file_, "convert it to first-order tetrahedra or hexahedra");
}

// A face of n corners becomes n - 2 triangles.
std::vector<long long> CellCollector::triangle_cells() const {
  std::vector<long long> cells;
  for (std::size_t f = 0, begin = 0; f < face_cells_.size(); begin = faces_.ends[f++])
    cells.insert(cells.end(), faces_.ends[f] - begin - 2, face_cells_[f]);
  return cells;
}

std::vector<Field> CellCollector::values_of(std::span<const long long> cells) const {
  std::vector<Field> fields;
  for (const Field& from : cell_fields_) {
    Field& to = fields.emplace_back(Field{from.name, from.components, {}});
    to.values.reserve(cells.size() * static_cast<std::size_t>(to.components));
    for (const long long cell : cells)
      to.values.insert(to.values.end(), from.values.begin() + cell * to.components,
                       from.values.begin() + (cell + 1) * to.components);
  }
  return fields;
}

MeshFile CellCollector::finish(const std::string& format) {
  VolumeMesh& volume = mesh_.volume;
  if (volume.element_count() == 0 && faces_.ends.empty()) refuse(format);
  if (const std::string solids = skipped_kinds(true); !solids.empty())
    throw Error(fmt::format("the {} file holds {}, which sinew has not: a part of the body would be missing",
                            format, solids),
                file_, "convert all cells to first-order tetrahedra or hexahedra");
  for (const auto& [kind, count] : skipped_) warn("skipped " + counted(count, kind));

  // Faces of a volume share its numbering; values belong to the volume if there is one.
  const bool is_volume = volume.element_count() > 0;
  if (is_volume) {
    std::vector<long long> cells = std::move(tetrahedron_cells_);
    cells.insert(cells.end(), hexahedron_cells_.begin(), hexahedron_cells_.end());
    volume.element_fields = values_of(cells);
    if (!faces_.ends.empty()) mesh_.surface.positions = volume.positions;
  } else {
    mesh_.triangle_fields = values_of(triangle_cells());
    mesh_.vertex_fields = std::move(volume.node_fields);
    mesh_.surface.positions = std::move(volume.positions);
    volume = {};
  }
  split_polygons(faces_, mesh_);
  mesh_.format = format;
  return std::move(mesh_);
}

}  // namespace sinew
