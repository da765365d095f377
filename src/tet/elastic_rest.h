#pragma once

#include <span>
#include <vector>

#include "elastic/material.h"
#include "elastic/tetrahedron_element.h"
#include "linalg/colouring.h"
#include "mesh/volume_mesh.h"
#include "tet/element_stars.h"

namespace sinew {

// An element at rest with its material. A triangle of a sheet is one too: three gradients in its plane, the
// volume of its area times the thickness, and the lambda of plane stress.
struct RestElement {
  TetrahedronShape shape;
  double lambda, mu;  // Pa
  double density;     // kg/m^3
};

// A hinge answers displacements u of its nodes by forces -stiffness c_i sum_j c_j u_j.
struct RestHinge {
  std::array<double, 4> coefficient;  // c, 1/m
  std::array<Index, 2> triangles;     // beside it
  double weight;                      // of the bending stiffness of a plate made as they are
  double stiffness;                   // N m
};

// All that a body of tetrahedra, or a sheet of triangles, has before it moves. Nodes are renumbered by colour
// (linalg/colouring.h), and everything here uses the new numbers; elements keep theirs.
struct ElasticRest {
  std::vector<Vec3> positions;  // m
  ColourOrder order;            // from and to the numbers of the mesh that was given
  BlockPattern pattern;
  ElementStars stars;                 // the elements' nodes, and the elements of each node
  std::vector<RestElement> elements;  // per element
  std::vector<Vec3> normals;          // per element of a sheet; empty for tetrahedra
  std::vector<char> held;             // per node: moved by the world, not by forces, or of no element

  double thickness = 0;  // of a sheet, m
  // Bending of a sheet: hinges between triangles (elastic/bending_element.h). Empty otherwise.
  ElementStars hinges;
  std::vector<RestHinge> hinge_elements;

  Index node_count() const { return static_cast<Index>(positions.size()); }
  Index element_count() const { return static_cast<Index>(elements.size()); }
  bool is_sheet() const { return !normals.empty(); }
};

// `materials` has one entry for each element, or one for all. Throws Error for an inverted or flat element,
// hexahedra, and materials that are no materials.
ElasticRest make_elastic_rest(const VolumeMesh& mesh, std::span<const Material> materials,
                              std::span<const Index> held_nodes);

// A thin sheet, flat at rest where it resists bending: `bending` times what a plate of this thickness (m)
// does, 0 for none. Throws Error also for a triangle without area, an edge with more than two triangles and a
// thickness that is none.
ElasticRest make_elastic_rest(const SurfaceMesh& mesh, double thickness, double bending,
                              std::span<const Material> materials, std::span<const Index> held_nodes);

// Makes a body of other materials, one for all or one per element. Throws Error, and changes nothing, for
// what are no materials.
void set_materials(ElasticRest& rest, std::span<const Material> materials);

}  // namespace sinew
