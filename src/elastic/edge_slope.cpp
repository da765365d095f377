#include "elastic/edge_slope.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew {

namespace {

constexpr double kExact = 1e-6;      // relative error of a slope that counts as exact
constexpr double kNoWeight = 1e-12;  // relative; weights that cancel by symmetry are smaller
constexpr double kLargeWeights = 6;  // the sum of |weight| times the height; 1 for a central difference
constexpr int kMostRings = 4;

// One of the functions 1, s, n, s^2, s n, n^2: its values at the nodes, and the slope to be found.
struct Condition {
  std::vector<double> values;
  double slope = 0;

  double norm() const {
    double sum = 0;
    for (const double v : values) sum += v * v;
    return std::sqrt(sum);
  }
  void scale(double factor) {
    for (double& v : values) v *= factor;
    slope *= factor;
  }
  void take_off(const Condition& unit) {
    double part = 0;
    for (std::size_t k = 0; k < values.size(); ++k) part += values[k] * unit.values[k];
    for (std::size_t k = 0; k < values.size(); ++k) values[k] -= part * unit.values[k];
    slope -= part * unit.slope;
  }
};

using Conditions = std::array<Condition, 6>;

// In units of the edge's length along it and of the triangles' mean height across it, where values are about 1;
// those of thin triangles beside larger ones are scaled down.
Conditions conditions_at(std::span<const UnfoldedPatch::Node> nodes, double length, double height) {
  Conditions conditions;
  for (const UnfoldedPatch::Node& node : nodes) {
    const double s = node.s / length, n = node.n / height;
    const std::array<double, 6> f{1, s, n, s * s, s * n, n * n};
    for (int i = 0; i < 6; ++i) conditions[i].values.push_back(f[i]);
  }
  conditions[2].slope = 1;
  for (Condition& c : conditions) c.scale(1 / std::max(1.0, c.norm()));
  return conditions;
}

struct Fit {
  std::vector<double> weights;
  bool is_exact = true;  // all conditions are met

  double size() const {
    double sum = 0;
    for (const double w : weights) sum += std::abs(w);
    return sum;
  }
};

// The weights of least norm are a combination of the conditions, which are made orthonormal one by one: first
// those of linear functions, then the largest that is left. One that vanishes follows from the others, if so
// does its slope.
Fit least_weights(Conditions conditions) {
  Fit fit{std::vector<double>(conditions[0].values.size(), 0.0)};
  for (auto next = conditions.begin(); next != conditions.end(); ++next) {
    if (next - conditions.begin() >= 3)
      std::iter_swap(next, std::ranges::max_element(next, conditions.end(), {}, &Condition::norm));
    if (next->norm() < kExact) {
      for (; next != conditions.end(); ++next) fit.is_exact &= std::abs(next->slope) < kExact;
      return fit;
    }
    next->scale(1 / next->norm());
    for (std::size_t k = 0; k < fit.weights.size(); ++k) fit.weights[k] += next->slope * next->values[k];
    for (auto other = next + 1; other != conditions.end(); ++other) other->take_off(*next);
  }
  return fit;
}

}  // namespace

std::vector<SlopeTerm> edge_slope(UnfoldedPatch patch) {
  const auto first = patch.nodes();
  const double length = first[1].s - first[0].s, height = (first[3].n - first[2].n) / 2;
  Fit fit;
  for (int ring = 0; ring < kMostRings; ++ring) {
    fit = least_weights(conditions_at(patch.nodes(), length, height));
    if ((fit.is_exact && fit.size() < kLargeWeights) || !patch.grow()) break;
  }
  std::vector<SlopeTerm> terms;
  for (std::size_t k = 0; k < fit.weights.size(); ++k)
    if (std::abs(fit.weights[k]) > kNoWeight)
      terms.push_back({patch.nodes()[k].node, fit.weights[k] / height});
  return terms;
}

}  // namespace sinew
