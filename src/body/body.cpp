#include "body/body.h"

#include <fmt/format.h>

#include "base/error.h"

namespace sinew {

void Body::predict(double time, double dt) {
  begin_step(time, dt);
  while (!relax()) {
  }
  end_step();
}

void Body::set_pulls(std::vector<Pull> pulls) {
  if (!pulls.empty()) throw Error(fmt::format("body '{}' cannot be pulled", name()));
}

bool Body::cut(const Blade&) {
  throw Error(fmt::format("body '{}' cannot be cut", name()), "", "bodies of type 'octree' can");
}

bool Body::sweep(const BladeSweep&) { return cut({}); }

std::vector<Tunable> Body::tunables() const { return {}; }

void Body::tune(const std::string& name, double value) {
  require_tunable(tunables(), name, value, fmt::format("body '{}'", this->name()));
}

}  // namespace sinew
