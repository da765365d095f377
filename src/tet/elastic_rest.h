#pragma once

#include <span>
#include <vector>

#include "elastic/tetrahedron_element.h"
#include "linalg/colouring.h"
#include "linalg/rollers.h"
#include "sinew/elastic/material.h"
#include "sinew/mesh/volume_mesh.h"
#include "tet/element_stars.h"
#include "tet/sheet_bending.h"

namespace sinew {

// An element at rest with its material. A triangle of a sheet is stored as one too: three gradients in its
// plane, area times thickness as volume, and the lambda of plane stress.
struct RestElement {
  TetrahedronShape shape;
  double lambda, mu;  // Pa
  double density;     // kg/m^3
};

// A body of tetrahedra, or a sheet of triangles, at rest. Nodes are renumbered by colour
// (linalg/colouring.h), and everything here uses the new numbers; elements keep theirs.
struct ElasticRest {
  std::vector<Vec3> positions;  // m
  ColourOrder order;            // from and to the numbers of the input mesh
  BlockPattern pattern;
  ElementStars stars;                 // the elements' nodes, and the elements of each node
  std::vector<RestElement> elements;  // per element
  std::vector<Vec3> normals;          // per element of a sheet; empty for tetrahedra
  std::vector<char> held;             // per node: moved by the world, not by forces, or without an element
  std::vector<Roller> rollers;        // nodes that are held along some directions, ascending

  double thickness = 0;  // of a sheet, m
  SheetBending bending;  // of a sheet that resists it

  Index node_count() const { return static_cast<Index>(positions.size()); }
  Index element_count() const { return static_cast<Index>(elements.size()); }
  bool is_sheet() const { return !normals.empty(); }
};

// `materials` has one entry per element, or one for all; rollers are nodes that are not in `held_nodes`. Throws
// Error if an element is inverted or flat, if there are hexahedra, or if a material is invalid.
ElasticRest make_elastic_rest(const VolumeMesh& mesh, std::span<const Material> materials,
                              std::span<const Index> held_nodes, std::span<const Roller> rollers = {});

// A thin sheet. If it resists bending it is flat at rest: `bending` is the factor on the bending stiffness of
// a plate of this thickness (m), 0: none. Also throws Error if a triangle has no area, an edge has more than
// two triangles, or the thickness is not positive.
ElasticRest make_elastic_rest(const SurfaceMesh& mesh, double thickness, double bending,
                              std::span<const Material> materials, std::span<const Index> held_nodes,
                              std::span<const Roller> rollers = {});

// Changes the materials, one for all or one per element. Throws Error (nothing changed) if one is invalid, or if
// a sheet that resists bending was made of one material and gets others, or a negative Poisson's ratio.
void set_materials(ElasticRest& rest, std::span<const Material> materials);

}  // namespace sinew
