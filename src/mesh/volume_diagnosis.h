#pragma once

#include <array>

#include "mesh/surface_diagnosis.h"
#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// A value and the index of the element that has it, tetrahedra first, then hexahedra; element -1: none.
struct WorstElement {
  double value = 0;
  Index element = -1;

  bool operator==(const WorstElement&) const = default;
};

// The properties and faults of a volume mesh, before any repair.
struct VolumeDiagnosis {
  Index nodes = 0, tetrahedra = 0, hexahedra = 0;
  Box3 box;           // of the nodes that elements use
  double volume = 0;  // inverted elements count negative

  Index unused_nodes = 0;
  Index duplicate_nodes = 0;      // beyond the first at exactly the same position
  Index inverted_elements = 0;    // tetrahedra of negative volume (exact), hexahedra with a negative corner
  Index degenerate_elements = 0;  // with a repeated node, a flat tetrahedron (exact) or a flat corner
  Index duplicate_elements = 0;   // beyond the first over the same nodes
  Index overfull_faces = 0;       // of more than two elements
  Index components = 0;           // of elements connected through faces

  // Of tetrahedra. Quality is the mean ratio (tetrahedron_quality.h); bin i of the histogram counts the
  // qualities in [i/10, (i+1)/10), the last one includes 1, inverted ones are in none.
  WorstElement min_dihedral_angle, max_dihedral_angle;  // degrees
  WorstElement min_quality;
  double mean_quality = 0;
  std::array<Index, 10> quality_histogram{};
  // Of hexahedra (hexahedron_quality.h).
  WorstElement min_scaled_jacobian;

  // The topology of the boundary (faces of one element), without interior nodes. Its non-manifold edges and
  // vertices are the hinges of the volume.
  SurfaceDiagnosis boundary;
};

VolumeDiagnosis diagnose(const VolumeMesh& mesh);

}  // namespace sinew
