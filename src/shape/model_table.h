#pragma once

#include <vector>

#include "sinew/shape/models.h"

namespace sinew {

// One row per model: its description, and the function that makes it (null for the open sheet).
struct Model {
  ModelInfo info;
  Distance (*sculpt)(const ModelParams&);
};

const std::vector<Model>& model_table();

}  // namespace sinew
