#pragma once

#include <span>

#include "base/large_vector.h"
#include "sinew/base/geometry.h"

namespace sinew {

// Three numbers of a node, padded to four to fill a vector register. The fourth is 0, and all functions below
// keep it 0.
template <typename Real>
struct alignas(4 * sizeof(Real)) Block3 {
  using Number = Real;
  Real x = 0, y = 0, z = 0, pad = 0;
  bool operator==(const Block3&) const = default;
};

// A vector of the linear systems: one block of three per node. Real is float or double throughout src/linalg
// and src/multigrid.
template <typename Real>
using BlockVector = LargeVector<Block3<Real>>;
// For work space: not initialised.
template <typename Real>
using UnsetBlockVector = UnsetVector<Block3<Real>>;

// Vector operations. All run in parallel over fixed chunks, so that sums have the same bits for any number of
// threads. Vectors must have equal sizes; y may be x.

template <typename Real>
void set_zero(std::span<Block3<Real>> x);
// y = a x + b y; y is not read if b is 0.
template <typename Real>
void axpby(Real a, std::span<const Block3<Real>> x, Real b, std::span<Block3<Real>> y);
// Sums in double for any Real.
template <typename Real>
double dot(std::span<const Block3<Real>> x, std::span<const Block3<Real>> y);
template <typename Real>
double norm(std::span<const Block3<Real>> x);
// x += a p, r -= a q, in one pass; returns the new |r|.
template <typename Real>
double advance(Real a, std::span<const Block3<Real>> p, std::span<const Block3<Real>> q,
               std::span<Block3<Real>> x, std::span<Block3<Real>> r);

// Conversions between precisions, for mixed-precision solvers: y = scale x
template <typename Real>
void assign_scaled(std::span<const Block3<double>> x, double scale, std::span<Block3<Real>> y);
// y += scale x
template <typename Real>
void add_scaled(std::span<const Block3<Real>> x, double scale, std::span<Block3<double>> y);

// x . y in double
template <typename Real>
double block_dot(const Block3<Real>& x, const Block3<Real>& y) {
  return static_cast<double>(x.x) * y.x + static_cast<double>(x.y) * y.y + static_cast<double>(x.z) * y.z;
}

// Blocks per chunk of a loop over vectors: about 64 KB of float, so that loops over small vectors run on one
// thread. Sums over the same chunks have the same bits.
inline constexpr Index kVectorChunk = 4096;

inline Block3<double> to_block(const Vec3& v) { return {v.x, v.y, v.z, 0}; }
template <typename Real>
Vec3 to_vec3(const Block3<Real>& b) {
  return {b.x, b.y, b.z};
}

}  // namespace sinew
