#pragma once

#include <optional>

#include "body/contact_mesh.h"
#include "octree/surface/splitting_cubes.h"

namespace sinew {

// The surfaces of an adaptive body that depend on its links alone, made when they are first asked for. A change of
// cells binds them again, and leaves their vertices where they are: [Seiler11, sec. 5.1].
struct AdaptiveSurface {
  LinkedVoxels of;
  SplitSurface seen;
  std::optional<SplitSurface> colliding;             // what is seen, moved where it crosses itself
  std::optional<std::optional<ContactMesh>> chosen;  // what collides in its place, if anything
};

}  // namespace sinew
