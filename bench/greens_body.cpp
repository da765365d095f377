#include "bench/greens_body.h"

namespace sinew {

GreensBody::GreensBody(std::string_view name) : problem(greens_model(name)) {
  const bool large = problem.held.size() > 5000, thick = name.starts_with("sphere");
  FiniteElementParams params;
  params.order = large || thick ? ElementOrder::kLinear : ElementOrder::kQuadratic;
  solves = std::make_unique<FiniteElementSource>(problem, params);
  if (large) return;
  dense = std::make_unique<DenseResponses>(solves->dense());
  solves.reset();
}

const ResponseSource& GreensBody::source() const {
  if (dense) return *dense;
  return *solves;
}

}  // namespace sinew
