#pragma once

#include "shape/distance.h"
#include "sinew/shape/models.h"

namespace sinew {

// The bodies behind models.h, each a distance from its complete parameters (all keys of its table row).
Distance block(const ModelParams& params);  // bar, cube, slab
Distance bridge(const ModelParams& params);
Distance tower(const ModelParams& params);

Distance ball(const ModelParams& params);
Distance ring(const ModelParams& params);
Distance knot(const ModelParams& params);
Distance bowl(const ModelParams& params);

Distance bear(const ModelParams& params);
Distance rabbit(const ModelParams& params);
Distance dragon(const ModelParams& params);
Distance pony(const ModelParams& params);
Distance figure(const ModelParams& params);

Distance liver(const ModelParams& params);
Distance finger(const ModelParams& params);
Distance bike(const ModelParams& params);
Distance car(const ModelParams& params);

// Cuts the body flat at height `sole` and puts it down on y = 0; the edge is rounded by `blend`.
Distance standing(Distance body, double sole, double blend);

}  // namespace sinew
