#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "sinew/model/motion.h"
#include "sinew/model/region.h"

namespace sinew {

// External forces on a body.

// The same acceleration everywhere.
struct Gravity {
  Vec3 acceleration{0, -9.81, 0};  // m/s^2
  TimeInterval during{};
};

// Pressure drag, face by face, without lee pressure or friction. With the wind w relative to a face of area A
// and normal n, the force on the face is 1/2 air_density drag A |w.n| (w.n) n. It acts on the faces of a
// closed body that face the wind, and on whichever side of a sheet does. Faces do not shade each other.
struct Wind {
  Vec3 velocity{};            // m/s
  double air_density = 1.2;   // kg/m^3
  double drag = 1.2;          // coefficient; about that of a flat plate
  double gust = 0;            // the velocity is multiplied by 1 + gust sin(2 pi gust_frequency time)
  double gust_frequency = 0;  // Hz
  TimeInterval during{};
  bool on_cuts = false;  // whether it also acts on the faces that cuts have opened
};

// A field that pulls to its centre (pushes away if strength < 0) with an acceleration of
//   strength (core / r)^falloff   at r >= core,      strength r / core   within the core.
struct Radial {
  Vec3 centre{};        // m
  double strength = 1;  // m/s^2, at the edge of the core
  double falloff = 2;   // 0: the same everywhere outside of the core
  double core = 0.1;    // m, more than 0
  TimeInterval during{};
};

// A force of constant direction that acts at a fixed place on the body: the point of the boundary nearest to
// `at` at rest.
struct PointForce {
  Vec3 at{};     // at rest, m
  Vec3 force{};  // N
  TimeInterval during{};
};

// Acts on the faces of the boundary whose centres are in the region at rest.
struct SurfaceForce {
  Region region{};
  Vec3 traction{};      // Pa, per area at rest; direction and magnitude are constant
  double pressure = 0;  // Pa, per current area; pushes against the current outward normal
  TimeInterval during{};
  bool on_cuts = false;  // whether it also acts on the faces that cuts have opened
};

// A force of the program's own on the nodes of a body, in the numbers of its frames: those of the mesh that a
// tet body was given; of the vertices of an octree, which change with every cut.
struct CustomForce {
  std::string name;  // for messages
  // Adds its force on each node (N) to f; x and v are the positions (m) and velocities (m/s) at the start of
  // a step. It is called once per evaluation of the forces of a body. Bodies that share it may call it at the
  // same time, from several threads. The force is constant in the step: a stiff or strongly damping one needs
  // short steps. For equal runs it must give equal bits for equal input.
  std::function<void(double t, std::span<const Vec3> x, std::span<const Vec3> v, std::span<Vec3> f)> add;
  // J: minus the work that it has done, for the energies; may be empty.
  std::function<double(double t, std::span<const Vec3> x)> potential = {};
};

// Any of the forces that a body may be under.
using Force = std::variant<Gravity, Wind, Radial, PointForce, SurfaceForce, CustomForce>;

// Whether it acts on the faces of the boundary.
bool acts_on_boundary(const Force& force);

// Throws Error if a number is not finite, a density or coefficient is negative, a field has no core, a region
// is invalid, a custom force has no function or an interval ends before it begins; `where` says where the
// force came from.
void require_valid(const Force& force, std::string_view where);

// Velocity at that time, gusts included, m/s.
Vec3 velocity_at(const Wind& wind, double time);
// m/s^2.
Vec3 acceleration_at(const Radial& field, const Vec3& point);
// J/kg: its gradient is minus the acceleration; 0 at the centre.
double potential_at(const Radial& field, const Vec3& point);

}  // namespace sinew
