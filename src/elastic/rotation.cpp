#include "elastic/rotation.h"

#include <algorithm>
#include <cmath>

#include "elastic/rotation_kernels.h"

namespace sinew {

namespace {

Quaternion product(const Quaternion& a, const Quaternion& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

Quaternion unit(const Quaternion& q) {
  const double s = 1 / std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}

}  // namespace

// Maximises tr(R^T F) over rotations. With r_i, f_i the columns of R and F, a small rotation w changes it by
//   g . w - w^T H w / 2,   g = sum_i r_i x f_i,   H = tr(M) I - sym(M),   M = F R^T,
// so Newton's step solves H w = g. If H is not positive definite (an inverted element, or a guess beyond a
// quarter turn), the step follows the gradient, scaled to a bounded angle.
Quaternion nearest_rotation(const Mat3& F, const Quaternion& guess, int iterations) {
  Quaternion q = guess;
  for (int k = 0; k < iterations; ++k) {
    const Mat3 R = to_matrix(q);
    Vec3 gradient;
    for (int i = 0; i < 3; ++i) gradient += cross(R.column[i], F.column[i]);
    const Mat3 M = F * transposed(R);
    const double size = std::abs(M(0, 0)) + std::abs(M(1, 1)) + std::abs(M(2, 2)) + norm(gradient);
    if (!(norm(gradient) > 1e-15 * size)) break;
    const Mat3 H = trace(M) * Mat3::identity() - 0.5 * (M + transposed(M));
    const double minor = H(0, 0) * H(1, 1) - H(0, 1) * H(1, 0), det = determinant(H);
    Vec3 turn;
    if (H(0, 0) > 0 && minor > 0 && det > 1e-12 * size * size * size) {
      const Vec3 &a = H.column[0], &b = H.column[1], &c = H.column[2];
      turn = Vec3{dot(gradient, cross(b, c)), dot(a, cross(gradient, c)), dot(a, cross(b, gradient))} / det;
    } else {
      turn = gradient / (std::abs(trace(M)) + norm(gradient));
    }
    const double angle = norm(turn);
    if (angle > 0.5) turn *= 0.5 / angle;
    q = unit(product({1, 0.5 * turn.x, 0.5 * turn.y, 0.5 * turn.z}, q));
    if (angle < 1e-9) break;
  }
  return q;
}

void turn_to_nearest(std::span<const Mat3> F, std::span<Quaternion> rotations) {
  static const RotationKernels& kernels = rotation_kernels_for(best_instruction_set());
  constexpr std::size_t kSize = TurningPack::kSize;
  TurningPack pack;
  for (std::size_t begin = 0; begin < F.size(); begin += kSize) {
    const std::size_t count = std::min(kSize, F.size() - begin);
    for (std::size_t i = 0; i < count; ++i) {
      for (int k = 0; k < 9; ++k) pack.F[k][i] = F[begin + i](k % 3, k / 3);
      const Quaternion& q = rotations[begin + i];
      pack.q[0][i] = q.w, pack.q[1][i] = q.x, pack.q[2][i] = q.y, pack.q[3][i] = q.z;
    }
    kernels.turn_to_nearest(pack, static_cast<int>(count));
    for (std::size_t i = 0; i < count; ++i)
      rotations[begin + i] = {pack.q[0][i], pack.q[1][i], pack.q[2][i], pack.q[3][i]};
  }
}

double energy_of_straight_turn(const Mat3& gradient, double lambda, double mu) {
  const Mat3 W = 0.5 * (gradient - transposed(gradient));
  const double squared_angle = inner(W, W) / 2, strain = squared_angle / 2;
  return 2 * strain * strain * (lambda + mu);
}

}  // namespace sinew
