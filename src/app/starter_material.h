#pragma once

#include <string>

#include "scene/sag_estimate.h"
#include "sinew/elastic/material.h"

namespace sinew {

// The material that 'sinew new' gives a body, so that it neither collapses nor looks rigid.
struct StarterMaterial {
  Material material;
  std::string json;  // as in a scene: a name, or numbers
};

// A material for a solid, as soft as it may be: a body that is dropped into gravity, as at the start of a
// run, moves twice as far as it sags, and this must stay below a tenth of its size. A column that would bend
// sideways by a large part of its size under its own weight if it lay would buckle when it stands. `sag` is
// that of the material `tried`, for a body of `size` metres.
StarterMaterial material_for(const SagEstimate& sag, const Material& tried, double size);

// For a level sheet of this many metres between two ends.
StarterMaterial material_for_level_sheet(double size);

// How far a body of this material sags under its own weight, in sizes of the body.
double relative_sag(const SagEstimate& sag, const Material& tried, const Material& material, double size);

// A round time step, s: about a twentieth of the period of a body that sags by this many metres.
double step_for(double sag);

}  // namespace sinew
