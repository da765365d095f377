#include "stepping/turning_path.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "stepping/step_nodes.h"

namespace sinew {

namespace {

// R(turning) x - x (Rodrigues), accurate for small angles too.
Vec3 turned(const Vec3& turning, const Vec3& x) {
  const double angle = norm(turning), half = std::sin(angle / 2);
  const Vec3 k = turning / angle;
  return std::sin(angle) * cross(k, x) + 2 * half * half * cross(k, cross(k, x));
}

// Solves A x = b for a symmetric positive definite A; returns false if A is nearly singular.
bool solve(const Mat3& A, const Vec3& b, Vec3& x) {
  const auto& [p, q, r] = A.column;
  const double all = dot(p, cross(q, r));
  if (!(all > 1e-9 * std::pow(trace(A), 3))) return false;
  x = Vec3{dot(b, cross(q, r)), dot(p, cross(b, r)), dot(p, cross(q, b))} / all;
  return true;
}

}  // namespace

TurningPath::TurningPath(std::span<const Vec3> rest, In u, In e, std::span<const char> held)
    : rest_(rest), u_(u), e_(e), held_(held) {
  constexpr double kStraight = 1e-3;  // rad; stretches by 5e-7
  const auto n = static_cast<Index>(rest.size());
  Vec3 centre, mean;
  for (Index i = 0; i < n; ++i) centre += place(i), mean += to_vec3(e[i]);
  centre *= 1.0 / n, mean *= 1.0 / n;

  // Least squares: J omega = sum d x (e - mean).
  Mat3 J;
  Vec3 moment;
  for (Index i = 0; i < n; ++i) {
    const Vec3 d = place(i) - centre;
    J = J + squared_norm(d) * Mat3::identity() - outer(d, d);
    moment += cross(d, to_vec3(e[i]) - mean);
  }
  if (!solve(J, moment, turning_) || !(norm(turning_) > kStraight)) return;
  angle_ = norm(turning_);
  axis_ = centre, along_ = mean;
  if (std::none_of(held.begin(), held.end(), [](char h) { return h != 0; })) return;
  axis_ += cross(turning_, mean) / (angle_ * angle_);
  along_ = (dot(mean, turning_) / (angle_ * angle_)) * turning_;
}

void TurningPath::go(double s, std::span<Block3<double>> out) const {
  parallel_for_each(static_cast<Index>(rest_.size()), kNodesPerChunk, [&](Index i) {
    const Vec3 straight = s * to_vec3(e_[i]);
    if (held_[i] != 0 || angle_ == 0) {
      out[i] = to_block(straight);
      return;
    }
    const Vec3 arm = place(i) - axis_, rigid = along_ + cross(turning_, arm);
    out[i] = to_block(straight + s * (along_ - rigid) + turned(s * turning_, arm));
  });
}

}  // namespace sinew
