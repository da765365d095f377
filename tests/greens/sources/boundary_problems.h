#pragma once

#include <cmath>

#include "greens/responses/reference_problem.h"
#include "greens/sources/collocation.h"
#include "linalg/dense_lu.h"
#include "remeshing/remesh_shapes.h"

namespace sinew {

inline std::vector<char> held_below(const SurfaceMesh& surface, int axis, double height) {
  std::vector<char> held;
  for (const Vec3& p : surface.positions) held.push_back(p[axis] < height);
  return held;
}

// The matrices of H u = Q p.
struct BoundaryMatrices {
  DenseMatrix H, Q;
};

inline BoundaryMatrices boundary_matrices(const SurfaceMesh& surface, const Material& material) {
  const Collocation collocation(surface, material);
  const Index n = surface.vertex_count();
  BoundaryMatrices matrices{DenseMatrix(3 * n), DenseMatrix(3 * n)};
  collocation.rows(0, n, matrices.H.values, matrices.Q.values);
  return matrices;
}

inline std::vector<double> product(const DenseMatrix& A, std::span<const Vec3> x) {
  std::vector<double> y(A.size, 0.0);
  for (Index j = 0; j < A.size; ++j)
    for (Index i = 0; i < A.size; ++i) y[i] += A(i, j) * x[j / 3][j % 3];
  return y;
}

// Displacements of free vertices and tractions at held ones, where the others are given.
inline std::vector<Vec3> solve_mixed(const BoundaryMatrices& of, std::span<const char> held,
                                     std::span<const Vec3> u, std::span<const Vec3> p) {
  DenseMatrix left(of.H.size);
  std::vector<double> right(left.size, 0.0);
  for (Index j = 0; j < left.size; ++j)
    for (Index i = 0; i < left.size; ++i) {
      const bool is_held = held[j / 3];
      left(i, j) = is_held ? -of.Q(i, j) : of.H(i, j);
      right[i] += is_held ? -of.H(i, j) * u[j / 3][j % 3] : of.Q(i, j) * p[j / 3][j % 3];
    }
  DenseLU(std::move(left)).solve(right);
  std::vector<Vec3> unknown;
  for (std::size_t i = 0; i < right.size(); i += 3) unknown.push_back({right[i], right[i + 1], right[i + 2]});
  return unknown;
}

// A linear field of displacements u = D x, and its constant stress.
struct LinearField {
  Mat3 D;
  Mat3 stress(const Material& m) const {
    const Mat3 strain = 0.5 * (D + transposed(D));
    return m.lambda() * trace(strain) * Mat3::identity() + 2 * m.mu() * strain;
  }
};

inline const LinearField kPressure{{{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}}};
inline const LinearField kTension{{{Vec3{-0.3, 0, 0}, Vec3{0, -0.3, 0}, Vec3{0, 0, 1}}}};
inline const LinearField kShear{{{Vec3{0, 0, 0}, Vec3{0, 0, 0}, Vec3{1, 0, 0}}}};

}  // namespace sinew
