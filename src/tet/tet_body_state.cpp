#include "body/state_arrays.h"
#include "tet/tet_body.h"

namespace sinew {

BodyState TetBody::state() const {
  BodyState state;
  stepper_.add_to_state(state);
  state.push_back(state_array("rotations", system_.elastic().rotations()));
  return state;
}

void TetBody::restore(const BodyState& state) {
  ElasticForces& elastic = system_.elastic();
  const auto& rotations = find_array(state, "rotations", 4 * elastic.rotations().size(), name_);
  stepper_.restore(state);
  elastic.set_rotations(quaternions_of(rotations));
}

}  // namespace sinew
