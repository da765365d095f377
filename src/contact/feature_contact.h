#pragma once

#include <array>
#include <span>

#include "collision/features.h"
#include "contact/collider.h"
#include "contact/contact_point.h"
#include "contact/pair_rules.h"

namespace sinew {

// How near two colliders come to each other, m; and half of their thicknesses together.
double gap_between(const Collider& a, const Collider& b);
double thickness_between(const Collider& a, const Collider& b);

// Where the vertices of two features are at a time of the step, from 0 to 1, m.
std::array<Vec3, 4> at_time(const FeaturePair& pair, std::span<const Collider> colliders, double time);

// The contact of two features by their closest points at a time of the step. They keep this distance, m.
ContactPoint contact_at(const FeaturePair& pair, double time, double keeps,
                        std::span<const Collider> colliders, const PairRules& rules);

}  // namespace sinew
