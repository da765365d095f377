#pragma once

#include "sinew/model/forces.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// Forces with their places in the scene, as bodies name them by number.
struct PlacedForces {
  std::vector<Force> forces;
  std::vector<ScenePlace> places;
};

// All that acts on a body at `place`: its own forces, then the scene's, then gravity.
PlacedForces forces_of(const SceneDescription& scene, const BodyDescription& body, const ScenePlace& place);

}  // namespace sinew
