#pragma once

#include <cstdint>
#include <vector>

#include "sinew/embed/embedding.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// The surface of a body that collides, which need not be the one that is seen. It never changes: a body whose
// surface changes has another object.
struct ContactSurface {
  std::vector<Triangle> triangles;
  std::vector<Vec3> rest;  // of the vertices, m, in the body's own axes
  // How the vertices follow the unknowns of the body's step.
  Embedding embedding;
  // Per triangle: the number of the cut that made it, from 1; 0 if none did. Empty if there are no cuts.
  std::vector<std::int32_t> cuts;
  // Of a sheet, m: it collides on both sides, and nothing comes nearer to its middle than half of it. 0: the
  // surface bounds a solid.
  double thickness = 0;
  // How far it is from what is seen, at most, m: others come no nearer to it than that.
  double deviation = 0;
  // Its vertices keep their distances, so that it cannot touch itself.
  bool is_rigid = false;
};

}  // namespace sinew
