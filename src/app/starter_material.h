#pragma once

#include <string>

#include "elastic/material.h"
#include "scene/sag_estimate.h"

namespace sinew {

// What 'sinew new' makes a body of, so that it neither melts nor stands stiff.
struct StarterMaterial {
  Material material;
  std::string json;  // as in a scene: a name, or numbers
};

// A solid as soft as it may be: dropped into gravity, as a run begins, it goes twice as far as it sags, and
// that is to stay below a tenth of its size. A column that its own weight would bend sideways by a good part
// of its size if it lay would buckle as it stands. `sag` is that of the material `tried` for a body of so
// many metres.
StarterMaterial material_for(const SagEstimate& sag, const Material& tried, double size);

// For a level sheet of this many metres between two ends.
StarterMaterial material_for_level_sheet(double size);

// So much of it: how far a body of this material goes down by its own weight, in sizes of the body.
double relative_sag(const SagEstimate& sag, const Material& tried, const Material& material, double size);

// A round time step, s: about a twentieth of the period of a body that sags by this many metres.
double step_for(double sag);

}  // namespace sinew
