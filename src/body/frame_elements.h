#pragma once

#include <span>

#include "sinew/body/frame.h"
#include "sinew/embed/embedding.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Properties of a body that follow from the elements of its frame.

// Per node: 1 if it is of a crumb, a piece (elements that share nodes) of less than a twentieth of the
// largest one's volume, or area, at rest. What looks at a body as a whole passes crumbs over.
std::vector<std::uint8_t> crumb_nodes(const FrameElements& elements);

// Current positions of the vertices of the surface, without those that nodes of crumbs move.
std::vector<Vec3> surface_without_crumbs(const BodyFrame& frame);
// The same if the crumb_nodes of its elements are known.
std::vector<Vec3> surface_without_crumbs(const BodyFrame& frame, std::span<const std::uint8_t> crumbs);

// The number of tetrahedra that are turned inside out in this frame, and of cubes that are so at their
// centre. Sheets have none.
Index count_inverted(const BodyFrame& frame);

// For a surface whose vertices are the nodes: leaves out those that no triangle uses. Each of the others
// follows its own node.
Embedding embed_in_own_nodes(SurfaceMesh& surface);

}  // namespace sinew
