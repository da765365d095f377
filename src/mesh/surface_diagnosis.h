#pragma once

#include "mesh/self_intersection.h"
#include "mesh/surface_topology.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// The properties and faults of a surface, before any repair.
struct SurfaceDiagnosis {
  Index vertices = 0, triangles = 0;
  Box3 box;           // of the vertices that triangles use
  double area = 0;    // in squared units of the file
  double volume = 0;  // signed; meaningful only if the surface is closed

  Index unused_vertices = 0;
  Index duplicate_vertices = 0;    // beyond the first at exactly the same position
  Index degenerate_triangles = 0;  // with a repeated corner or exactly no area
  Index duplicate_triangles = 0;   // beyond the first with the same three vertices, in either orientation

  SurfaceTopology topology;         // by vertex numbers
  SurfaceTopology welded_topology;  // vertices at exactly the same position counted as one

  // Pairs that cross properly, vertices welded (self_intersection.h says what is not counted).
  Index self_intersecting_pairs = 0;
  bool self_intersections_complete = true;  // false: there are at least that many

  bool operator==(const SurfaceDiagnosis&) const;
};

SurfaceDiagnosis diagnose(const SurfaceMesh& mesh);

// Triangles with a repeated corner or with collinear corners, decided exactly.
bool is_degenerate(const SurfaceMesh& mesh, Index t);

}  // namespace sinew
