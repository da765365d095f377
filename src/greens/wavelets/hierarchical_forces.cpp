#include "greens/wavelets/hierarchical_forces.h"

#include <algorithm>

#include "greens/wavelets/prediction.h"

namespace sinew {

namespace {

struct Weighted {
  Index column;
  double weight;
};

// By ascending column, each once.
void push_row(std::vector<Weighted>& row, SparseRows& rows) {
  std::stable_sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.column < b.column; });
  for (std::size_t i = 0; i < row.size(); ++i)
    if (i > 0 && row[i].column == row[i - 1].column)
      rows.weights.back() += row[i].weight;
    else
      rows.push(row[i].column, row[i].weight);
  rows.close_row();
}

// h by rows of the coarser level: the vertex itself, and the odd vertices that it predicts.
std::vector<std::vector<Weighted>> filter(const FreeDomain& domain, const SparseRows& prediction,
                                          Index level) {
  std::vector<std::vector<Weighted>> rows(static_cast<std::size_t>(domain.count(level)));
  for (Index k = 0; k < domain.count(level); ++k) rows[k] = {{k, 1}};
  for (Index m = domain.count(level); m < domain.count(level + 1); ++m) {
    const Index row = m - domain.count(0);
    for (std::size_t e = 0; e < prediction.columns_of(row).size(); ++e)
      rows[prediction.columns_of(row)[e]].push_back({m, prediction.weights_of(row)[e]});
  }
  return rows;
}

}  // namespace

HierarchicalForces::HierarchicalForces(const FreeDomain& domain, std::span<const double> areas)
    : refinements_(static_cast<std::size_t>(domain.levels())), integrals_(domain.counts.size()) {
  const SparseRows prediction = linear_prediction(domain, WaveletBoundary::kRenormalised);
  integrals_.back().assign(areas.begin(), areas.end());
  for (Index l = domain.levels() - 1; l >= 0; --l) {
    const std::vector<double>& fine = integrals_[static_cast<std::size_t>(l) + 1];
    for (std::vector<Weighted>& row : filter(domain, prediction, l)) {
      double integral = 0;
      for (const Weighted& h : row) integral += h.weight * fine[h.column];
      for (Weighted& h : row) h.weight *= fine[h.column] / integral;
      integrals_[static_cast<std::size_t>(l)].push_back(integral);
      push_row(row, refinements_[static_cast<std::size_t>(l)]);
    }
  }
}

SparseRows HierarchicalForces::spread(Index level) const {
  SparseRows spread;
  for (Index k = 0; k < static_cast<Index>(integrals(level).size()); ++k) {
    spread.push(k, 1);
    spread.close_row();
  }
  for (Index l = level; l < finest(); ++l) {
    const SparseRows& next = refinement(l);
    SparseRows finer;
    for (Index k = 0; k < spread.count(); ++k) {
      std::vector<Weighted> row;
      for (std::size_t e = 0; e < spread.columns_of(k).size(); ++e) {
        const Index j = spread.columns_of(k)[e];
        for (std::size_t f = 0; f < next.columns_of(j).size(); ++f)
          row.push_back({next.columns_of(j)[f], spread.weights_of(k)[e] * next.weights_of(j)[f]});
      }
      push_row(row, finer);
    }
    spread = std::move(finer);
  }
  return spread;
}

}  // namespace sinew
