#pragma once

#include <vector>

#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// The faces on which the world acts, over the nodes of a body.
//
// The faces of voxels are stairs in place of the body's smooth boundary. They lie along the axes, and have
// 1.5 times the area of a sphere. A face of area A across axis a stands for the part of the boundary that
// projects onto it. If n is the normal of the boundary there, that part gets the area |n_a| A: summed over the
// faces across all three axes, a piece dA of the boundary counts (n_x^2 + n_y^2 + n_z^2) dA.
struct BoundaryFaces {
  std::vector<Triangle> triangles;  // oriented outward
  std::vector<Vec3> normals = {};   // n of each, at rest, unit length, outward; empty: those of the triangles
  std::vector<char> of_cuts = {};   // whether a cut made it; empty: none
};

}  // namespace sinew
