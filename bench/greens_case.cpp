#include "bench/greens_case.h"

#include "greens/sources/boundary_elements.h"

namespace sinew {

GreensCase::GreensCase(std::string_view name) : problem(greens_model(name)) {
  if (name.starts_with("sphere")) {
    dense = std::make_unique<DenseResponses>(boundary_element_source(problem));
    return;
  }
  const bool large = problem.held.size() > 5000;
  FiniteElementParams params;
  params.order = large ? ElementOrder::kLinear : ElementOrder::kQuadratic;
  solves = std::make_unique<FiniteElementSource>(problem, params);
  if (large) return;
  dense = std::make_unique<DenseResponses>(solves->dense());
  solves.reset();
}

const ResponseSource& GreensCase::source() const {
  if (dense) return *dense;
  return *solves;
}

}  // namespace sinew
