#include "mesh/formats/gmsh_cells.h"

#include <fmt/format.h>

namespace sinew {

namespace {

constexpr GmshCell kCells[] = {{1, 2, 1, "line"},
                               {2, 3, 1, "triangle"},
                               {3, 4, 1, "quadrilateral"},
                               {4, 4, 1, "tetrahedron"},
                               {5, 8, 1, "hexahedron"},
                               {6, 6, 1, "prism"},
                               {7, 5, 1, "pyramid"},
                               {8, 3, 2, "line"},
                               {9, 6, 2, "triangle"},
                               {10, 9, 2, "quadrilateral"},
                               {11, 10, 2, "tetrahedron"},
                               {12, 27, 2, "hexahedron"},
                               {13, 18, 2, "prism"},
                               {14, 14, 2, "pyramid"},
                               {15, 1, 1, "point"},
                               {16, 8, 2, "quadrilateral"},
                               {17, 20, 2, "hexahedron"},
                               {18, 15, 2, "prism"},
                               {19, 13, 2, "pyramid"},
                               {20, 9, 3, "triangle"},
                               {21, 10, 3, "triangle"},
                               {22, 12, 4, "triangle"},
                               {23, 15, 4, "triangle"},
                               {24, 15, 5, "triangle"},
                               {25, 21, 5, "triangle"},
                               {26, 4, 3, "line"},
                               {27, 5, 4, "line"},
                               {28, 6, 5, "line"},
                               {29, 20, 3, "tetrahedron"},
                               {30, 35, 4, "tetrahedron"},
                               {31, 56, 5, "tetrahedron"},
                               {36, 16, 3, "quadrilateral"},
                               {37, 25, 4, "quadrilateral"},
                               {38, 36, 5, "quadrilateral"},
                               {90, 40, 3, "prism"},
                               {91, 75, 4, "prism"},
                               {92, 64, 3, "hexahedron"},
                               {93, 125, 4, "hexahedron"},
                               {118, 30, 3, "pyramid"},
                               {119, 55, 4, "pyramid"}};

}  // namespace

GmshCell gmsh_cell(int type) {
  for (const GmshCell& cell : kCells)
    if (cell.type == type) return cell;
  return {type, 0, 0, ""};
}

std::optional<CellShape> GmshCell::shape() const {
  switch (type) {
    case 2:
    case 3:
      return CellShape::kPolygon;
    case 4:
      return CellShape::kTetrahedron;
    case 5:
      return CellShape::kHexahedron;
    default:
      return std::nullopt;
  }
}

std::string GmshCell::name() const {
  if (nodes == 0) return fmt::format("Gmsh type {} cell", type);
  if (order == 1) return family;
  return fmt::format("{}-order {}", order == 2 ? "second" : "higher", family);
}

}  // namespace sinew
