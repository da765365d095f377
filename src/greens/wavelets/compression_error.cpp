#include "greens/wavelets/compression_error.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "greens/wavelets/hierarchical_columns.h"

namespace sinew {

namespace {

constexpr Index kColumnsAtATime = 64;

// Of one block column.
struct ColumnError {
  double error = 0, size = 0;                   // sums of squares
  double largest_error = 0, largest_block = 0;  // squares
};

// `exact` has the responses to forces along x, y and z.
ColumnError column_error(const CompressedResponses& compressed, const ConstraintPlace& place,
                         std::span<const double> exact) {
  const std::size_t vertices = exact.size() / 9;
  std::array<std::vector<Vec3>, 3> u;
  for (int axis = 0; axis < 3; ++axis) {
    u[axis].resize(vertices);
    Vec3 force;
    force[axis] = 1;
    compressed.sum({&place, 1}, {&force, 1}, u[axis]);
  }
  ColumnError sums;
  for (std::size_t i = 0; i < vertices; ++i) {
    double error = 0, size = 0;
    for (int b = 0; b < 3; ++b)
      for (int a = 0; a < 3; ++a) {
        const double value = exact[3 * (vertices * b + i) + a], difference = u[b][i][a] - value;
        error += difference * difference, size += value * value;
      }
    sums.error += error, sums.size += size;
    sums.largest_error = std::max(sums.largest_error, error);
    sums.largest_block = std::max(sums.largest_block, size);
  }
  return sums;
}

// Three columns for each vertex of the level.
void exact_columns(const ResponseSource& exact, const HierarchicalForces& forces, Index level, Index begin,
                   Index end, std::vector<double>& G) {
  if (level < forces.finest()) return spread_columns(exact, forces.spread(level), begin, end, G);
  std::vector<Index> vertices(static_cast<std::size_t>(end - begin));
  std::iota(vertices.begin(), vertices.end(), begin);
  G.resize(static_cast<std::size_t>(9) * exact.count() * vertices.size());
  exact.columns(vertices, G);
}

}  // namespace

CompressionError compression_error(const ResponseSource& exact, const CompressedResponses& compressed,
                                   Index level) {
  const FreeDomain& domain = compressed.wavelets().domain();
  const HierarchicalForces forces(domain, compressed.wavelets().integrals(domain.levels()));
  const auto size = static_cast<std::size_t>(9) * exact.count();
  double error = 0, whole = 0, max = 0;
  std::vector<double> G;
  for (Index begin = 0; begin < domain.count(level); begin += kColumnsAtATime) {
    const Index end = std::min(domain.count(level), begin + kColumnsAtATime);
    exact_columns(exact, forces, level, begin, end, G);
    std::vector<ColumnError> columns(static_cast<std::size_t>(end - begin));
    parallel_for_each(columns.size(), 4, [&](Index c) {
      columns[c] = column_error(compressed, {level, begin + c}, std::span(G).subspan(size * c, size));
    });
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const double area = forces.integrals(level)[static_cast<std::size_t>(begin) + c];
      error += area * area * columns[c].error, whole += area * area * columns[c].size;
      max = std::max(max, columns[c].largest_error / columns[c].largest_block);
    }
  }
  return {std::sqrt(error / whole), std::sqrt(max)};
}

double compression_factor(const CompressedResponses& compressed, Index level) {
  const ColumnView& columns = compressed.columns(level);
  const std::size_t global = compressed.global().F.size(),
                    shares = level == compressed.finest() ? 0 : columns.shares.size();
  const double kept = static_cast<double>(columns.entries()) + static_cast<double>(global + shares) / 9;
  return static_cast<double>(columns.count()) * compressed.count() / kept;
}

}  // namespace sinew
