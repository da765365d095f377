#pragma once

#include <span>

#include "base/mat3.h"
#include "linalg/block_vector.h"

namespace sinew {

// The way of a correction e of a body's nodes, bent along the rigid motion that fits it best. A stiff body
// that is to turn moves along arcs: along e itself it would be stretched, and a line search would let it go
// by a small part of e only, again and again (a hinged cube of 0.4 mm, 2.5e8 Pa: 20 Newton iterations in a
// step instead of 4).
//
//   x(s) = axis + R(s omega) (x - axis) + s (along + rest of e)
//
// The axis is that of the screw motion if something holds the body, and goes through its centre if nothing
// does: what flies moves on straight.
class TurningPath {
 public:
  using In = std::span<const Block3<double>>;

  // Refers to all: positions at rest (m), displacements u where e begins, and which nodes are held. Held
  // nodes stay.
  TurningPath(std::span<const Vec3> rest, In u, In e, std::span<const char> held);

  // Of the whole way, rad; 0 if it is straight.
  double angle() const { return angle_; }
  // out = how far the nodes are from where they began, after a share s of the way.
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
