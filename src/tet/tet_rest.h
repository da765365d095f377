#pragma once

#include <span>
#include <vector>

#include "elastic/material.h"
#include "elastic/tetrahedron_element.h"
#include "linalg/colouring.h"
#include "mesh/volume_mesh.h"

namespace sinew {

// All that a body of tetrahedra has before it moves: elements, materials, and where each element's matrix
// goes in the body's. Nodes are renumbered by colour (linalg/colouring.h), and everything here uses the new
// numbers.
struct TetRest {
  VolumeMesh mesh;
  ColourOrder order;  // from and to the numbers of the mesh that was given
  BlockPattern pattern;

  std::vector<TetrahedronShape> shapes;     // per element
  std::vector<double> lambda, mu, density;  // per element
  std::vector<char> fixed;                  // per node: held where it is

  // The corners at a node, in flat arrays: for each, its element, which corner of it the node is, and the
  // places in the node's matrix row of the element's four nodes.
  struct StarCorner {
    Index element;
    int corner;
    std::array<Index, 4> place;
  };
  std::vector<Index> star_start;  // nodes + 1
  std::vector<StarCorner> star;

  Index node_count() const { return mesh.node_count(); }
  Index element_count() const { return mesh.tetrahedron_count(); }
};

// `materials` has one entry for each element, or one for all. Throws Error for an inverted or flat element,
// hexahedra, and materials that are no materials.
TetRest make_tet_rest(const VolumeMesh& mesh, std::span<const Material> materials,
                      std::span<const Index> fixed_nodes);

}  // namespace sinew
