#pragma once

#include <array>
#include <vector>

#include "sinew/mesh/volume_mesh.h"

namespace sinew {

struct FittedMeshParams {
  double growth = 1.5;  // of edges with the depth below the surface: larger makes fewer elements inside
  int smoothings = 3;   // of the inner nodes, each with new Delaunay tetrahedra
};

// Tetrahedra whose nodes are the vertices of a surface, and more inside.
struct FittedMesh {
  VolumeMesh mesh;  // nodes: the surface's vertices, then the middles of `split` edges, then those inside
  std::vector<std::array<Index, 2>> split;  // edges of the surface that needed a node; their ends are nodes
  Index surface_nodes = 0;                  // vertices and split edges
  double volume_error = 0;                  // of the elements, relative to the surface's volume
};

// Fills a closed surface with tetrahedra so that each of its vertices is a node, with the same number: for responses
// of vertices to forces on vertices, where an embedding of the surface in other elements has no full rank.
// [Si: TetGen, 2015] recovers every triangle; here the elements are the Delaunay tetrahedra inside, which leaves
// out few of a surface's triangles where it has more vertices than curves (meshing/fitted_mesh.cpp). Throws Error if
// the surface is not closed, if vertices coincide, or if a vertex cannot be given an element.
FittedMesh fit_tetrahedra(const SurfaceMesh& surface, const FittedMeshParams& params = {});

}  // namespace sinew
