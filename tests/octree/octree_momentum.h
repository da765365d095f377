#pragma once

#include <vector>

#include "octree/grid/octree_rest.h"
#include "sinew/octree/octree_body.h"
#include "stepping/rigid_momentum.h"

namespace sinew::test {

// Sums over the unknowns, whose masses steps use: kg m/s, and kg m^2/s about the origin.
inline Momentum momentum_of(const OctreeBody& body) {
  std::vector<double> u, v;
  for (const StateArray& array : body.state()) {
    if (array.name == "displacement") u = array.values;
    if (array.name == "velocity") v = array.values;
  }
  Momentum sum;
  for (std::size_t i = 0; i < body.rest().mass.size(); ++i) {
    const Vec3 x = body.rest().positions[i] + Vec3{u[3 * i], u[3 * i + 1], u[3 * i + 2]};
    const Vec3 q = body.rest().mass[i] * Vec3{v[3 * i], v[3 * i + 1], v[3 * i + 2]};
    sum += {q, cross(x, q)};
  }
  return sum;
}

}  // namespace sinew::test
