#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

#include "contact/seen_contact.h"
#include "sinew/contact/contact.h"
#include "sinew/rigid/rigid_body.h"
#include "sinew/world/world.h"

namespace sinew::test {

// A box around the origin, of twelve triangles.
inline SurfaceMesh box_surface(const Vec3& size) { return surface_of(BoxShape{-0.5 * size, 0.5 * size}, 0); }

// A sphere around the origin whose vertices lie on it.
inline SurfaceMesh ball_surface(double radius, double tolerance) {
  return surface_of(SphereShape{{}, radius}, tolerance);
}

// A box whose lower face is centred at `at`.
struct RigidBoxOptions {
  std::string name = "box";
  Vec3 size{0.2, 0.2, 0.2}, at{0, 0, 0};
  double density = 1000;
  Vec3 velocity{}, spin{};
  Vec3 gravity{0, -9.81, 0};
  Mat3 rotation = Mat3::identity();
};

inline std::unique_ptr<RigidBody> rigid_box(const RigidBoxOptions& options) {
  RigidBodyModel model;
  model.surface = box_surface(options.size);
  model.density = options.density;
  model.forces = {Gravity{options.gravity}};
  model.velocity = options.velocity;
  model.spin = options.spin;
  model.placement = {options.rotation, options.at + Vec3{0, options.size.y / 2, 0}};
  return std::make_unique<RigidBody>(options.name, std::move(model));
}

inline Mat3 turned_about_z(double angle) {
  return {
      {Vec3{std::cos(angle), std::sin(angle), 0}, Vec3{-std::sin(angle), std::cos(angle), 0}, Vec3{0, 0, 1}}};
}

inline RigidBody& added(World& world, std::unique_ptr<RigidBody> body) {
  return static_cast<RigidBody&>(world.add(std::move(body)));
}

inline Obstacle ground() { return {.name = "ground", .shape = PlaneShape{}}; }

}  // namespace sinew::test
