#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/base/placement.h"
#include "sinew/body/body.h"
#include "sinew/mesh/surface_mesh.h"
#include "sinew/model/contact_choice.h"
#include "sinew/model/forces.h"

namespace sinew {

// The input of a RigidBody. The surface is in the body's own axes, which `placement` puts into the world; all else
// is in world coordinates. Bodies with equal surfaces share it, whatever their places and densities.
struct RigidBodyModel {
  SurfaceMesh surface = {};  // closed, oriented outward, m
  double density = 1000;     // kg/m^3
  std::vector<Force> forces = {Gravity{}};
  Vec3 velocity = {};  // of the centre of mass at the start, m/s
  Vec3 spin = {};      // angular velocity at the start, rad/s
  Placement placement = {};
  // What collides. A body of no elements counts as one of elements that are a fiftieth of its size.
  ContactChoice contact_surface = {};
};

// A body that keeps its shape and moves freely. It collides as every body does; one whose motion is prescribed is
// an Obstacle. Mass, centre and inertia are those of what the surface bounds. The nodes of its frames are the
// vertices of its surface that triangles use, in their order, and the elements are its triangles.
//
// A step is backward Euler in the forces, and a midpoint rule for the free rotation: without torque the angular
// momentum is kept exactly and the energy to rounding, whatever the step.
class RigidBody final : public Body, public Pullable {
 public:
  // Throws Error, with a remedy, if the surface is open, not oriented, inside out or without a volume, if the
  // density is not positive, or if a force or the contact surface is invalid (naming them as forces[i], contact_surface).
  RigidBody(std::string name, RigidBodyModel model);
  ~RigidBody() override;

  const std::string& name() const override;
  void begin_step(double time, double dt) override;
  bool relax() override;
  void end_step() override;
  void commit() override;
  void publish(const FrameContents& contents, BodyFrame& frame) const override;
  ContactSide* contact_side() override;
  BodyMeasure measure() const override;
  // Centre, orientation, velocity, angular momentum and time.
  BodyState state() const override;
  void restore(const BodyState& state) override;
  Pullable* pullable() override { return this; }
  void set_pulls(std::vector<Pull> pulls) override;
  std::vector<Vec3> pull_forces() const override;
  Mat3 step_compliance(const Pull& patch) const override;

  // Of the current state, in world coordinates: the centre of mass (m), its velocity (m/s), angular velocity (rad/s),
  // angular momentum about the centre (kg m^2/s), inertia about the centre (kg m^2), and energies (J).
  Vec3 centre() const;
  Vec3 velocity() const;
  Vec3 angular_velocity() const;
  Vec3 angular_momentum() const;
  Mat3 inertia() const;
  Energies energies() const;

 private:
  struct Parts;

  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
