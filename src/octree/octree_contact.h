#pragma once

#include "body/contact_mesh.h"
#include "sinew/body/frame.h"
#include "sinew/embed/embedding.h"

namespace sinew {

// Binds the vertices of a contact surface to the cells of a body without cuts. A vertex of a decimated surface takes the
// cell of the nearest vertex that is seen, so that it does not follow the other side of a narrow gap; one of a mesh that
// was given takes the cell around it, or else the nearest.
Embedding bind_contact_mesh(const ContactMesh& contact, const FrameTopology& shown);

}  // namespace sinew
