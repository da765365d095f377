#include "adaptive/level_figures.h"

#include <algorithm>

#include "mesh/tetrahedron_locator.h"

namespace sinew {

namespace {

constexpr int kOrder = 5;
constexpr int kSamples = kOrder * (kOrder + 1) * (kOrder + 2) / 6;

// Weights of points that lie evenly in a tetrahedron, with the same share of it each.
std::vector<std::array<double, 4>> even_samples() {
  std::vector<std::array<double, 4>> samples;
  for (int i = 0; i < kOrder; ++i)
    for (int j = 0; i + j < kOrder; ++j)
      for (int k = 0; i + j + k < kOrder; ++k) {
        const auto weight = [](int steps) { return (steps + 0.25) / kOrder; };
        samples.push_back({weight(i), weight(j), weight(k), weight(kOrder - 1 - i - j - k)});
      }
  return samples;
}

double bulk_modulus(const RestElement& element) { return element.lambda + 2 * element.mu / 3; }

// Of 1 / modulus.
struct Sums {
  int count = 0;
  double softness = 0, shear_softness = 0;
  void add(const RestElement& e) { ++count, softness += 1 / bulk_modulus(e), shear_softness += 1 / e.mu; }
};

}  // namespace

std::vector<double> set_figures(const VolumeMesh& solid, std::span<const RestElement> solid_elements,
                                double total, const VolumeMesh& coarse,
                                std::span<RestElement> coarse_elements) {
  const std::vector<std::array<double, 4>> weights = even_samples();
  std::vector<Vec3> points;
  points.reserve(kSamples * coarse.tetrahedra.size());
  for (Index e = 0; e < coarse.tetrahedron_count(); ++e) {
    const std::array<Vec3, 4> corners = coarse.corners(e);
    for (const std::array<double, 4>& weight : weights) {
      Vec3 point;
      for (int k = 0; k < 4; ++k) point += weight[k] * corners[k];
      points.push_back(point);
    }
  }
  const std::vector<Index> found = containing_elements(solid, points);

  // Elements without a sample in the solid get the means of all.
  Sums all;
  for (const RestElement& element : solid_elements) all.add(element);
  std::vector<double> masses(coarse.positions.size(), 0);
  double sum = 0;
  for (Index e = 0; e < coarse.tetrahedron_count(); ++e) {
    RestElement& element = coarse_elements[e];
    Sums own;
    for (int s = 0; s < kSamples; ++s) {
      const Index in = found[kSamples * e + s];
      if (in < 0) continue;
      own.add(solid_elements[in]);
      const double mass = solid_elements[in].density * element.shape.volume / kSamples;
      sum += mass;
      for (int k = 0; k < 4; ++k) masses[coarse.tetrahedra[e][k]] += weights[s][k] * mass;
    }
    const double fill = std::max(kLeastFill, static_cast<double>(own.count) / kSamples);
    const Sums& sums = own.count > 0 ? own : all;
    element.mu = fill * sums.count / sums.shear_softness;
    element.lambda = fill * sums.count / sums.softness - 2 * element.mu / 3;
  }
  for (double& mass : masses) mass *= total / sum;
  return masses;
}

}  // namespace sinew
