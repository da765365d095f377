#pragma once

#include "octree/octree_body.h"
#include "octree/octree_forces.h"
#include "octree/solver/octree_system.h"

namespace sinew {

// Everything that is derived from the linked voxels of a body, and rebuilt when they are cut.
struct OctreeBody::Parts {
  Parts(const std::string& body, OctreeRest made_rest, const OctreeBodyModel& model,
        const ElasticParams& params, const ElasticTuning& tuning)
      : made_of(made_rest.materials),
        rest(std::move(made_rest)),
        forces(rest, model.forces),
        system(make_octree_system(rest, params.strain, tuning.solver)),
        stepper(body, tuned(params, tuning), {rest.unknown_positions(), rest.held, rest.holds}, *system,
                forces) {}

  static ElasticParams tuned(ElasticParams params, const ElasticTuning& tuning) {
    params.damping = tuning.damping;
    params.solver = tuning.solver;
    return params;
  }

  // To be called where the materials of the rest changed, before the next scheme.
  void materials_changed() {
    forces.masses_changed();
    system->materials_changed();
  }
  // Positions of all vertices, m.
  std::vector<Vec3> positions() const;

  std::vector<Material> made_of;  // before tuning
  OctreeRest rest;
  OctreeForces forces;
  std::unique_ptr<OctreeSystem> system;
  ImplicitStepper stepper;
  FrameTopology topology;
  double limited_for = 0;      // the dt, s, of the share; 0: not known yet
  double stiffness_share = 1;  // of its own, that it is stepped with
};

// The same pull, at the vertices of another grid over the same voxels.
Pull carried_over(const Pull& pull, const OctreeGrid& from, const OctreeGrid& to);

// The same pull, at unknowns only.
Pull by_unknowns(const Pull& pull, const Vertices& vertices);

}  // namespace sinew
