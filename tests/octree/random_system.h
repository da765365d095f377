#pragma once

#include "octree/random_octree.h"
#include "octree/solver/cell_assembly.h"
#include "octree/solver/cell_levels.h"

namespace sinew::test {

inline Quaternion random_rotation(Random& random, double most = 1) {
  const double x = random.uniform(-most, most), y = random.uniform(-most, most),
               z = random.uniform(-most, most);
  const double length = std::sqrt(1 + x * x + y * y + z * z);
  return {1 / length, x / length, y / length, z / length};
}

// Mass of the unknowns: an eighth of each cell's at each of its corners, passed on by their weights from
// those that hang. `cell_mass` per cell.
inline std::vector<double> lumped_masses(std::span<const CellPlace> places,
                                         std::span<const CellUnknowns> unknowns, Index vertex_count,
                                         std::span<const double> cell_mass) {
  std::vector<double> mass(vertex_count, 0);
  for (std::size_t c = 0; c < places.size(); ++c) {
    const CornerWeights weights = corner_weights(places[c].octant(), unknowns[c].hanging);
    for (int i = 0; i < 8; ++i)
      for (int k = 0; k < 8; ++k)
        if (weights[i][k] != 0) mass[unknowns[c].vertex[k]] += cell_mass[c] / 8 * double(weights[i][k]);
  }
  return mass;
}

// An octree with all that its operator is made of: stiffness differs by a factor of three, rotations by up to
// `turn`.
struct RandomSystem {
  Octree octree;
  CellLevels levels;
  std::vector<CellStiffness> stiffness;
  std::vector<Quaternion> rotation;
  std::vector<double> cell_mass, mass;

  explicit RandomSystem(Octree tree, Index coarsest_vertices = 30, double turn = 1, double density = 0.1)
      : octree(std::move(tree)),
        levels(make_cell_levels(octree.voxels, octree.cells, octree.vertices, {coarsest_vertices})) {
    Random random(7);
    for (const CellPlace& place : octree.cells.places) {
      const double side = place.side();
      stiffness.push_back({side * random.uniform(0.5, 1.5), side * random.uniform(0.3, 0.9)});
      rotation.push_back(random_rotation(random, turn));
      cell_mass.push_back(density * side * side * side * random.uniform(0.5, 1.5));
    }
    const CellLevel& finest = levels.levels[0];
    mass = lumped_masses(finest.places, finest.unknowns, finest.vertex_count, cell_mass);
  }

  CellAssembly assembly(int level = 0) const {
    const CellLevel& cells = levels.levels[level];
    return CellAssembly(cells.places, cells.unknowns, cells.vertex_count);
  }
};

inline std::vector<Vec3> to_positions(std::span<const LatticePoint> points) {
  const Lattice unit;
  std::vector<Vec3> positions;
  for (const LatticePoint& p : points) positions.push_back(unit.point(p));
  return positions;
}

}  // namespace sinew::test
