#pragma once

#include <vector>

#include "sinew/elastic/material.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// What the Green's functions of a body answer [JamesPai03, sec. 3.1]: a closed surface whose vertices are held
// (their displacement is given) or free (their force is given). Free vertices are numbered in the order of the
// surface's vertices.
struct ReferenceProblem {
  SurfaceMesh surface;     // at rest, m
  std::vector<char> held;  // per vertex: 1 if held
  Material material;       // the same everywhere; sources of finite elements may know better
};

// The surface's numbers of the free vertices, ascending.
std::vector<Index> free_vertices(const ReferenceProblem& problem);
// A third of the area of the triangles at each vertex, m^2 [JamesPai03, sec. 4.2]: traction is force / area.
std::vector<double> vertex_areas(const SurfaceMesh& surface);

}  // namespace sinew
