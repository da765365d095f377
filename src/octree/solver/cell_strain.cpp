#include "octree/solver/cell_strain.h"

#include <algorithm>
#include <functional>

#include "base/parallel.h"
#include "elastic/stress.h"

namespace sinew {

namespace {

constexpr Index kStrainCells = 256;
constexpr Index kSampledCells = 2048;

Vec3 corner_vector(int i) {
  const LatticePoint p = corner_offset(i);
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

}  // namespace

CellStrain::CellStrain(const OctreeGrid& grid, std::span<const Material> materials, Strain strain)
    : grid_(grid), strain_(strain) {
  set_materials(materials);
}

void CellStrain::set_materials(std::span<const Material> materials) {
  lame_.clear();
  for (const Material& m : materials) lame_.push_back({m.lambda(), m.mu()});
}

std::array<Vec3, 8> CellStrain::corner_displacements(In u, Index cell) const {
  const CellUnknowns& unknowns = grid_.unknowns[cell];
  std::array<Vec3, 8> x;
  const Vec3 first = to_vec3(u[unknowns.vertex[0]]);
  for (int k = 1; k < 8; ++k) x[k] = to_vec3(u[unknowns.vertex[k]]) - first;
  if (unknowns.hanging == 0) return x;
  const CornerWeights weights = corner_weights(grid_.cells.places[cell].octant(), unknowns.hanging);
  std::array<Vec3, 8> d;
  for (int i = 0; i < 8; ++i)
    for (int k = 1; k < 8; ++k)
      if (weights[i][k] != 0) d[i] += double(weights[i][k]) * x[k];
  return d;
}

std::array<Vec3, 8> CellStrain::in_own_axes(const std::array<Vec3, 8>& d, const CellRotation& near,
                                            Index cell) const {
  if (strain_ == Strain::kCauchy) return d;
  const double side = grid_.side(cell);
  const Mat3 deformation = Mat3::identity() + (1 / side) * cube_gradient(d);
  const Mat3 back = transposed(to_matrix(nearest_rotation(deformation, unit_quaternion(near))));
  std::array<Vec3, 8> e;
  for (int i = 0; i < 8; ++i) {
    const Vec3 rest = side * corner_vector(i);
    e[i] = back * (rest + d[i]) - rest;
  }
  return e;
}

double CellStrain::estimate_energy(In u, std::span<const CellRotation> near) const {
  return sampled_energy(u, near, sample_stride());
}

Index CellStrain::sample_stride() const { return std::max<Index>(1, grid_.cells.count() / kSampledCells); }

double CellStrain::sampled_energy(In u, std::span<const CellRotation> near, Index stride) const {
  const double sampled = parallel_reduce(
      (grid_.cells.count() + stride - 1) / stride, kStrainCells, 0.0,
      [&](Index begin, Index end) {
        double sum = 0;
        for (Index c = stride * begin; c < std::min(stride * end, grid_.cells.count()); c += stride) {
          const std::array<Vec3, 8> e = in_own_axes(corner_displacements(u, c), near[c], c);
          const Index part = parts_ == nullptr ? -1 : parts_->part_of(c);
          sum += part >= 0 ? parts_->energy(part, e)
                           : grid_.side(c) * cube_energy(lame(c).lambda, lame(c).mu, e);
        }
        return sum;
      },
      std::plus<>());
  return static_cast<double>(stride) * sampled;
}

double CellStrain::turning_energy(In w, std::span<const CellRotation> rotations) const {
  if (strain_ != Strain::kCorotated) return 0;
  const Index stride = sample_stride();
  double sum = 0;
  for (Index c = 0; c < grid_.cells.count(); c += stride) {
    const double side = grid_.side(c);
    const Mat3 change = (1 / side) * cube_gradient(corner_displacements(w, c));
    const Mat3 turned = change * transposed(to_matrix(unit_quaternion(rotations[c])));
    sum += grid_.volume(c) * energy_of_straight_turn(turned, lame(c).lambda, lame(c).mu);
  }
  return static_cast<double>(stride) * sum;
}

void CellStrain::stresses(In u, std::span<const CellRotation> near, std::span<float> von_mises) const {
  parallel_for_each(grid_.cells.count(), kStrainCells, [&](Index c) {
    const std::array<Vec3, 8> e = in_own_axes(corner_displacements(u, c), near[c], c);
    const Mat3 gradient = (1 / grid_.side(c)) * cube_gradient(e);
    von_mises[c] = static_cast<float>(sinew::von_mises(cauchy_stress(gradient, lame(c).lambda, lame(c).mu)));
  });
}

}  // namespace sinew
