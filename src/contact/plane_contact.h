#pragma once

#include <span>
#include <vector>

#include "contact/attachments.h"
#include "contact/collider.h"
#include "contact/contact_point.h"
#include "contact/pair_rules.h"

namespace sinew {

// A vertex that a plane has behind it, or nearer than a small part of the gap, when the step ends; and when that
// begins, from 0 to 1.
struct PlaneHit {
  Index body, plane, vertex;
  double time;
};

// Adds the contacts of planes with vertices that are nearer than `reach` gaps when the step begins or ends. The boxes
// are those of the colliders' ways in the step. What attachments join does not collide.
void append_plane_contacts(std::span<const Collider> colliders, std::span<const Box3> boxes,
                           const PairRules& rules, const Attachments& attachments, double reach,
                           std::vector<ContactPoint>& contacts);

// Replaces the hits. Vertices must not come nearer than `least` gaps.
void find_plane_hits(std::span<const Collider> colliders, std::span<const Box3> boxes, const PairRules& rules,
                     const Attachments& attachments, double least, std::vector<PlaneHit>& hits);
ContactPoint contact_of(const PlaneHit& hit, std::span<const Collider> colliders, const PairRules& rules);

}  // namespace sinew
