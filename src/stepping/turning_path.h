#pragma once

#include <span>

#include "linalg/block_vector.h"
#include "sinew/base/geometry.h"

namespace sinew {

// The path of a correction e of a body's nodes, bent along the rigid motion that fits it best. A stiff body
// turns along arcs: along e itself it would be stretched, and a line search would accept only a small part of
// e, again and again (a hinged cube of 0.4 mm, 2.5e8 Pa: 20 Newton iterations per step instead of 4).
//
//   x(s) = axis + R(s omega) (x - axis) + s (along + rest of e)
//
// The axis is that of the screw motion if the body is held, and goes through its centre if it is free: a body
// in flight moves on straight.
class TurningPath {
 public:
  using In = std::span<const Block3<double>>;

  // Refers to all: positions at rest (m), displacements u at which e starts, and which nodes are held. Held
  // nodes stay, since e is 0 there.
  TurningPath(std::span<const Vec3> rest, In u, In e, std::span<const char> held);

  // Rotation over the whole path, rad; 0 if the path is straight.
  double angle() const { return angle_; }
  // out = how far the nodes have moved after a share s of the path.
  void go(double s, std::span<Block3<double>> out) const;

 private:
  Vec3 place(Index node) const { return rest_[node] + to_vec3(u_[node]); }

  std::span<const Vec3> rest_;
  In u_, e_;
  std::span<const char> held_;
  Vec3 turning_, axis_, along_;  // omega, rad; a point of the axis, and the way of that point, m
  double angle_ = 0;
};

}  // namespace sinew
