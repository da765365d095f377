#pragma once

#include "octree/octree_body.h"

namespace sinew {

// All that follows from the linked voxels of a body, made anew where they are cut.
struct OctreeBody::Parts {
  Parts(const std::string& body, OctreeRest made_rest, const OctreeBodyModel& model,
        const ElasticParams& params, const ElasticTuning& tuning)
      : made_of(made_rest.materials),
        rest(std::move(made_rest)),
        equations(rest, params.strain, model.forces, tuning.solver),
        stepper(body, with_damping(params, tuning.damping), {rest.unknown_positions(), rest.held, rest.holds},
                equations) {}

  static ElasticParams with_damping(ElasticParams params, const Damping& damping) {
    params.damping = damping;
    return params;
  }

  // Positions of all vertices, m.
  std::vector<Vec3> positions() const;

  std::vector<Material> made_of;  // before tuning
  OctreeRest rest;
  OctreeEquations equations;
  ImplicitStepper stepper;
  std::shared_ptr<const FrameTopology> topology;
  double limited_for = 0;      // the dt, s, of the share; 0: not known yet
  double stiffness_share = 1;  // of its own, that it is stepped with
};

// The same pull, by the vertices of another grid over the same voxels.
Pull carried_over(const Pull& pull, const OctreeGrid& from, const OctreeGrid& to);

// The same pull, by unknowns alone.
Pull by_unknowns(const Pull& pull, const Vertices& vertices);

}  // namespace sinew
