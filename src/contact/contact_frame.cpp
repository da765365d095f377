#include <map>

#include "contact/contact_step.h"

namespace sinew {

namespace {

// More pairs of bodies have no sums: a heap of fifty bodies has 1225.
constexpr std::size_t kMostPairs = 45;

void add_arrow(const ForceArrow& arrow, const std::string& name, std::vector<BodyFrame>& bodies) {
  for (BodyFrame& body : bodies)
    if (body.body == name) body.arrows.push_back(arrow);
}

bool is_glue(const ContactPoint& contact) { return contact.key.kind == ContactKey::Kind::kGlue; }

}  // namespace

// Frames show the end of the step: forces that stayed at its start would trail behind bodies that move fast.
void ContactStep::take_contacts_to_end() {
  for (ContactPoint& contact : contacts_) {
    if (stays(contact)) continue;
    const std::span<const Vec3> end = colliders_[contact.key.a].end();
    contact.at = {};
    for (int k = 0; k < contact.count_of_a; ++k) contact.at += contact.weight[k] * end[contact.key.vertex[k]];
  }
}

std::vector<ContactSum> ContactStep::sums() const {
  std::vector<Index> bodies, obstacles;
  for (Index c = 0; c < static_cast<Index>(colliders_.size()); ++c)
    (colliders_[c].is_obstacle() ? obstacles : bodies).push_back(c);
  std::vector<ContactSum> sums;
  std::map<std::pair<Index, Index>, std::size_t>
      number;  // of the sum of a pair; an obstacle is paired with itself
  if (bodies.size() * (bodies.size() - 1) / 2 <= kMostPairs)
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (std::size_t k = i + 1; k < bodies.size(); ++k) {
        number[{bodies[i], bodies[k]}] = sums.size();
        sums.push_back({colliders_[bodies[i]].name(), colliders_[bodies[k]].name(), {}});
      }
  for (const Index o : obstacles)
    number[{o, o}] = sums.size(), sums.push_back({colliders_[o].name(), "", {}});
  const auto add = [&](Index a, Index b, const Vec3& force) {
    if (const auto found = number.find({a, b}); found != number.end()) sums[found->second].force += force;
  };
  for (const ContactPoint& contact : contacts_) {
    if (is_glue(contact)) continue;
    const Index a = contact.key.a, b = contact.key.b;
    if (colliders_[a].is_obstacle()) add(a, a, contact.force);
    if (colliders_[b].is_obstacle()) add(b, b, -contact.force);
    if (a != b) add(a, b, contact.force), add(b, a, -contact.force);
  }
  return sums;
}

void ContactStep::add_marks(std::vector<ContactMark>& marks) const {
  using Kind = ContactMark::Kind;
  for (const ContactPoint& contact : contacts_)
    if (is_glue(contact))
      marks.push_back({Kind::kGlued, contact.at, normalized(contact.force)});
    else
      marks.push_back(
          {contact.force == Vec3{} ? Kind::kWatched : Kind::kPressed, contact.at, contact.normal});
}

void ContactStep::publish(const FrameContents& contents, ContactFrame& frame) const {
  frame = {};
  frame.is_on = true;
  frame.held_back = held_back_;
  frame.blocked = blocked_;
  frame.asleep = sleep_.count();
  frame.exempt = exempt_;
  if (params_.response == ContactResponse::kPositions)
    frame.contacts = positions_.pairs(), frame.active = positions_.pushed();
  for (const ContactPoint& contact : contacts_) {
    if (is_glue(contact)) continue;
    ++frame.contacts;
    if (contact.force == Vec3{}) continue;
    ++frame.active;
    if (contents.forces)
      frame.forces.push_back({colliders_[contact.key.a].name(), colliders_[contact.key.b].name(), contact.at,
                              contact.normal, contact.force});
  }
  if (contents.reactions) frame.sums = sums();
  if (contents.forces || contents.reactions) frame.attachments = attachments_.forces(colliders_, contacts_);
  if (contents.contacts) add_marks(frame.marks);
}

void ContactStep::publish(const FrameContents& contents, Frame& frame) const {
  publish(contents, frame.contact);
  for (const Collider& collider : colliders_) {
    if (!collider.seen() || (collider.is_hand() && !collider.hand_place())) continue;
    frame.tools.push_back(collider.seen()->at(frame.time - collider.lag()));
    if (collider.is_hand()) frame.tools.back().position = *collider.hand_place();
  }
  if (contents.forces) add_arrows(frame);
}

// An attachment has one arrow: its single forces are as many as its vertices, and say little.
void ContactStep::add_arrows(Frame& frame) const {
  using Kind = ForceArrow::Kind;
  for (const ContactForce& one : frame.contact.forces) {
    add_arrow({Kind::kContact, one.at, one.force}, one.a, frame.bodies);
    add_arrow({Kind::kContact, one.at, -one.force}, one.b, frame.bodies);
  }
  for (const AttachmentForce& one : frame.contact.attachments) {
    if (one.points == 0) continue;
    add_arrow({Kind::kAttachment, one.at, one.force}, one.a, frame.bodies);
    add_arrow({Kind::kAttachment, one.at, -one.force}, one.b, frame.bodies);
  }
}

std::vector<ContactSurfaceMeasure> ContactStep::surfaces() const {
  std::vector<ContactSurfaceMeasure> surfaces;
  for (const Collider& collider : colliders_)
    if (const ContactSurface* surface = collider.surface(); surface != nullptr && !collider.is_obstacle())
      surfaces.push_back({collider.name(), std::ssize(surface->triangles), surface->deviation});
  return surfaces;
}

}  // namespace sinew
