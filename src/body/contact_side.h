#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "body/collision_mesh.h"
#include "body/contact_surface.h"
#include "linalg/block_vector.h"
#include "sinew/base/placement.h"

namespace sinew {

struct SystemLevels;  // multigrid/system_levels.h

// An unknown that keeps this share of the difference between its increment and this one, m, in own axes.
struct HeldBack {
  Index unknown;
  double share;
  Vec3 way;
};

// A body that keeps its shape, as a whole, in the world when the step ends.
struct RigidWhole {
  double mass = 0;         // kg
  Vec3 centre;             // m
  Mat3 inertia;            // about it, kg m^2
  Vec3 given_by_contacts;  // angular momentum about the origin, kg m^2/s
  double dt = 0;           // of the step, s
};

// What contact may ask of a body between Body::begin_step and Body::end_step. Vectors have a block for each
// unknown of the body's step, which are not the nodes of its frames, and are in the body's own axes. The step
// solves A w = r for the increments w of the unknowns.
class ContactSide {
 public:
  virtual ~ContactSide() = default;

  // Of the own axes in the world.
  virtual const Placement& placement() const = 0;
  // What collides; another object if it changed since the last step. Null: nothing does.
  virtual std::shared_ptr<const ContactSurface> contact_surface() = 0;
  // Where the unknowns are when the step begins, m, in own axes.
  virtual std::span<const Vec3> start_positions() = 0;
  // w, as far as it is known, m.
  virtual std::span<const Block3<double>> increment() const = 0;
  // Where the vertices of the contact surface are when the step begins and, with this increment, when it ends,
  // m, in the world. The latter are linear in w, except for rigid bodies, where they are so to first order.
  virtual void vertices_at_start(std::span<Vec3> vertices) = 0;
  virtual void vertices_at_end(std::span<Vec3> vertices) = 0;
  // The levels of A as the last relax() had them.
  virtual const SystemLevels& system_levels() = 0;
  // By how much forces (N) are multiplied in r, by the scheme of the step.
  virtual double load() const = 0;

  // Whether the same loads and holds act on it at `time` and dt later: a body at rest then stays at rest.
  virtual bool is_steady(double /*time*/, double /*dt*/) const { return false; }
  // Counts what is done to the body between steps: pulls that change, cuts, tuning.
  virtual std::uint64_t disturbances() const { return 0; }

  // How many cycles the body's own solver counts in a step; 0: it solves to a tolerance.
  virtual int counted_cycles() const = 0;

  // Said before the first relax() with contact forces, and again when there are other contacts: the unknowns that these
  // depend on, each once or more. No contact force acts on others.
  virtual void expect_touch(std::span<const Index> /*unknowns*/) {}

  // w += B (r - A w + load f) where B is one solve by the body's own method, of exactly this many cycles or,
  // if 0, to its own goal; for non-linear strains it is one Newton iteration. f are the contact forces, N,
  // which replace those of the last call; empty: none. Returns whether the step is solved under these forces.
  virtual bool relax(std::span<const Block3<double>> forces, int cycles) = 0;
  // Translates each piece that nothing holds such that its momentum changes by what the forces of the step give it,
  // with these contact forces (N, as above), however well the step is solved. Default: it is solved exactly.
  virtual void balance_momentum(std::span<const Block3<double>> /*forces*/) {}
  // Of a body that keeps its shape: with these contact forces (N, as above), which are those of its step.
  virtual std::optional<RigidWhole> rigid_whole(std::span<const Block3<double>> /*forces*/) { return {}; }
  // Adds a rotation about a point to its velocities alone, m and rad/s, until it is relaxed again.
  virtual void add_spin(const Vec3& /*centre*/, const Vec3& /*spin*/) {}
  // The forces (N, as above) with which contact ends the step: what they did counts in its energies and reactions.
  virtual void take_contact_forces(std::span<const Block3<double>> /*forces*/) {}
  // w += d, m
  virtual void move(std::span<const Block3<double>> d) = 0;
  // Said before begin_step: whether the body touched something in the last step. Said after it: that it touches something
  // in this one, after all. A body whose scheme takes forces in the middle of a step makes such steps by backward Euler.
  virtual void expect_contact(bool /*touches*/) {}
  virtual void begin_contact() {}
  // w = way + share (w - way) for each of these.
  virtual void hold_back(std::span<const HeldBack> unknowns) = 0;
  // Of the unknowns, lumped, kg.
  virtual std::span<const double> masses() const = 0;

  // For contact by positions: the tetrahedra that collide; another object if they changed since the last step. Null: the
  // body has none. Throws Error if they cannot be made.
  virtual std::shared_ptr<const CollisionMesh> collision_mesh() { return nullptr; }
  // w += d, m, whatever energy that gives: how stiff the body is was not asked.
  virtual void displace(std::span<const Block3<double>> /*d*/) {}
  // Where contact puts their nodes when the step ends, m, in the world: what is seen follows them from then on.
  virtual void take_collision_places(std::span<const Vec3> /*places*/) {}
};

}  // namespace sinew
