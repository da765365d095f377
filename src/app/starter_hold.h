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

// A solid stands on its lowest part. A sheet hangs from its highest, or lies between two ends where it is
// level. `up` is an axis.
StarterHold hold_for(const StarterMesh& mesh, int up);

// Adds boxes so that every piece of the body is held: small ones whole, others by their lowest part. The
// first finds the pieces by voxels, whatever the body will be made of. The second takes those of a body at
// rest, in metres, of which a unit of the mesh has `metres_per_unit`.
void hold_pieces(StarterHold& hold, const StarterMesh& mesh, int up);
void hold_pieces(StarterHold& hold, const FrameTopology& body, int up, double metres_per_unit);

}  // namespace sinew
