#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "collision/crossing_pairs.h"
#include "sinew/world/world.h"

namespace sinew::test {

inline constexpr double kStep = 1.0 / 60;  // s

// Pairs of triangles of the surfaces that are seen, of all bodies, that cross in the last frame.
inline Index seen_crossings(const World& world) {
  std::vector<std::vector<Vec3>> positions;
  std::vector<SurfaceState> surfaces;
  for (const BodyFrame& body : world.frame().bodies) positions.push_back(surface_positions(body));
  for (std::size_t b = 0; b < positions.size(); ++b)
    surfaces.push_back({world.frame().bodies[b].topology.surface->mesh.triangles, positions[b]});
  return static_cast<Index>(crossing_pairs(surfaces).size());
}

// The sum of the forces on a body of that name in the last frame, N.
inline Vec3 contact_force_on(const World& world, const std::string& name) {
  Vec3 sum;
  for (const ContactForce& force : world.frame().contact.forces) {
    if (force.a == name) sum += force.force;
    if (force.b == name) sum -= force.force;
  }
  return sum;
}

// Of all nodes of all bodies, m/s.
inline double largest_speed(const World& world) {
  double most = 0;
  for (const BodyFrame& body : world.frame().bodies)
    for (const Vec3& v : body.velocities) most = std::max(most, norm(v));
  return most;
}

}  // namespace sinew::test
