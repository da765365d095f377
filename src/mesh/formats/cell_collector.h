#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "mesh/formats/polygon.h"
#include "sinew/mesh/mesh_file.h"

namespace sinew {

enum class CellShape { kTetrahedron, kHexahedron, kPolygon, kTriangleStrip };

// Gathers what a reader of a volume format meets on its way (nodes, cells of any kind in any order, values
// on nodes and on cells) and sorts it into a MeshFile: tetrahedra, hexahedra, faces, and a count of what was
// skipped. Node numbers count from 0 and are checked by require_sound, once all nodes are known.
class CellCollector {
 public:
  // The size of the file bounds the memory that fields may take: a few bytes of a damaged one may ask for a
  // value at every node.
  CellCollector(std::string file, std::size_t file_size)
      : file_(std::move(file)), values_left_(16 * static_cast<long long>(file_size) + 1000000) {}

  void add_node(const Vec3& position);
  void add_cell(CellShape shape, std::span<const long long> nodes);
  // Cells of a kind that sinew does not have: "line", "prism", "second-order tetrahedron".
  void skip_cells(const std::string& kind, long long count = 1);
  void warn(const std::string& text) { mesh_.warnings.push_back(text); }

  // One tuple per node, or per cell in the order in which cells were added and skipped. A name that comes
  // again (a later time step) replaces the earlier field, with a warning. Throws if the length is wrong.
  void add_node_field(Field field);
  void add_cell_field(Field field);

  long long node_count() const { return static_cast<long long>(mesh_.volume.positions.size()); }
  long long cell_count() const { return cell_count_; }

  // The mesh; the collector is used up. Throws if a file has no cell that sinew supports, or if a solid cell
  // was skipped, since a part of the body would be missing.
  MeshFile finish(const std::string& format);

 private:
  std::vector<Index> indices(std::span<const long long> nodes) const;
  Index index(long long node) const;
  void keep_field(std::vector<Field>& fields, Field field, long long tuples);
  std::vector<long long> triangle_cells() const;
  // The values that cells have, for each of these.
  std::vector<Field> values_of(std::span<const long long> cells) const;
  std::string skipped_kinds(bool solid_alone) const;
  [[noreturn]] void refuse(const std::string& format) const;

  std::string file_;
  long long values_left_;
  MeshFile mesh_;
  PolygonList faces_;  // split once all nodes are known
  long long cell_count_ = 0;
  std::vector<long long> tetrahedron_cells_, hexahedron_cells_, face_cells_;  // their numbers among all
  std::vector<Field> cell_fields_;
  std::map<std::string, long long> skipped_;
};

// "1 prism", "12 prisms", "3 tetrahedra".
std::string counted(long long count, const std::string& name);

}  // namespace sinew
