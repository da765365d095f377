#include "scene/json/kind_tables.h"
#include "scene/json/scene_table.h"
#include "scene/rules/value_rules.h"
#include "sinew/scene/rules/list_rules.h"

namespace sinew {

ObjectRule<RigidBodyDescription> rigid_keys() {
  using D = RigidBodyDescription;
  return object<D>(std::string(D::kType),
                   "what a closed surface bounds, which keeps its shape and moves freely")
      .key("density", &D::density, positive("kg/m^3"), "of a rigid body: its density")
      .required()
      .key("spin", &D::spin, vector_of(number("rad/s")),
           "of a rigid body: its angular velocity at the start, about its centre of mass")
      .before("solver");
}

void check_rigid_body(BodyDescription& body, const Node& object, const Place& place) {
  if (std::holds_alternative<RectangleMeshDescription>(body.mesh))
    place.of("mesh", object).refuse("a rectangle has no inside", "a rigid body needs one: take a box");
}

}  // namespace sinew
