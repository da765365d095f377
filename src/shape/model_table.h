#pragma once

#include <vector>

#include "shape/distance.h"
#include "sinew/shape/models.h"

namespace sinew {

// One row per model: its description, and the function that makes it (null for the open sheet).
struct Model {
  ModelInfo info;
  Distance (*sculpt)(const ModelParams&);
};

const std::vector<Model>& model_table();

// The same body as a signed distance. Throws Error for cloth, which has no inside.
Distance model_distance(std::string_view name, const ModelParams& params = {});

}  // namespace sinew
