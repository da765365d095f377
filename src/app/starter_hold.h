#pragma once

#include <string>
#include <vector>

#include "app/starter_mesh.h"

namespace sinew {

// Where 'sinew new' holds a body, in the unit of its mesh: beyond planes across one axis.
struct StarterHold {
  struct Plane {
    Vec3 point, normal;  // the side that the normal points to is held
  };
  std::vector<Plane> planes;
  std::string words;

  bool contains(const Vec3& p) const;
  // The distance of a point from what is held, along the axis of the planes; negative within.
  double distance_to(const Vec3& p) const;
  // As a region of a scene.
  std::string region() const;
};

// A solid stands on its lowest tenth, or on more if that is only a tip. A sheet hangs from its highest part,
// or lies between two ends if it is level. `up` is an axis.
StarterHold hold_for(const StarterMesh& mesh, int up);

}  // namespace sinew
