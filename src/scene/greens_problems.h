#pragma once

#include <string>
#include <vector>

#include "greens/responses/reference_problem.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// A body of type greens as its scene describes it, before anything is computed.
struct GreensProblem {
  std::string body;
  GreensBodyDescription description;
  ReferenceProblem problem;
};

// Those of a scene, or the one of this name. `scene` is its name in messages. Throws Error if there is none, or if a
// surface, hold or material is invalid.
std::vector<GreensProblem> greens_problems(const SceneDescription& description, const std::string& scene,
                                           const std::string& body = "");

}  // namespace sinew
