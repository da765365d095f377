#pragma once

#include <span>

#include "body/frame.h"

namespace sinew {

// What the elements of a frame say of the body.

// Per node: 1 where it is of a crumb, a piece (elements that share nodes) of less than a twentieth of the
// largest one's volume, or area, at rest. What looks at a body as a whole passes crumbs over.
std::vector<std::uint8_t> crumb_nodes(const FrameTopology& topology);

// Where the vertices of the surface are, but for those that nodes of crumbs move.
std::vector<Vec3> surface_without_crumbs(const BodyFrame& frame);
// The same where the crumb_nodes of the topology are known.
std::vector<Vec3> surface_without_crumbs(const BodyFrame& frame, std::span<const std::uint8_t> crumbs);

// Tetrahedra that are turned inside out in this frame, and cubes that are so at their centre. Sheets have
// none.
Index count_inverted(const BodyFrame& frame);

}  // namespace sinew
