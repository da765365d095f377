#pragma once

#include <string>

#include "sinew/scene/scene_description.h"

namespace sinew {

// The largest displacement of a body under its own weight, by linear statics, m.
struct SagEstimate {
  double down = 0;      // under the scene's gravity
  double sideways = 0;  // under the same weight sideways; near the body's size, a column would buckle
};

// Estimates the scene's first body as it is made for a run, with its material, holds and solver but without
// other forces. Both displacements are proportional to density over Young's modulus. `name` stands for the
// file in messages. Throws Error as load_world does, and if nothing holds a piece of the body.
SagEstimate estimate_sag(SceneDescription scene, const std::string& name);

}  // namespace sinew
