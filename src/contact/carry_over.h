#pragma once

#include <span>
#include <vector>

#include "contact/contact_point.h"

namespace sinew {

// Follows the vertices of a collider whose surface was replaced, with the contacts in the order of their keys again.
// `number`: per vertex of the old surface, the same vertex of the new one; contacts of a vertex with -1 are dropped.
void carry_over(std::span<const Index> number, Index collider, std::vector<ContactPoint>& contacts);

}  // namespace sinew
