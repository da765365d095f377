#include "greens/solver/spread_responses.h"

#include <algorithm>

namespace sinew {

SpreadResponses::SpreadResponses(const Responses& responses, const HierarchicalForces& forces)
    : responses_(&responses) {
  for (Index l = 0; l <= forces.finest(); ++l) spread_.push_back(forces.spread(l));
}

void SpreadResponses::extract(std::span<const Index> rows, std::span<const ConstraintPlace> columns,
                              std::span<double> G) const {
  const std::size_t column_size = 9 * rows.size();
  std::vector<double> fine;
  std::fill_n(G.begin(), column_size * columns.size(), 0.0);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const SparseRows& spread = spread_[static_cast<std::size_t>(columns[c].level)];
    const std::span<const Index> vertices = spread.columns_of(columns[c].vertex);
    const std::span<const double> weights = spread.weights_of(columns[c].vertex);
    fine.resize(column_size * vertices.size());
    responses_->extract(rows, vertices, fine);
    for (std::size_t v = 0; v < vertices.size(); ++v)
      for (std::size_t i = 0; i < column_size; ++i)
        G[column_size * c + i] += weights[v] * fine[column_size * v + i];
  }
}

void SpreadResponses::sum(std::span<const ConstraintPlace> places, std::span<const Vec3> forces,
                          std::span<Vec3> u) const {
  std::vector<Index> vertices;
  std::vector<Vec3> shares;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const SparseRows& spread = spread_[static_cast<std::size_t>(places[k].level)];
    const std::span<const Index> at = spread.columns_of(places[k].vertex);
    const std::span<const double> weights = spread.weights_of(places[k].vertex);
    vertices.insert(vertices.end(), at.begin(), at.end());
    for (const double weight : weights) shares.push_back(weight * forces[k]);
  }
  responses_->sum(vertices, shares, u);
}

}  // namespace sinew
