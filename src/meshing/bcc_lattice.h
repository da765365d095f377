#pragma once

#include <array>

#include "sinew/base/geometry.h"

namespace sinew {

// A body-centred cubic lattice: the corners and the centres of a grid of cubes. Each pair of cubes that share
// a face spans four tetrahedra around the line between their centres, all of one shape (dihedral angles of 60
// and 90 degrees):
//
//      a3 ----- a2          c0, c1   centres of the two cubes
//      |  \   / |           a0..a3   corners of the face between them
//   c0 |   \ /  | c1        tetrahedra (c0, c1, a0, a1), (c0, c1, a1, a2), ...
//      |   / \  |
//      a0 ----- a1          long edges (length h): c0 c1, a0 a1; short edges (h sqrt(3)/2): the rest
//
// Nodes are addressed by (i, j, k) in half steps: all even for corners, all odd for centres.
class BccLattice {
 public:
  // A lattice of cubes of side `spacing` that covers the box and one more layer. It is rotated about the
  // box's centre to the given axes, and moved along them by `shift` steps.
  BccLattice(const Box3& box, double spacing, const std::array<Vec3, 3>& axes = identity_axes(),
             const Vec3& shift = {});

  // The spacing at which such a lattice has about this many cubes; it cannot have more than kMostCubes.
  static constexpr double kMostCubes = 3e7;  // twice as many nodes, for which stuffing takes 1.8 GB
  static double spacing_for(double cubes, const Box3& box, const std::array<Vec3, 3>& axes = identity_axes());

  using Half = std::array<Index, 3>;  // address in half steps

  Index node_count() const { return corner_count_ + center_count_; }
  Index node(const Half& h) const {
    return h[0] % 2 == 0 ? corner(h[0] / 2, h[1] / 2, h[2] / 2) : center(h[0] / 2, h[1] / 2, h[2] / 2);
  }
  Half half(Index node) const;
  Vec3 position(const Half& h) const {
    return origin_ + (0.5 * spacing_) * (h[0] * axes_[0] + h[1] * axes_[1] + h[2] * axes_[2]);
  }
  Vec3 position(Index node) const { return position(half(node)); }
  bool contains(const Half& h) const {
    for (int axis = 0; axis < 3; ++axis)
      if (h[axis] < 0 || h[axis] > 2 * cells_[axis]) return false;
    return true;
  }
  double spacing() const { return spacing_; }
  const std::array<Index, 3>& cells() const { return cells_; }

  // The 14 neighbours: three long steps forward, four short ones forward, then their opposites.
  static constexpr int kForward = 7;
  static constexpr int kDirections[2 * kForward][3] = {
      {2, 0, 0},  {0, 2, 0},  {0, 0, 2},  {1, 1, 1},    {-1, 1, 1},  {1, -1, 1},  {1, 1, -1},
      {-2, 0, 0}, {0, -2, 0}, {0, 0, -2}, {-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  static constexpr bool is_long(int direction) { return direction % kForward < 3; }

  // Calls visit(nodes, addresses) for every tetrahedron, positively oriented: nodes 0 and 1 are the centres,
  // 2 and 3 the corners.
  template <typename Visit>
  void for_each_tetrahedron(Visit&& visit) const;

  // Calls visit(node, position) for every node in a box (along the lattice's axes) around the ball.
  template <typename Visit>
  void for_each_node_near(const Vec3& center, double radius, Visit&& visit) const;

  static std::array<Vec3, 3> identity_axes() { return {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}; }

 private:
  Index corner(Index i, Index j, Index k) const { return i + (cells_[0] + 1) * (j + (cells_[1] + 1) * k); }
  Index center(Index i, Index j, Index k) const {
    return corner_count_ + i + cells_[0] * (j + cells_[1] * k);
  }

  double spacing_;
  std::array<Vec3, 3> axes_;
  Vec3 origin_;
  std::array<Index, 3> cells_;
  Index corner_count_, center_count_;
};

// Axes of the rotation by `angle` (radians) about `axis`.
std::array<Vec3, 3> rotation_axes(const Vec3& axis, double angle);

template <typename Visit>
void BccLattice::for_each_tetrahedron(Visit&& visit) const {
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    // The face's corners, counter-clockwise about the axis.
    constexpr int kRing[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    Half c0;
    for (c0[2] = 1; c0[2] < 2 * cells_[2]; c0[2] += 2)
      for (c0[1] = 1; c0[1] < 2 * cells_[1]; c0[1] += 2)
        for (c0[0] = 1; c0[0] < 2 * cells_[0]; c0[0] += 2) {
          Half c1 = c0;
          c1[axis] += 2;
          if (c1[axis] > 2 * cells_[axis]) continue;
          Half ring[4];
          for (int r = 0; r < 4; ++r) {
            ring[r] = c0;
            ring[r][axis] += 1;
            ring[r][u] += kRing[r][0];
            ring[r][v] += kRing[r][1];
          }
          for (int r = 0; r < 4; ++r) {
            const std::array<Half, 4> corners{c0, c1, ring[r], ring[(r + 1) % 4]};
            visit(
                std::array<Index, 4>{node(corners[0]), node(corners[1]), node(corners[2]), node(corners[3])},
                corners);
          }
        }
  }
}

template <typename Visit>
void BccLattice::for_each_node_near(const Vec3& center, double radius, Visit&& visit) const {
  const double steps = 2 / spacing_;  // half steps per unit
  Half lower, upper;
  for (int axis = 0; axis < 3; ++axis) {
    const double at = dot(center - origin_, axes_[axis]) * steps, reach = radius * steps;
    lower[axis] = static_cast<Index>(std::max(0.0, std::ceil(at - reach)));
    upper[axis] = static_cast<Index>(std::min(2.0 * cells_[axis], std::floor(at + reach)));
  }
  for (Index parity = 0; parity < 2; ++parity) {
    Half first, h;
    for (int axis = 0; axis < 3; ++axis) first[axis] = lower[axis] + ((lower[axis] ^ parity) & 1);
    for (h[2] = first[2]; h[2] <= upper[2]; h[2] += 2)
      for (h[1] = first[1]; h[1] <= upper[1]; h[1] += 2)
        for (h[0] = first[0]; h[0] <= upper[0]; h[0] += 2) visit(node(h), position(h));
  }
}

}  // namespace sinew
