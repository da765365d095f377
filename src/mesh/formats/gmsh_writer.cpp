#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "mesh/formats/format_writers.h"

namespace sinew {

namespace {

template <typename T>
void put(std::string& bytes, T value) {
  static_assert(std::endian::native == std::endian::little);
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

// Whether a field can be the tags that Gmsh keeps with every element: whole numbers, not all zero (a zero tag
// is no tag).
bool is_tag_field(const Field& field) {
  if (field.components != 1) return false;
  bool any = false;
  for (const double value : field.values) {
    if (!(value >= 0 && value <= 0x7fffffff) || value != std::floor(value) || std::signbit(value))
      return false;
    any |= value > 0;
  }
  return any;
}

const Field* find_tags(const VolumeMesh& mesh, const char* name) {
  for (const Field& field : mesh.element_fields)
    if (field.name == name && is_tag_field(field)) return &field;
  return nullptr;
}

void put_nodes(std::string& bytes, const VolumeMesh& mesh) {
  bytes += fmt::format("$Nodes\n{}\n", mesh.node_count());
  for (Index i = 0; i < mesh.node_count(); ++i) {
    put<std::int32_t>(bytes, i + 1);
    for (int axis = 0; axis < 3; ++axis) put(bytes, mesh.positions[i][axis]);
  }
  bytes += "\n$EndNodes\n";
}

class ElementWriter {
 public:
  ElementWriter(std::string& bytes, const VolumeMesh& mesh)
      : bytes_(bytes), physical_(find_tags(mesh, "physical")), elementary_(find_tags(mesh, "elementary")) {}

  template <std::size_t N>
  void put_group(const std::vector<std::array<Index, N>>& elements, std::int32_t gmsh_type) {
    if (elements.empty()) return;
    put(bytes_, gmsh_type);
    put(bytes_, static_cast<std::int32_t>(elements.size()));
    put<std::int32_t>(bytes_, 2);
    for (const auto& element : elements) {
      put<std::int32_t>(bytes_, next_ + 1);
      put(bytes_, tag(physical_));
      put(bytes_, tag(elementary_));
      for (const Index node : element) put<std::int32_t>(bytes_, node + 1);
      ++next_;
    }
  }

 private:
  std::int32_t tag(const Field* field) const {
    return field ? static_cast<std::int32_t>(field->values[next_]) : 0;
  }

  std::string& bytes_;
  const Field *physical_, *elementary_;
  std::int32_t next_ = 0;
};

void put_field(std::string& bytes, const char* section, const Field& field) {
  std::string name = field.name;
  for (char& c : name)
    if (static_cast<unsigned char>(c) < 32) c = ' ';
  const std::size_t count = field.values.size() / field.components;
  bytes += fmt::format("${}\n1\n\"{}\"\n1\n0\n3\n0\n{}\n{}\n", section, name, field.components, count);
  for (std::size_t i = 0; i < count; ++i) {
    put(bytes, static_cast<std::int32_t>(i + 1));
    for (int k = 0; k < field.components; ++k) put(bytes, field.values[i * field.components + k]);
  }
  bytes += fmt::format("\n$End{}\n", section);
}

}  // namespace

std::string gmsh_bytes(const VolumeMesh& mesh) {
  std::string bytes = "$MeshFormat\n2.2 1 8\n";
  put<std::int32_t>(bytes, 1);
  bytes += "\n$EndMeshFormat\n";
  put_nodes(bytes, mesh);

  bytes += fmt::format("$Elements\n{}\n", mesh.element_count());
  ElementWriter elements(bytes, mesh);
  elements.put_group(mesh.tetrahedra, 4);
  elements.put_group(mesh.hexahedra, 5);
  bytes += "\n$EndElements\n";

  for (const Field& field : mesh.node_fields) put_field(bytes, "NodeData", field);
  for (const Field& field : mesh.element_fields)
    if (&field != find_tags(mesh, "physical") && &field != find_tags(mesh, "elementary"))
      put_field(bytes, "ElementData", field);
  return bytes;
}

}  // namespace sinew
