#pragma once

#include <memory>

#include "bench/greens_models.h"
#include "greens/responses/dense_responses.h"
#include "greens/sources/finite_element_source.h"

namespace sinew {

// A body of greens_models.h and its responses: boundary elements for spheres, quadratic tetrahedra for rabbits, with
// all responses stored; linear tetrahedra for the dragon, whose columns are solved for when they are asked for.
struct GreensCase {
  ReferenceProblem problem;
  std::unique_ptr<DenseResponses> dense;
  std::unique_ptr<FiniteElementSource> solves;

  explicit GreensCase(std::string_view name);
  const ResponseSource& source() const;
};

}  // namespace sinew
