#pragma once

#include <vector>

#include "mesh/triangle_tree.h"
#include "meshing/winding_kernels.h"

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
  explicit WindingNumber(const TriangleTree& tree, double accuracy = 2,
                         InstructionSet set = best_instruction_set());

  double operator()(const Vec3& p) const;

  // The same for many points in single precision, several times faster if consecutive points are near each
  // other. Within 1e-5 of the above, except for points so close to a node's reach that rounding decides
  // whether it counts as far. A point's bits depend neither on the other points nor on the instruction set.
  // `winding` is as long as `points`.
  void evaluate(std::span<const Vec3> points, std::span<double> winding) const;

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
  void pack();

  const TriangleTree* tree_;
  std::vector<FarField> far_;

  // The same for the kernels: positions x become (x - origin_) * scale_.
  const WindingKernels* kernels_;
  Vec3 origin_;
  double scale_ = 1;
  std::vector<WindingTree::Node> packed_nodes_;
  std::vector<WindingTree::Triangle> packed_triangles_;
};

// Solid angle of triangle (a, b, c) seen from p, in [-2 pi, 2 pi]; positive when p sees its back.
// [van Oosterom, Strackee 1983]
double solid_angle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace sinew
