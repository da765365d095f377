#pragma once

#include <string_view>
#include <variant>

#include "model/region.h"
#include "model/time_interval.h"

namespace sinew {

// What acts on a body from outside, as a scene says it; stepping/applied_forces.h makes nodal forces of it.

struct Gravity {
  Vec3 acceleration{0, -9.81, 0};  // m/s^2
  TimeInterval during{};
};

// Pressure drag, face by face, without lee or friction: with the wind w relative to a face of area A and
// normal n, the face feels 1/2 air_density drag A |w.n| (w.n) n. A closed body feels it on the faces that
// look into the wind, a sheet on whichever side does. Faces do not shade each other.
struct Wind {
  Vec3 velocity{};            // m/s
  double air_density = 1.2;   // kg/m^3
  double drag = 1.2;          // coefficient; about that of a flat plate
  double gust = 0;            // the velocity is multiplied by 1 + gust sin(2 pi gust_frequency time)
  double gust_frequency = 0;  // Hz
  TimeInterval during{};
};

// A field that pulls to its centre (pushes away where strength < 0) with an acceleration of
//   strength (core / r)^falloff   at r >= core,      strength r / core   within the core.
struct Radial {
  Vec3 centre{};        // m
  double strength = 1;  // m/s^2, at the edge of the core
  double falloff = 2;   // 0: the same everywhere outside of the core
  double core = 0.1;    // m, more than 0
  TimeInterval during{};
};

// Keeps its direction, and its place on the body: the point of the boundary nearest to `at` at rest.
struct PointForce {
  Vec3 at{};     // at rest, m
  Vec3 force{};  // N
  TimeInterval during{};
};

// On the faces of the boundary whose centres are in the region at rest.
struct SurfaceForce {
  Region region{};
  Vec3 traction{};      // Pa, of the area at rest: keeps direction and size
  double pressure = 0;  // Pa, of the current area: pushes against the current outward normal
  TimeInterval during{};
};

using Force = std::variant<Gravity, Wind, Radial, PointForce, SurfaceForce>;

// Whether it acts by the faces of the boundary, not on masses.
bool acts_on_boundary(const Force& force);

// Throws Error where a figure is not finite, a density or coefficient is negative, a field has no core, a
// region makes no sense or time runs backwards; `where` names the place the force came from.
void require_valid(const Force& force, std::string_view where);

// m/s, gusts included.
Vec3 velocity_at(const Wind& wind, double time);
// m/s^2.
Vec3 acceleration_at(const Radial& field, const Vec3& point);
// J/kg: its slope is minus the acceleration; 0 at the centre.
double potential_at(const Radial& field, const Vec3& point);

}  // namespace sinew
