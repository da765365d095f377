#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sinew/mesh/surface_mesh.h"
#include "sinew/model/motion.h"

namespace sinew {

// Contact between bodies, with themselves and with obstacles. It is inelastic: bodies that meet do not bounce
// off by the contact, only by the energy that their own deformation gives back.

// The side of a plane that the normal points away from; without end.
struct PlaneShape {
  Vec3 point{};          // m, on the plane
  Vec3 normal{0, 1, 0};  // of any length
  double size = 0;       // m: the side of the square around the point that frames show; 0: none
};
// Along the axes of the world.
struct BoxShape {
  Vec3 lower{}, upper{};  // m
};
struct SphereShape {
  Vec3 centre{};      // m
  double radius = 0;  // m
};
// All points within the radius of the segment from a to b.
struct CapsuleShape {
  Vec3 a{}, b{};      // m
  double radius = 0;  // m
};
// Around the segment from a to b, with flat ends.
struct CylinderShape {
  Vec3 a{}, b{};      // m
  double radius = 0;  // m
};
// What a closed surface, oriented outward, bounds.
struct MeshShape {
  SurfaceMesh mesh;  // m
};
using ObstacleShape = std::variant<PlaneShape, BoxShape, SphereShape, CapsuleShape, CylinderShape, MeshShape>;

// A rigid thing that bodies collide with and that no force moves.
struct Obstacle {
  std::string name;
  ObstacleShape shape;
  Motion motion{};                      // from where the shape is described
  std::optional<double> friction = {};  // coefficient against everything; default: that of the world
};

// How two things collide that are named here: bodies or obstacles. The same name twice: a body with itself.
struct ContactPair {
  std::string a, b;
  bool collides = true;
  std::optional<double> friction = {};  // coefficient; default: that of the obstacle or of the world
};

// What bodies that touch do to each other.
enum class ContactResponse {
  kForces,    // forces that close gaps and stop slip, solved together with the bodies' steps: nothing crosses
  kPositions  // collision meshes of tetrahedra are moved apart after the steps [Seiler11, sec. 5.2]
};

// The names that scene files use, in the order of ContactResponse.
inline constexpr std::array<std::string_view, 2> kContactResponseNames{"forces", "positions"};

// How bodies of a world touch.
struct ContactParams {
  // By positions: bodies of tetrahedra and of cells that are not cut, not with themselves; `rounds` is how often what
  // is moved is carried back to the bodies, `passes` how often the pairs that touch are visited in each.
  ContactResponse response = ContactResponse::kForces;
  int passes = 10;
  bool bodies = true;      // whether bodies collide with each other
  bool themselves = true;  // whether bodies collide with themselves
  double friction = 0.3;   // Coulomb's coefficient
  // How near surfaces come, m (decimated ones: their deviation at least); 0: a fiftieth of the finer's mean edge.
  double gap = 0;
  std::vector<ContactPair> pairs = {};  // exceptions; the last that names a pair counts
  // Most alternations of a body's own solve and sweeps over the contacts in a step, and most sweeps in each.
  int rounds = 8, sweeps = 40;
  // Sweeps and rounds end when no gap changes by more than this part of the gap that surfaces keep.
  double tolerance = 1e-5;
};

// Two things that cross: a body and another body, itself or an obstacle.
struct ContactCrossings {
  std::string a, b;        // names
  std::int64_t pairs = 0;  // of triangles of their contact surfaces; of a plane: vertices behind it
};

// The surface by which a body collides.
struct ContactSurfaceMeasure {
  std::string body;  // name
  std::int64_t triangles = 0;
  double deviation = 0;  // if it is decimated: how far it is from what is seen, at most, m
};

// Throw Error if a number is invalid or a name is missing; `where` says where it came from.
void require_valid(const Obstacle& obstacle, std::string_view where);
void require_valid(const ContactParams& params, std::string_view where);

// The surface of a shape, closed and oriented outward; curved parts are divided so that edges differ from the
// curve by at most `tolerance` (m). A plane has none.
SurfaceMesh surface_of(const ObstacleShape& shape, double tolerance);

}  // namespace sinew
