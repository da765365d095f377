#include "adaptive/refinement_error.h"

#include "adaptive/node_loops.h"
#include "base/parallel.h"
#include "linalg/inverse3.h"
#include "sinew/base/profile.h"

namespace sinew {

namespace {
constexpr Index kNodes = 256;
}

RefinementError::RefinementError(const AdaptiveRest& rest) : rest_(rest) {
  for (const LevelRest& level : rest.levels) difference_.emplace_back(level.node_count());
  from_mean_ = rest.levels.back().elements.positions;
  Vec3 mean;
  for (const Vec3& x : from_mean_) mean += x / static_cast<double>(from_mean_.size());
  Mat3 spread;
  for (Vec3& x : from_mean_) x -= mean, spread = spread + outer(x, x);
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 unit;
    unit[axis] = 1;
    inverse_spread_.column[axis] = solved(spread, unit);
  }
}

// By least squares: u = mean + G (x - mean), G = sum u x^T (sum x x^T)^-1.
void RefinementError::subtract_affine_motion(std::span<const Block3<double>> u) {
  BlockVector<double>& d = difference_.back();
  Vec3 mean;
  Mat3 moment;
  for (std::size_t i = 0; i < u.size(); ++i) {
    mean += to_vec3(u[i]) / static_cast<double>(u.size());
    moment = moment + outer(to_vec3(u[i]), from_mean_[i]);
  }
  const Mat3 G = moment * inverse_spread_;
  for (std::size_t i = 0; i < u.size(); ++i) d[i] = to_block(to_vec3(u[i]) - mean - G * from_mean_[i]);
}

void RefinementError::find(int level, const Front& front, const LevelOperator& A,
                           std::span<const Block3<double>> u, std::span<const Block3<double>> coarse,
                           std::vector<double>& errors) {
  const ProfileZone zone("criterion");
  const Front::Lists& lists = front.lists(level);
  BlockVector<double>& d = difference_[level];
  if (coarse.empty()) {
    subtract_affine_motion(u);
  } else {
    for (const Index n : lists.interface) d[n] = {};
    parallel_for_each(lists.active.size(), kNodes, [&](Index i) {
      const Index n = lists.active[i];
      d[n] = to_block(to_vec3(u[n]) - interpolated(rest_.levels[level].up[n], coarse));
    });
  }
  parallel_for_each(lists.active.size(), kNodes, [&](Index i) {
    const Index n = lists.active[i];
    const Mat3 D = A.stiffness_diagonal(n);
    errors[n] = determinant(D) > 0 ? norm(solved(D, A.stiffness_product(n, d))) : 0;
  });
}

}  // namespace sinew
