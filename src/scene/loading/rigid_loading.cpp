#include "scene/loading/rigid_loading.h"

#include "scene/loading/contact_loading.h"
#include "scene/loading/force_loading.h"
#include "scene/loading/mesh_questions.h"
#include "scene/loading/placement.h"
#include "scene/loading/scene_meshes.h"
#include "sinew/rigid/rigid_body.h"

namespace sinew {

namespace {

struct PlacedRigidModel {
  RigidBodyModel model;
  std::vector<ScenePlace> forces;  // places of its forces
};

SurfaceMesh surface_of(const BodyToMake& wanted) try {
  return wanted.meshes.bounding(wanted.body);
} catch (const Error& error) {
  throw wanted.place.member("mesh").with(error);
}

PlacedRigidModel model_of(const BodyToMake& wanted, const RigidBodyDescription& own) {
  const auto& [scene, body, place, meshes] = wanted;
  PlacedForces forces = forces_of(scene, body, place);
  PlacedRigidModel made;
  RigidBodyModel& model = made.model;
  model.surface = surface_of(wanted);
  model.density = own.density;
  model.forces = std::move(forces.forces);
  model.velocity = body.velocity;
  model.spin = own.spin;
  model.placement = placement_of(body.place);
  model.contact_surface = scene_contact_surface(body, place);
  made.forces = std::move(forces.places);
  question_size(body, bounding_box(sinew::placed(model.placement, model.surface.positions)), place);
  return made;
}

}  // namespace

RigidBodyModel rigid_model(const BodyToMake& wanted, const RigidBodyDescription& own) {
  return model_of(wanted, own).model;
}

std::unique_ptr<Body> make_rigid_body(const BodyToMake& wanted, const RigidBodyDescription& own) {
  PlacedRigidModel placed = model_of(wanted, own);
  try {
    return std::make_unique<RigidBody>(wanted.body.name, std::move(placed.model));
  } catch (const Error& error) {
    if (error.where().starts_with("forces")) throw wanted.place.with(error, "forces", placed.forces);
    if (error.where() == "contact_surface") throw with_contact_place(error, wanted.place);
    throw wanted.place.member("mesh").with(error);
  }
}

}  // namespace sinew
