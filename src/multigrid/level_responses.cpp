#include "multigrid/level_responses.h"

#include "base/parallel.h"
#include "sinew/base/geometry.h"

namespace sinew {

namespace {

constexpr Index kNodes = 2048;
constexpr double kElastic = 2, kHeavy = 1.25;  // X_0 over D^-1 where K, and where M counts alone
// The diagonal of a mass matrix over its row sums, about: 1/2 of triangles, 2/5 of tetrahedra, 8/27 of cubes.
constexpr double kDiagonalOfMass = 0.4;

Mat3 block_at(std::span<const float> blocks, Index i) {
  Mat3 block;
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) block(r, c) = double(blocks[9 * std::size_t(i) + std::size_t(3 * c + r)]);
  return block;
}

void put(const Mat3& block, Index i, std::span<float> blocks) {
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r)
      blocks[9 * std::size_t(i) + std::size_t(3 * c + r)] = static_cast<float>(block(r, c));
}

Mat3 response_of_finest(const Mat3& D, double mass) {
  return kElastic * D - (kElastic - kHeavy) * mass * (D * D);
}

Mat3 response_of_coarser(const Mat3& D, double mass) {
  const Mat3 k = Mat3::identity() - mass * D;
  return kElastic * (k * D * k);
}

// r_coarse = P^T r
std::vector<double> restricted(const Interpolation& P, std::span<const double> r) {
  std::vector<double> coarse(static_cast<std::size_t>(P.coarse_nodes));
  parallel_for_each(coarse.size(), kNodes, [&](Index j) {
    for (Index k = P.transposed_start[j]; k < P.transposed_start[j + 1]; ++k)
      coarse[j] += double(P.transposed_weight[k]) * r[P.transposed_row[k]];
  });
  return coarse;
}

}  // namespace

void set_responses(const LevelMasses& masses, SystemLevels& levels) {
  if (levels.levels.empty()) return;
  std::vector<double> rows(masses.rows.begin(), masses.rows.end());
  for (std::size_t row = 0; row < levels.unknown_of_row.size(); ++row)
    rows[row] = masses.rows[levels.unknown_of_row[row]];
  for (std::size_t l = 0; l < levels.levels.size(); ++l) {
    SystemLevels::Level& level = levels.levels[l];
    const double diagonal = l == 0 && masses.is_lumped ? 1 : kDiagonalOfMass;
    level.response.resize(9 * rows.size());
    parallel_for_each(rows.size(), kNodes, [&](Index i) {
      const Mat3 D = block_at(level.inverse_diagonal, i);
      const double mass = diagonal * masses.factor * rows[i];
      put(l == 0 ? response_of_finest(D, mass) : response_of_coarser(D, mass), i, level.response);
    });
    if (level.P != nullptr) rows = restricted(*level.P, rows);
  }
}

}  // namespace sinew
