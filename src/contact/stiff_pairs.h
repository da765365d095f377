#pragma once

#include <span>
#include <vector>

#include "contact/collider.h"
#include "contact/contact_point.h"

namespace sinew {

// Drops contacts of a body with itself whose two points follow nearly the same unknowns: at a crack tip, both sides
// are in one element. No force moves them apart, and one that tried would be without bound.
void drop_stiff_pairs(std::span<const Collider> colliders, std::vector<ContactPoint>& contacts);

}  // namespace sinew
