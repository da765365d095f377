#pragma once

#include <algorithm>

#include "sinew/stepping/elastic_body.h"

namespace sinew::test {

// As [Dick11, sec. 8] steps its bodies: three V(1,1)-cycles a step.
inline ElasticParams counted_cycles(Integrator integrator, Strain strain = Strain::kCorotated) {
  ElasticParams params;
  params.strain = strain;
  params.integrator = integrator;
  params.solver.method = SolverMethod::kMultigrid;
  params.solver.cycles = 3;
  return params;
}

// Elastic energy after 300 steps over the largest of the first 60.
inline double energy_ratio(ElasticBody& body, double dt) {
  double largest = 0;
  for (int step = 0; step < 300; ++step) {
    body.predict(step * dt, dt);
    body.commit();
    if (step < 60) largest = std::max(largest, body.energies().elastic);
  }
  return body.energies().elastic / largest;
}

}  // namespace sinew::test
