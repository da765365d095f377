#include "greens/responses/reciprocity.h"

#include <cmath>

#include "base/parallel.h"

namespace sinew {

namespace {

double share(double difference, double sum) { return sum > 0 ? std::sqrt(difference / sum) : 0; }

Asymmetry measure(const DenseMatrix& G) {
  const std::vector<double> own = own_compliances(G);
  std::vector<double> differences(own.size(), 0), sums(own.size(), 0);
  parallel_for_each(own.size(), 16, [&](Index vertex) {
    for (Index column = 3 * vertex; column < 3 * vertex + 3; ++column)
      for (Index row = 0; row < G.size; ++row) {
        const double difference = G(row, column) - G(column, row), sum = G(row, column) + G(column, row);
        const double scale = own[row / 3] * own[vertex];
        if (scale == 0) continue;
        differences[vertex] += difference * difference / scale;
        sums[vertex] += sum * sum / scale;
      }
  });
  Asymmetry found;
  double difference = 0, sum = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    found.vertices.push_back(share(differences[i], sums[i]));
    difference += differences[i], sum += sums[i];
  }
  found.all = share(difference, sum);
  return found;
}

}  // namespace

std::vector<double> own_compliances(const DenseMatrix& G) {
  std::vector<double> own;
  for (Index i = 0; i < G.size; i += 3)
    own.push_back((std::abs(G(i, i)) + std::abs(G(i + 1, i + 1)) + std::abs(G(i + 2, i + 2))) / 3);
  return own;
}

Asymmetry make_symmetric(DenseMatrix& G) {
  Asymmetry found = measure(G);
  parallel_for_each(static_cast<std::size_t>(G.size), 64, [&](Index column) {
    for (Index row = 0; row < column; ++row) {
      const double mean = 0.5 * (G(row, column) + G(column, row));
      G(row, column) = mean;
      G(column, row) = mean;
    }
  });
  return found;
}

}  // namespace sinew
