#pragma once

#include "sinew/scene/load_world.h"
#include "sinew/scene/scene_description.h"

// The world whose checkpoints are fuzzed: a few tetrahedra, and an octree that was cut.
namespace sinew::fuzz {

inline World checkpoint_world() {
  constexpr std::string_view kScene = R"({"sinew": 1, "step": 0.01,
 "bodies": [{"name": "bar", "mesh": {"box": {"size": [2, 1, 1], "cells": [2, 1, 1]}}, "material": "rubber",
             "strain": "corotated",
             "hold": [{"region": {"box": [[-1, -1, -1], [0, 2, 2]]}}]},
            {"name": "cubes", "type": "octree", "mesh": {"box": {"size": [3, 2, 2], "cells": [3, 2, 2]}},
             "material": "rubber",
             "hold": [{"region": {"box": [[-1, -1, -1], [0, 3, 3]]}}]}],
 "cuts": [{"body": "cubes",
           "blade": {"stroke": [{"time": 0, "line": [[1.4, -1, -1], [1.4, -1, 3]]},
                                {"time": 1, "line": [[1.4, 3, -1], [1.4, 3, 3]]}]}}]})";
  return load_world(scene_from_text(kScene), "scene.json").world;
}

inline constexpr double kCheckpointStep = 0.3;  // s
inline constexpr int kCheckpointSteps = 2;      // the stroke is under way

}  // namespace sinew::fuzz
