#include "scene/loading/adaptive_loading.h"

#include "sinew/base/error.h"
#include "sinew/scene/scene_description.h"
#include "sinew/tet/tet_body.h"

namespace sinew {

std::unique_ptr<Body> make_adaptive_tet_body(const BodyToMake& wanted, const AdaptiveTetDescription& own) {
  TetBodyDescription filled;
  filled.tets = own.tets, filled.levels = own.levels;
  const TetBodyModel model = tet_model(wanted, filled);
  AdaptiveTetParams params = own.refinement;
  params.damping = wanted.body.params.damping;
  try {
    return std::make_unique<AdaptiveTetBody>(wanted.body.name, model, params);
  } catch (const Error& error) {
    throw wanted.place.with(error);
  }
}

}  // namespace sinew
