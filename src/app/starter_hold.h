#pragma once

#include <string>
#include <vector>

#include "app/starter_mesh.h"
#include "body/frame.h"

namespace sinew {

// Where 'sinew new' holds a body, in the unit of its mesh: beyond planes across one axis, and in boxes around
// parts of the pieces that these do not reach.
struct StarterHold {
  struct Plane {
    Vec3 point, normal;  // held is the side that the normal points to
  };
  std::vector<Plane> planes;
  std::vector<Box3> boxes;
  std::string words;

  bool contains(const Vec3& p) const;
  // How far a point is from what is held, along the axis of the planes; negative within.
  double distance_to(const Vec3& p) const;
  // As a region of a scene.
  std::string region() const;
};

// A solid stands on its lowest tenth, or on more where that is but a tip, and so do all its pieces, as voxels
// show them. A sheet hangs from its highest part, or lies between two ends where it is level. `up` is an
// axis.
StarterHold hold_for(const StarterMesh& mesh, int up);

// Adds boxes so that every piece of the body at rest is held: small ones whole, others by their lowest part.
// The frame is in metres, of which a unit of the mesh has `metres_per_unit`.
void hold_pieces(StarterHold& hold, const FrameTopology& body, int up, double metres_per_unit);

}  // namespace sinew
