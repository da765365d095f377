#pragma once

#include <vector>

#include "greens/responses/dense_responses.h"
#include "greens/responses/reference_problem.h"

namespace sinew {

// Green's functions of a homogeneous body from its closed surface alone, by boundary elements: no mesh of its inside
// is needed [JamesPai03, sec. 3.1.4]. Collocation at the vertices (greens/sources/collocation.h) gives X, the answers
// to tractions; with the areas a_j of the vertices, G_ij = X_ij / a_j.
//
// Reciprocity asks G to be symmetric. Collocation is only so up to its error: the two halves are averaged, and half
// their difference is the error bar.
struct BoundaryElementResult {
  DenseMatrix G;                         // m/N, symmetric; free vertices in their order
  double asymmetry = 0;                  // before the average (greens/responses/reciprocity.h)
  std::vector<double> vertex_asymmetry;  // the same for the columns of each free vertex
  // By the surface's numbers: vertices with an asymmetry above kFaultyAsymmetry. Their triangles are too thin or too
  // large for the surroundings, and G may not be positive definite there.
  std::vector<Index> faults;
};

inline constexpr double kFaultyAsymmetry = 0.1;

// The surface is closed, manifold, in one piece, turned outwards and without degenerate triangles; three vertices off
// one line are held, one is free. Throws Error otherwise, and if the material is invalid. Takes the memory of two
// matrices of 3n x 3n numbers for n vertices (0.95 GB for 2,562) and a time that grows with n^3.
BoundaryElementResult boundary_element_responses(const ReferenceProblem& problem);

// The same as a source of responses; warns where vertices are faulty.
DenseResponses boundary_element_source(const ReferenceProblem& problem);

}  // namespace sinew
