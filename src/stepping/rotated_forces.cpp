#include "stepping/rotated_forces.h"

#include "base/parallel.h"
#include "stepping/step_nodes.h"

namespace sinew {

namespace {

void rotate(const Mat3& R, std::span<const Block3<double>> from, std::span<Block3<double>> to) {
  parallel_for_each(from.size(), kNodesPerChunk, [&](Index i) { to[i] = to_block(R * to_vec3(from[i])); });
}

}  // namespace

void RotatedForces::evaluate(double time, In u, In v, Out f) {
  u_.resize(u.size()), v_.resize(v.size());
  rotate(to_world_, u, u_), rotate(to_world_, v, v_);
  in_world_.evaluate(time, u_, v_, f);
  rotate(to_own_, f, f);
  const std::span<const Mat3> drag = in_world_.drag();
  drag_.resize(drag.size());
  parallel_for_each(drag.size(), kNodesPerChunk, [&](Index i) { drag_[i] = to_own_ * drag[i] * to_world_; });
}

BlockVector<double> RotatedForces::rotated(In own) const {
  BlockVector<double> in_world(own.size());
  rotate(to_world_, own, in_world);
  return in_world;
}

}  // namespace sinew
