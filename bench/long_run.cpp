#include "bench/long_run.h"

#include <algorithm>

namespace sinew {

double energy_ratio_after_300(ElasticBody& body, double dt) {
  constexpr int kSteps = 300, kFirst = 60;
  double largest = 0;
  for (int step = 0; step < kSteps; ++step) {
    body.predict(step * dt, dt);
    body.commit();
    if (step < kFirst) largest = std::max(largest, body.energies().elastic);
  }
  return body.energies().elastic / largest;
}

}  // namespace sinew
