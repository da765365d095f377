#include "octree/cell_measures.h"

#include <algorithm>
#include <bit>
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

// The parts x y, y z and z x of the trilinear field, by the signs of the corners: u = k x y has strain k y, which changes by
// k side from face to face, and a part of k side^2 / 4.
double CellMeasures::bow(Index cell) const {
  const CornerValues x = corners(cell);
  double most = 0;
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3;
    Vec3 part;
    for (int i = 0; i < 8; ++i) part += ((i >> a ^ i >> b) & 1) != 0 ? -x[i] : x[i];
    most = std::max(most, norm(part) / 8);
  }
  return most;
}

std::vector<double> CellMeasures::strain_jumps() const {
  // Means at the unknowns, by volume.
  struct Sum {
    Strain strain;
    double volume = 0;
  };
  std::vector<Sum> sums(grid_.vertices.unknowns);
  for (Index c = 0; c < grid_.cells.count(); ++c) {
    const double volume = grid_.volume(c);
    for (const Index v : grid_.unknowns[c].vertex) {
      for (int k = 0; k < 6; ++k) sums[v].strain.of[k] += volume * strains_[c].of[k];
      sums[v].volume += volume;
    }
  }
  for (Sum& sum : sums)
    for (double& value : sum.strain.of) value /= sum.volume;

  std::vector<double> jumps(strains_.size());
  parallel_for_each(grid_.cells.count(), kMeasured, [&](Index c) {
    jumps[c] = 2 * bow(c);
    for (const Index v : grid_.unknowns[c].vertex)
      jumps[c] = std::max(jumps[c], grid_.side(c) * distance(strains_[c], sums[v].strain));
  });
  return jumps;
}

std::vector<double> CellMeasures::energies(const OctreeMaterials& materials) const {
  std::vector<double> energies(strains_.size());
  parallel_for_each(grid_.cells.count(), kMeasured, [&](Index c) {
    const auto& e = strains_[c].of;
    const double trace = e[0] + e[1] + e[2], size = strain(c);
    const Material& material = materials.material(c);
    energies[c] = grid_.volume(c) * (material.lambda() / 2 * trace * trace + material.mu() * size * size);
  });
  return energies;
}

// Where the block has no cell at its corner, the field of the nearest one there is goes on.
double CellMeasures::surplus(Index first, Index count) const {
  const auto octant = [&](Index c) { return static_cast<unsigned>(grid_.cells.places[c].octant()); };
  CornerValues block;
  for (unsigned i = 0; i < 8; ++i) {
    Index nearest = first;
    for (Index c = first; c < first + count; ++c)
      if (std::popcount(octant(c) ^ i) < std::popcount(octant(nearest) ^ i)) nearest = c;
    const LatticePoint at =
        2 * corner_offset(static_cast<int>(i)) - corner_offset(grid_.cells.places[nearest].octant());
    block[i] = trilinear(corners(nearest), Vec3{double(at.x), double(at.y), double(at.z)});
  }
  double most = 0;
  for (Index c = first; c < first + count; ++c) {
    const CornerValues child = corners(c);
    for (int k = 0; k < 8; ++k) {
      const LatticePoint at = corner_offset(grid_.cells.places[c].octant()) + corner_offset(k);
      most = std::max(
          most, norm(child[k] - trilinear(block, 0.5 * Vec3{double(at.x), double(at.y), double(at.z)})));
    }
  }
  return most;
}

}  // namespace sinew
