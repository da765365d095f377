#include "mesh/formats/cell_collector.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace sinew {

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

void CellCollector::refuse(const std::string& format) const {
  std::string found;
  for (const auto& [kind, count] : skipped_) found += (found.empty() ? "" : ", ") + counted(count, kind);
  throw Error(fmt::format("the {} file holds no tetrahedra, hexahedra, triangles or quadrilaterals, only {}",
                          format, found.empty() ? counted(node_count(), "node") : found),
              file_, "convert it to first-order tetrahedra or hexahedra");
}

MeshFile CellCollector::finish(const std::string& format) {
  VolumeMesh& volume = mesh_.volume;
  if (volume.element_count() == 0 && faces_.ends.empty()) refuse(format);
  for (const auto& [kind, count] : skipped_) warn("skipped " + counted(count, kind));

  // Bring cell values into the order of the elements.
  for (Field& from : cell_fields_) {
    Field to{std::move(from.name), from.components, {}};
    to.values.reserve(static_cast<std::size_t>(volume.element_count()) * to.components);
    for (const auto* cells : {&tetrahedron_cells_, &hexahedron_cells_})
      for (const long long cell : *cells)
        to.values.insert(to.values.end(), from.values.begin() + cell * to.components,
                         from.values.begin() + (cell + 1) * to.components);
    volume.element_fields.push_back(std::move(to));
  }

  // Faces of a volume share its numbering; a surface has no place for values.
  if (volume.element_count() == 0) {
    mesh_.surface.positions = std::move(volume.positions);
    volume = {};
  } else if (!faces_.ends.empty()) {
    mesh_.surface.positions = volume.positions;
  }
  split_polygons(faces_, mesh_);
  mesh_.format = format;
  return std::move(mesh_);
}

}  // namespace sinew
