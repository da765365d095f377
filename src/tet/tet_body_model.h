#pragma once

#include <memory>
#include <optional>

#include "body/frame.h"
#include "model/motion.h"
#include "stepping/applied_forces.h"
#include "tet/tet_multigrid.h"

namespace sinew {

// A thin sheet of triangles, for cloth.
struct Sheet {
  std::vector<SurfaceMesh> levels;  // from fine to coarse, nested or not
  double thickness = 1e-3;          // m
  double bending = 1;               // times the bending stiffness of a plate of this thickness; 0: none
};

// The input of a TetBody. Either `levels` or `sheet` is given.
struct TetBodyModel {
  std::vector<VolumeMesh> levels = {};  // from fine to coarse, nested or not; the first is the body
  std::optional<Sheet> sheet = {};
  std::vector<Material> materials = {Material{}};  // one for all, or one per element
  std::vector<Hold> holds = {};                    // nodes that the world moves or fixes (Dirichlet)
  std::vector<Force> forces = {Gravity{}};
  Vec3 velocity = {};        // at the start, m/s
  SurfaceMesh surface = {};  // the visible surface; empty: the body's own boundary
};

// The parts of a TetBody. Throws Error if the model is invalid.
ElasticRest rest_of(const TetBodyModel& model);
// In the numbers of the mesh that was given. Vertices of the surface follow the body; its own boundary does
// so node by node.
FrameTopology topology_of(const TetBodyModel& model);
// In the numbers of the rest.
std::vector<Hold> holds_of(const TetBodyModel& model, const ElasticRest& rest);
AppliedForces applied_forces_of(const TetBodyModel& model, const ElasticRest& rest);
LevelTransfers transfers_of(const TetBodyModel& model, const ElasticRest& rest);

}  // namespace sinew
