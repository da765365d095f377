#pragma once

#include <span>

#include "embed/embedding.h"
#include "mesh/surface_mesh.h"
#include "mesh/volume_mesh.h"

namespace sinew {

// Binds each point to the tetrahedron around it, or else to the one at the nearest point of the boundary
// ([Georgii05, sec. 4.1], [Otaduy07, sec. 4.1]), by extrapolation.
Embedding bind_to_tetrahedra(const VolumeMesh& mesh, std::span<const Vec3> points);

// Binds each point to its projection on the plane of the triangle nearest to it, by barycentric weights: what
// moves the points of a sheet, or of a finer sheet. Points that lie off the sheet lose their distance from
// it. Points beside the nearest triangle, as beyond the rim, are extrapolated. Throws Error for a triangle
// without area.
Embedding bind_to_triangles(const SurfaceMesh& sheet, std::span<const Vec3> points);

}  // namespace sinew
