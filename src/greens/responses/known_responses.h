#pragma once

#include <memory>
#include <string>
#include <vector>

#include "greens/responses/reference_problem.h"
#include "greens/responses/responses.h"

namespace sinew {

// All that is known of a body by its responses: what a body of type greens is made of, and what a file keeps. Own axes
// of the body.
struct KnownResponses {
  ReferenceProblem problem;
  std::shared_ptr<const Responses> G;  // of the free vertices
  // How the free vertices move where gravity is 1 m/s^2 along x, y and z, with the density of the problem's material:
  // three columns of 3 count() numbers, m. Empty: not known.
  std::vector<double> weight;
  // The sum over the mass of the displacements of the whole body under the same, by columns, kg m: with it, energies
  // are complete. Counts if `weight` is known.
  Mat3 weight_on_mass;

  // For messages.
  std::string source;                 // "quadratic finite elements"
  double compression = 1;             // blocks of G over those that are kept
  double error = 0, worst_error = 0;  // RMS and MAX [JamesPai03, Eq. 70-71]
};

}  // namespace sinew
