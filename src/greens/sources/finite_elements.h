#pragma once

#include <memory>

#include "greens/responses/reference_problem.h"
#include "linalg/block_matrix.h"
#include "meshing/fitted_mesh.h"

namespace sinew {

// Linear tetrahedra are 35% too stiff in parts that are one or two elements thick; quadratic ones have seven times
// as many nodes.
enum class ElementOrder { kLinear, kQuadratic };

struct FiniteElementParams {
  ElementOrder order = ElementOrder::kQuadratic;
  FittedMeshParams mesh = {};
};

// The stiffness of a reference problem's body of tetrahedra that share the surface's vertices, whatever their order:
//
//   K u = f,   rows of free nodes, then G = rows and columns of (K_ff)^-1 that belong to free vertices.
//
// Rows are numbered by the matrix; `row_of` has them for the nodes of the mesh.
struct FiniteElements {
  ElementOrder order = ElementOrder::kQuadratic;
  Material material;
  FittedMesh fitted;
  std::unique_ptr<BlockPattern> pattern;
  std::unique_ptr<BlockMatrix<double>>
      K;                         // of all nodes, held ones too; rigid motions are its null space; N/m
  std::vector<Index> row_of;     // per node of the mesh; vertices of the surface come first
  std::vector<Index> free_rows;  // per free vertex
  std::vector<char> held;        // per row
  std::vector<double> mass;      // per row: its share of the body, kg

  // Held rows follow held vertices: those of vertices themselves, and middles of edges between two held ones.
  struct Follower {
    Index row;
    std::array<Index, 2> held_vertices;  // among the held ones; twice the same: a vertex itself
  };
  std::vector<Follower> followers;
  Index held_count = 0;  // vertices

  Index rows() const { return static_cast<Index>(held.size()); }
};

// Throws Error if the surface cannot be filled (meshing/fitted_mesh.h), if the material is invalid, if fewer than
// three vertices off one line are held, or if none is free.
FiniteElements make_finite_elements(const ReferenceProblem& problem, const FiniteElementParams& params = {});

}  // namespace sinew
