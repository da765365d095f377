#include "tet/tet_precision.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tet/elastic_assembly.h"

namespace sinew {

namespace {

// The mean diagonal entry of K at each node, N/m.
std::vector<double> diagonal_stiffness(const ElasticRest& rest) {
  std::vector<double> diagonal(rest.positions.size(), 0);
  for (Index e = 0; e < rest.element_count(); ++e) {
    const RestElement& element = rest.elements[e];
    const auto nodes = rest.stars.element(e);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      diagonal[nodes[i]] += element.shape.volume * (element.lambda + 4 * element.mu) / 3 *
                            squared_norm(element.shape.gradient[i]);
  }
  if (!rest.bending.empty())
    for (Index v = 0; v < rest.node_count(); ++v)
      diagonal[v] += rest.bending.matrix[rest.pattern.diagonal[v]];
  return diagonal;
}

std::vector<double> summed_over_neighbours(const ElasticRest& rest, std::span<const double> of_node) {
  std::vector<double> sum(of_node.size(), 0);
  for (Index e = 0; e < rest.element_count(); ++e) {
    double all = 0;
    for (const Index v : rest.stars.element(e)) all += of_node[v];
    for (const Index v : rest.stars.element(e)) sum[v] += all;
  }
  return sum;
}

// The largest k dt^2 / m among the nodes that move.
double largest_ratio(const ElasticRest& rest, const StepScheme& scheme, std::span<const double> stiffness,
                     std::span<const double> mass) {
  if (scheme.mass == 0) return std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t i = 0; i < mass.size(); ++i)
    if (rest.held[i] == 0) most = std::max(most, stiffness[i] / mass[i]);
  return most * scheme.stiffness / scheme.mass;
}

// Like stiffness_over_inertia, for patches of two rings around each node instead of single nodes.
double stiffness_over_inertia_of_patches(const ElasticRest& rest, const StepScheme& scheme) {
  std::vector<double> stiffness = diagonal_stiffness(rest), mass = nodal_masses(rest);
  for (int ring = 0; ring < 2; ++ring)
    for (std::vector<double>* sum : {&stiffness, &mass}) *sum = summed_over_neighbours(rest, *sum);
  return largest_ratio(rest, scheme, stiffness, mass);
}

}  // namespace

double stiffness_over_inertia(const ElasticRest& rest, const StepScheme& scheme) {
  return largest_ratio(rest, scheme, diagonal_stiffness(rest), nodal_masses(rest));
}

Precision precision_for(const ElasticRest& rest, const StepScheme& scheme) {
  constexpr double kFarApart = 1e2, kFarAbove = 1e3, kStiff = 1e6;
  double softest = std::numeric_limits<double>::max(), stiffest = 0, inertia = 0;
  for (const RestElement& e : rest.elements) {
    const double stiffness = e.lambda + 2 * e.mu;
    softest = std::min(softest, stiffness);
    stiffest = std::max(stiffest, stiffness);
    // Compare M_ij = rho V / 20 with K_ij, about V stiffness g_i . g_j.
    const double g = squared_norm(e.shape.gradient[0]);
    inertia = std::max(inertia, scheme.mass * e.density / (20 * scheme.stiffness * stiffness * g));
  }
  const bool is_single = stiffest <= kFarApart * softest && inertia <= kFarAbove &&
                         stiffness_over_inertia_of_patches(rest, scheme) <= kStiff;
  return is_single ? Precision::kSingle : Precision::kDouble;
}

}  // namespace sinew
