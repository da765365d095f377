#pragma once

#include <memory>
#include <vector>

#include "base/fingerprint.h"
#include "sinew/body/frame.h"
#include "sinew/tet/tet_body.h"
#include "tet/elastic_rest.h"
#include "tet/tet_multigrid.h"

namespace sinew {

// What equal bodies of tetrahedra, or equal sheets, share: everything that follows from meshes, materials and
// held nodes at rest.
struct TetBlueprint {
  Fingerprint made_from;
  std::vector<Material> materials;  // before tuning; one if all elements have the same
  ElasticRest rest;
  std::vector<float> mass;      // of the mass matrix (tet/elastic_assembly.h)
  std::vector<Triangle> faces;  // the boundary, oriented outward, or all of a sheet; by nodes of rest
  FrameTopology topology;
  ContactChoice contact_surface;
  LevelTransfers transfers;
};

// The blueprint of a body. Bodies that are alive at the same time and have equal levels, materials, held
// nodes and directions, surfaces and contact surfaces get the same object. Throws Error if the model is invalid.
std::shared_ptr<const TetBlueprint> tet_blueprint(const TetBodyModel& model, bool lumped_mass);

// What frames show of a body. The vertices of its surface follow the elements; if the surface is its own
// boundary, the nodes.
FrameTopology topology_of(const TetBodyModel& model);

}  // namespace sinew
