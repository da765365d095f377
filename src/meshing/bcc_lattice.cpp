#include "meshing/bcc_lattice.h"

#include <cmath>

#include "base/error.h"

namespace sinew {

namespace {
constexpr double kMostNodes = 1.5e9;  // what an Index can address, with room for two grids
}

BccLattice::BccLattice(const Box3& box, double spacing, const std::array<Vec3, 3>& axes, const Vec3& shift)
    : spacing_(spacing), axes_(axes) {
  // The extent of the box along the lattice's axes, about its centre.
  const Vec3 center = box.center(), half_size = 0.5 * box.size();
  double nodes = 1;
  Vec3 start;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3& a = axes_[axis];
    const double reach =
        std::abs(a.x) * half_size.x + std::abs(a.y) * half_size.y + std::abs(a.z) * half_size.z;
    const double cells = std::ceil(2 * reach / spacing) + 3;
    nodes *= cells;
    if (!(nodes < kMostNodes))
      throw Error("the lattice would need more than a billion nodes", "", "ask for fewer elements");
    cells_[axis] = static_cast<Index>(cells);
    const double offset = shift[axis] - std::floor(shift[axis]) - 0.5;
    start[axis] = (-0.5 * cells + offset) * spacing;
  }
  origin_ = center + start.x * axes_[0] + start.y * axes_[1] + start.z * axes_[2];
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
