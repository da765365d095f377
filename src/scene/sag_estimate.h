#pragma once

#include <string>

#include "scene/scene_description.h"

namespace sinew {

// How far the points of a body go at most under the weight of its own, by linear statics: m.
struct SagEstimate {
  double down = 0;      // under the scene's gravity
  double sideways = 0;  // under as much across it: where this nears the body's size, a column would buckle
};

// Of the scene's first body as it is made for a run, with its material, holds and solver, its other forces
// left out. Both are proportional to density over Young's modulus. `name` stands for the file in messages.
// Throws Error as load_world does, and where a piece of the body is held by nothing.
SagEstimate estimate_sag(SceneDescription scene, const std::string& name);

}  // namespace sinew
