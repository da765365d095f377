#pragma once

#include <span>

#include "mesh/formats/cell_collector.h"

namespace sinew {

// Adds a cell of VTK's type `type` (vtkCellType.h) over nodes counted from 0, or counts it as skipped.
// Returns false if the number of nodes is not that of the type. Voxels become hexahedra and pixels
// quadrilaterals.
bool add_vtk_cell(CellCollector& cells, int type, std::span<const long long> nodes);

inline constexpr int kVtkTriangle = 5, kVtkTriangleStrip = 6, kVtkPolygon = 7, kVtkTetrahedron = 10,
                     kVtkHexahedron = 12;

}  // namespace sinew
