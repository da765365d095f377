#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "sinew/base/geometry.h"

namespace sinew {

// The features of two colliders that touch. Keeps the force of a contact from step to step.
struct ContactKey {
  // Glue: a vertex that keeps its place on a triangle, or on an obstacle (anchor.h).
  enum class Kind : std::uint8_t { kVertexPlane, kVertexTriangle, kEdgeEdge, kGlue };
  Index a = -1, b = -1;  // colliders
  Kind kind = Kind::kVertexPlane;
  // The vertex on a, then the triangle on b; or the edge on a, then that on b. Not used: -1.
  std::array<Index, 4> vertex{-1, -1, -1, -1};

  // How many of the vertices, the first ones, are on a.
  int count_of_a() const { return kind == Kind::kEdgeEdge ? 2 : 1; }

  auto operator<=>(const ContactKey&) const = default;
};

// Two points that may press on each other and rub, p on collider a and q on collider b:
//
//   p - q = sum_k weight[k] x(vertex[k]) - (a point of an obstacle without vertices),
//
// with the weights of b negative. In a step they move by `slip` against each other; p must stay on the side of q
// that the normal points to:  gap + normal . slip >= 0.  All in world coordinates.
struct ContactPoint {
  ContactKey key;
  std::array<double, 4> weight{};
  int count = 0;        // vertices used
  int count_of_a = 0;   // those of a, which come first
  Vec3 at;              // m, where it is when the step begins; after the step, where p is then
  Vec3 normal;          // from b to a, of length 1
  Vec3 carried;         // how far the obstacle without vertices moves there in the step, m
  double gap = 0;       // when the step begins: the distance less the one that is to be kept, m
  double keeps = 0;     // the distance to be kept, m
  double friction = 0;  // Coulomb's coefficient
  Vec3 force;           // on a, N
};

}  // namespace sinew
