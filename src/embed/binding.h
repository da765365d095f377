#pragma once

#include <span>

#include "sinew/embed/embedding.h"
#include "sinew/mesh/surface_mesh.h"
#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// Binds points to elements by the weights of the element's shape functions, barycentric or trilinear.
// Elements are found by place. If place alone is ambiguous (the two sides of a cut coincide at rest),
// elements are given: bind_to_elements, and bind_to_cells of the octree, which identifies them by voxels.

// Binds each point to the tetrahedron that contains it, or else to the one at the nearest point of the
// boundary ([Georgii05, sec. 4.1], [Otaduy07, sec. 4.1]), by extrapolation.
Embedding bind_to_tetrahedra(const VolumeMesh& mesh, std::span<const Vec3> points);

// How a point is bound that projects outside of its nearest triangle.
enum class BesideTriangle {
  kExtrapolated,  // it keeps its place in the triangle's plane
  kNearest,       // to the nearest point of the triangle
};

// Binds each point to its projection on the plane of the nearest triangle, by barycentric weights: for points
// of a sheet, or of a finer sheet. Points off the sheet lose their distance from it. Throws Error if a
// triangle has no area.
Embedding bind_to_triangles(const SurfaceMesh& sheet, std::span<const Vec3> points,
                            BesideTriangle beside = BesideTriangle::kExtrapolated);

// Binds each point to the cell that contains it, the one with the lowest number if there are several, or else
// to the nearest cell in the maximum norm, by extrapolation. Cells are cubes along the axes, like those of an
// octree at rest.
Embedding bind_to_cubes(std::span<const Vec3> nodes, std::span<const Hexahedron> cubes,
                        std::span<const Vec3> points);

// Binds each point to its given element, by extrapolation if it lies outside. Points that were rounded may
// lie slightly off the corner, edge or face that they were on: a point nearer to one than `rounding`, in
// sizes of the element, counts as on it. Hexahedra are boxes, in any axes.
Embedding bind_to_elements(std::span<const Vec3> nodes, std::span<const Tetrahedron> elements,
                           std::span<const Vec3> points, std::span<const Index> element_of_point,
                           double rounding = 0);
Embedding bind_to_elements(std::span<const Vec3> nodes, std::span<const Hexahedron> elements,
                           std::span<const Vec3> points, std::span<const Index> element_of_point,
                           double rounding = 0);
Embedding bind_to_elements(std::span<const Vec3> nodes, std::span<const Triangle> elements,
                           std::span<const Vec3> points, std::span<const Index> element_of_point,
                           double rounding = 0);

}  // namespace sinew
