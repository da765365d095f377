#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Procedural models, in metres, y up. What stands, stands on y = 0; all are centred in x and z. What has a
// face looks along +z when it stands upright (bear, figure), along +x when it is long (rabbit, pony, car,
// ...).
struct ModelParameter {
  std::string name, meaning, unit;  // the unit may be empty: a plain number
  double value, lower, upper;       // default and accepted range
  bool whole = false;               // only whole numbers are accepted
};

// What there is to know about a model.
struct ModelInfo {
  std::string name, description;
  Index triangles, fewest_triangles;  // default, and the fewest that still show the shape
  std::vector<ModelParameter> parameters;
};

// Parameters by their names.
using ModelParams = std::map<std::string, double, std::less<>>;

// All models there are.
const std::vector<ModelInfo>& model_list();

// The model of that name. Throws Error, with the nearest name, if there is none.
const ModelInfo& find_model(std::string_view name);

// The surface with about the given number of triangles (0: the model's default): closed, manifold, in one
// piece, outward oriented; only `cloth` is open. Missing parameters have their default. Throws Error if a
// name or key is unknown, a value is out of range, or the triangles are too few.
SurfaceMesh make_model(std::string_view name, Index triangles = 0, const ModelParams& params = {});

// Throws the Error that make_model would throw for these parameters. Call it before long work.
void require_model(std::string_view name, Index triangles, const ModelParams& params);

}  // namespace sinew
