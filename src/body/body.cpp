#include "sinew/body/body.h"

#include <fmt/format.h>

#include "sinew/base/error.h"

namespace sinew {

void Body::predict(double time, double dt) {
  begin_step(time, dt);
  while (!relax()) {
  }
  end_step();
}

Cuttable& require_cuttable(Body& body) {
  if (Cuttable* cuttable = body.cuttable()) return *cuttable;
  throw Error(fmt::format("body '{}' cannot be cut", body.name()));
}

Pullable& require_pullable(Body& body) {
  if (Pullable* pullable = body.pullable()) return *pullable;
  throw Error(fmt::format("body '{}' cannot be pulled", body.name()));
}

}  // namespace sinew
