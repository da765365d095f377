#include "mesh/formats/vtk_cells.h"

#include <fmt/format.h>

#include <array>
#include <string>

namespace sinew {

namespace {

struct VtkCell {
  int type;
  const char* name;
};

// First-order types that sinew has come with their corners in add_vtk_cell; these are the names of others.
constexpr VtkCell kSkipped[] = {{0, "empty cell"},
                                {1, "point"},
                                {2, "point set"},
                                {3, "line"},
                                {4, "polyline"},
                                {13, "prism"},
                                {14, "pyramid"},
                                {15, "pentagonal prism"},
                                {16, "hexagonal prism"},
                                {21, "second-order line"},
                                {22, "second-order triangle"},
                                {23, "second-order quadrilateral"},
                                {24, "second-order tetrahedron"},
                                {25, "second-order hexahedron"},
                                {26, "second-order prism"},
                                {27, "second-order pyramid"},
                                {28, "second-order quadrilateral"},
                                {29, "second-order hexahedron"},
                                {32, "second-order prism"},
                                {33, "second-order hexahedron"},
                                {34, "second-order triangle"},
                                {41, "convex point set"},
                                {42, "polyhedron"},
                                {68, "higher-order line"},
                                {69, "higher-order triangle"},
                                {70, "higher-order quadrilateral"},
                                {71, "higher-order tetrahedron"},
                                {72, "higher-order hexahedron"},
                                {73, "higher-order prism"},
                                {74, "higher-order pyramid"}};

std::string skipped_name(int type) {
  for (const VtkCell& cell : kSkipped)
    if (cell.type == type) return cell.name;
  return fmt::format("VTK type {} cell", type);
}

template <std::size_t N>
bool add_reordered(CellCollector& cells, CellShape shape, std::span<const long long> nodes,
                   const std::array<int, N>& order) {
  if (nodes.size() != N) return false;
  std::array<long long, N> corners;
  for (std::size_t i = 0; i < N; ++i) corners[i] = nodes[order[i]];
  cells.add_cell(shape, corners);
  return true;
}

bool add_exactly(CellCollector& cells, CellShape shape, std::span<const long long> nodes, std::size_t count) {
  if (nodes.size() != count) return false;
  cells.add_cell(shape, nodes);
  return true;
}

}  // namespace

bool add_vtk_cell(CellCollector& cells, int type, std::span<const long long> nodes) {
  switch (type) {
    case 5:
      return add_exactly(cells, CellShape::kPolygon, nodes, 3);
    case kVtkTriangleStrip:
      cells.add_cell(CellShape::kTriangleStrip, nodes);
      return true;
    case kVtkPolygon:
      cells.add_cell(CellShape::kPolygon, nodes);
      return true;
    case 8:
      return add_reordered<4>(cells, CellShape::kPolygon, nodes, {0, 1, 3, 2});
    case 9:
      return add_exactly(cells, CellShape::kPolygon, nodes, 4);
    case kVtkTetrahedron:
      return add_exactly(cells, CellShape::kTetrahedron, nodes, 4);
    case 11:
      return add_reordered<8>(cells, CellShape::kHexahedron, nodes, {0, 1, 3, 2, 4, 5, 7, 6});
    case kVtkHexahedron:
      return add_exactly(cells, CellShape::kHexahedron, nodes, 8);
    default:
      cells.skip_cells(skipped_name(type));
      return true;
  }
}

}  // namespace sinew
