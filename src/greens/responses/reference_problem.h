#pragma once

#include <array>
#include <vector>

#include "sinew/elastic/material.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// Nested vertices of a surface with subdivision connectivity (remeshing/semi_regular.h): K(l) is the first
// count[l] vertices, and each later one lies on an edge between two earlier ones [JamesPai03, Eq. 25]. Level 0 is
// the coarse base, as in that paper.
struct VertexLevels {
  std::vector<Index> count;                   // per level; one entry: the surface is not semi-regular
  std::vector<std::array<Index, 2>> parents;  // of vertex count[0] + i: the ends of its edge
};

// What the Green's functions of a body answer [JamesPai03, sec. 3.1]: a closed surface whose vertices are held
// (their displacement is given) or free (their force is given). Free vertices are numbered in the order of the
// surface's vertices, so that coarse levels come first.
struct ReferenceProblem {
  SurfaceMesh surface;     // at rest, m
  VertexLevels levels;     // of the surface's vertices
  std::vector<char> held;  // per vertex: 1 if held
  Material material;       // the same everywhere; sources of finite elements may know better
};

// The surface's numbers of the free vertices, ascending.
std::vector<Index> free_vertices(const ReferenceProblem& problem);
// A third of the area of the triangles at each vertex, m^2 [JamesPai03, sec. 4.2]: traction is force / area.
std::vector<double> vertex_areas(const SurfaceMesh& surface);

}  // namespace sinew
