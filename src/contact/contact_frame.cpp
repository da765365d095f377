#include "contact/contact_step.h"

namespace sinew {

namespace {

void add_arrow(const Vec3& at, const Vec3& force, const std::string& name, std::vector<BodyFrame>& bodies) {
  for (BodyFrame& body : bodies)
    if (body.body == name) body.arrows.push_back({ForceArrow::Kind::kContact, at, force});
}

}  // namespace

void ContactStep::publish(bool with_forces, Frame& frame) const {
  publish(with_forces, frame.contact);
  for (const Collider& collider : colliders_)
    if (collider.seen()) frame.tools.push_back(collider.seen()->at(frame.time - collider.lag()));
  for (const ContactForce& one : frame.contact.forces) {
    add_arrow(one.at, one.force, one.a, frame.bodies);
    add_arrow(one.at, -one.force, one.b, frame.bodies);
  }
}

}  // namespace sinew
