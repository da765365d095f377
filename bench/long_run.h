#pragma once

#include "sinew/stepping/elastic_body.h"

namespace sinew {

// Makes 300 steps and returns the elastic energy after them over the largest of the first 60: far above 1 if
// the scheme is unstable.
double energy_ratio_after_300(ElasticBody& body, double dt);

}  // namespace sinew
