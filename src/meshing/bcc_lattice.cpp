#include "meshing/bcc_lattice.h"

#include <cmath>

#include "sinew/base/error.h"

namespace sinew {

namespace {

// Half the extent of the box along an axis, about its centre.
double reach_along(const Vec3& axis, const Box3& box) {
  const Vec3 half_size = 0.5 * box.size();
  return std::abs(axis.x) * half_size.x + std::abs(axis.y) * half_size.y + std::abs(axis.z) * half_size.z;
}

}  // namespace

double BccLattice::spacing_for(double cubes, const Box3& box, const std::array<Vec3, 3>& axes) {
  double volume = 1;
  for (const Vec3& axis : axes) volume *= 2 * reach_along(axis, box);
  return std::cbrt(volume / cubes);
}

BccLattice::BccLattice(const Box3& box, double spacing, const std::array<Vec3, 3>& axes, const Vec3& shift)
    : spacing_(spacing), axes_(axes) {
  double cubes = 1;
  Vec3 start;
  for (int axis = 0; axis < 3; ++axis) {
    const double cells = std::ceil(2 * reach_along(axes_[axis], box) / spacing) + 3;
    cubes *= cells;
    if (!(cubes < kMostCubes))
      throw Error("the solid fills too little of its box for a lattice of such small elements", "",
                  "ask for fewer elements; mesh parts that are far apart one by one; look for stray "
                  "triangles");
    cells_[axis] = static_cast<Index>(cells);
    const double offset = shift[axis] - std::floor(shift[axis]) - 0.5;
    start[axis] = (-0.5 * cells + offset) * spacing;
  }
  origin_ = box.center() + start.x * axes_[0] + start.y * axes_[1] + start.z * axes_[2];
  corner_count_ = (cells_[0] + 1) * (cells_[1] + 1) * (cells_[2] + 1);
  center_count_ = cells_[0] * cells_[1] * cells_[2];
}

BccLattice::Half BccLattice::half(Index node) const {
  const bool is_corner = node < corner_count_;
  const Index extra = is_corner ? 1 : 0, rest = is_corner ? node : node - corner_count_;
  const Index nx = cells_[0] + extra, ny = cells_[1] + extra;
  const Index odd = 1 - extra;
  return {2 * (rest % nx) + odd, 2 * (rest / nx % ny) + odd, 2 * (rest / nx / ny) + odd};
}

// Rodrigues' formula, column by column.
std::array<Vec3, 3> rotation_axes(const Vec3& axis, double angle) {
  const Vec3 k = normalized(axis);
  const double c = std::cos(angle), s = std::sin(angle);
  std::array<Vec3, 3> axes = BccLattice::identity_axes();
  for (Vec3& e : axes) e = c * e + s * cross(k, e) + (1 - c) * dot(k, e) * k;
  return axes;
}

}  // namespace sinew
