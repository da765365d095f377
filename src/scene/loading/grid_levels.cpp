#include "scene/loading/grid_levels.h"

#include <cmath>

#include "scene/loading/element_limit.h"
#include "shape/structured.h"
#include "sinew/meshing/tetrahedra.h"

namespace sinew {

namespace {

constexpr double kFewCells = 300;

template <std::size_t N>
double elements(const std::array<Index, N>& cells, int per_cell) {
  double count = per_cell;
  for (const Index n : cells) count *= n;
  return count;
}

template <std::size_t N>
std::vector<std::array<Index, N>> halved_cells(std::array<Index, N> cells, int per_cell, int refinements,
                                               int levels) {
  require_affordable(elements(cells, per_cell) * std::pow(2.0, static_cast<double>(N) * refinements));
  for (Index& n : cells) n <<= refinements;
  std::vector<std::array<Index, N>> all{cells};
  while (levels == 0 ? elements(cells, per_cell) > kFewCells : static_cast<int>(all.size()) < levels) {
    for (Index& n : cells) n = (n + 1) / 2;
    if (cells == all.back()) break;
    all.push_back(cells);
  }
  return all;
}

}  // namespace

std::vector<VolumeMesh> box_levels(const BoxMeshDescription& box, int refinements, int levels) {
  std::vector<VolumeMesh> meshes;
  for (const auto& cells : halved_cells(box.cells, 6, refinements, levels))
    meshes.push_back(box_mesh(box.size, cells));
  return meshes;
}

std::vector<SurfaceMesh> rectangle_levels(const RectangleMeshDescription& rectangle, UpAxis up,
                                          int refinements, int levels) {
  const auto [width, depth] = rectangle.size;
  std::vector<SurfaceMesh> meshes;
  for (const auto& cells : halved_cells(rectangle.cells, 2, refinements, levels)) {
    SurfaceMesh& mesh = meshes.emplace_back(structured_sheet(width, depth, cells));
    for (Vec3& p : mesh.positions) {
      p += {width / 2, 0, depth / 2};
      if (up == UpAxis::kZ) p = {p.x, depth - p.z, 0};
    }
  }
  return meshes;
}

}  // namespace sinew
