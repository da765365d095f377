#pragma once

#include <optional>
#include <vector>

#include "elastic/material.h"
#include "mesh/surface_mesh.h"
#include "mesh/volume_mesh.h"
#include "model/forces.h"
#include "model/motion.h"

namespace sinew {

// A thin sheet of triangles, for cloth.
struct Sheet {
  std::vector<SurfaceMesh> levels;  // from fine to coarse, nested or not
  double thickness = 1e-3;          // m
  double bending = 1;               // factor on the bending stiffness of a plate of this thickness; 0: none
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

}  // namespace sinew
