#include "octree/cell_measures.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "octree/grid/hanging_vertices.h"

namespace sinew {

namespace {
constexpr Index kMeasured = 256;  // vertices or cells per parallel chunk
constexpr Vec3 kCentre{0.5, 0.5, 0.5};
}  // namespace

CellMeasures::CellMeasures(const OctreeGrid& grid, In u)
    : grid_(grid), positions_(vertex_positions(grid)), strains_(grid.cells.places.size()) {
  parallel_for_each(grid.vertices.count(), kMeasured,
                    [&](Index v) { positions_[v] += value_at(grid.vertices, v, u); });
  parallel_for_each(grid.cells.count(), kMeasured, [&](Index c) { strains_[c] = strain_at_centre(c); });
}

CellMeasures::Strain CellMeasures::strain_at_centre(Index cell) const {
  const Mat3 F = (1 / grid_.side(cell)) * trilinear_gradient(corners(cell), kCentre);
  Strain strain;
  const double root = std::sqrt(2.0);
  for (int a = 0; a < 3; ++a) {
    strain.of[a] = (squared_norm(F.column[a]) - 1) / 2;
    strain.of[3 + a] = root * dot(F.column[a], F.column[(a + 1) % 3]) / 2;
  }
  return strain;
}

double CellMeasures::distance(const Strain& a, const Strain& b) {
  double sum = 0;
  for (int k = 0; k < 6; ++k) sum += (a.of[k] - b.of[k]) * (a.of[k] - b.of[k]);
  return std::sqrt(sum);
}

double CellMeasures::strain(Index cell) const { return distance(strains_[cell], {}); }

std::vector<double> CellMeasures::strain_jumps() const {
  // Means at the unknowns, by volume.
  struct Sum {
    Strain strain;
    double volume = 0;
  };
  std::vector<Sum> sums(grid_.vertices.unknowns);
  for (Index c = 0; c < grid_.cells.count(); ++c) {
    const double side = grid_.cells.places[c].side(), volume = side * side * side;
    for (const Index v : grid_.unknowns[c].vertex) {
      for (int k = 0; k < 6; ++k) sums[v].strain.of[k] += volume * strains_[c].of[k];
      sums[v].volume += volume;
    }
  }
  for (Sum& sum : sums)
    for (double& value : sum.strain.of) value /= sum.volume;

  std::vector<double> jumps(strains_.size());
  parallel_for_each(grid_.cells.count(), kMeasured, [&](Index c) {
    for (const Index v : grid_.unknowns[c].vertex)
      jumps[c] = std::max(jumps[c], grid_.side(c) * distance(strains_[c], sums[v].strain));
  });
  return jumps;
}

std::vector<double> CellMeasures::energies(const OctreeMaterials& materials) const {
  std::vector<double> energies(strains_.size());
  parallel_for_each(grid_.cells.count(), kMeasured, [&](Index c) {
    const auto& e = strains_[c].of;
    const double side = grid_.side(c), trace = e[0] + e[1] + e[2], size = strain(c);
    const Material& material = materials.material(c);
    energies[c] = side * side * side * (material.lambda() / 2 * trace * trace + material.mu() * size * size);
  });
  return energies;
}

double CellMeasures::surplus(Index first) const {
  CornerValues block;
  for (int i = 0; i < 8; ++i) block[i] = corners(first + i)[i];
  double most = 0;
  for (int i = 0; i < 8; ++i) {
    const CornerValues child = corners(first + i);
    for (int k = 0; k < 8; ++k) {
      const LatticePoint at = corner_offset(i) + corner_offset(k);
      most = std::max(
          most, norm(child[k] - trilinear(block, 0.5 * Vec3{double(at.x), double(at.y), double(at.z)})));
    }
  }
  return most;
}

}  // namespace sinew
