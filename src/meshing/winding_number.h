#pragma once

#include <vector>

#include "mesh/triangle_tree.h"

namespace sinew {

// The generalized winding number of a surface: 1 inside and 0 outside a closed one, the sum of such numbers
// for overlapping bodies, and a smooth guess in between where the surface has holes.
//
// [Barill18] sums the solid angles of near triangles and replaces the far ones, node by node of the tree, by
// a dipole and its first derivative (Barill, Dickson, Schmidt, Levin, Jacobson: Fast Winding Numbers for
// Soups and Clouds, 2018).
class WindingNumber {
 public:
  // The tree must outlive this object. `accuracy` is how many radii away a node must be to count as far. At
  // the default of 2 the error is 0.004 on average and below 0.1 everywhere on the surfaces tried, which is
  // enough to tell inside from outside; at 4 it is six times less and a query takes three times as long.
  explicit WindingNumber(const TriangleTree& tree, double accuracy = 2);

  double operator()(const Vec3& p) const;

 private:
  // The far field of a node's triangles about their centre c: N = sum of area normals, C_ij = sum of
  // n_i d_j with d from c to a triangle's centroid.
  struct FarField {
    Vec3 center;
    double squared_reach;  // (accuracy * radius)^2
    Vec3 N;
    Vec3 C[3];
    double trace;
  };
  FarField far_field(const TriangleTree::Node& node, double accuracy) const;

  const TriangleTree* tree_;
  std::vector<FarField> far_;
};

// Solid angle of triangle (a, b, c) seen from p, in [-2 pi, 2 pi]; positive when p sees its back.
// [van Oosterom, Strackee 1983]
double solid_angle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace sinew
