#pragma once

#include <span>

#include "embed/embedding.h"
#include "mesh/surface_mesh.h"
#include "mesh/volume_mesh.h"

namespace sinew {

// Binds points to elements by the weights of the element's shape functions, barycentric or trilinear.
// Elements are searched for by place. Where place alone does not tell (the two sides of a cut lie at the same
// one), the elements are given: bind_to_elements, and bind_to_cells of the octree, which knows them by
// voxels.

// Binds each point to the tetrahedron around it, or else to the one at the nearest point of the boundary
// ([Georgii05, sec. 4.1], [Otaduy07, sec. 4.1]), by extrapolation.
Embedding bind_to_tetrahedra(const VolumeMesh& mesh, std::span<const Vec3> points);

// Where a point beside the triangle nearest to it goes.
enum class BesideTriangle {
  kExtrapolated,  // it keeps its place in the triangle's plane
  kNearest,       // to the nearest point of the triangle
};

// Binds each point to its projection on the plane of the triangle nearest to it, by barycentric weights: what
// moves the points of a sheet, or of a finer sheet. Points that lie off the sheet lose their distance from
// it. Throws Error for a triangle without area.
Embedding bind_to_triangles(const SurfaceMesh& sheet, std::span<const Vec3> points,
                            BesideTriangle beside = BesideTriangle::kExtrapolated);

// Binds each point to the cell around it, the one of the lowest number where there are several, or else to
// the nearest one by the largest of the three coordinates' distances, by extrapolation. Cells are cubes along
// the axes, as those of an octree at rest.
Embedding bind_to_cubes(std::span<const Vec3> nodes, std::span<const Hexahedron> cubes,
                        std::span<const Vec3> points);

// Binds each point to the element given for it, by extrapolation where it lies outside. Points that were
// rounded may lie a little off the corner, edge or face that they were on: what is nearer to it than
// `rounding`, in sizes of the element, counts as on it. Hexahedra are boxes along the axes.
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
