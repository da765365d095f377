#include "adaptive/free_frequencies.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "linalg/dense_algebra.h"
#include "linalg/direct_solver.h"
#include "tet/elastic_assembly.h"

namespace sinew {

namespace {

constexpr int kModes = 8;
constexpr int kRigid = 6;

// Of a body whose elements are connected. The product over the pattern gives kinetic and elastic energies.
class FreeBody {
 public:
  explicit FreeBody(const LevelRest& level) : level_(level), K_(level.elements.pattern) {
    ElasticRest free = level.elements;
    std::ranges::fill(free.held, 0);
    const std::vector<float> no_mass(free.pattern.column.size(), 0);
    assemble<double>(free, stiffness_elements<double>(free), no_mass, {1, 0}, HeldColumns::kKeep, K_);
    double stiffness = 0, mass = 0;
    for (Index i = 0; i < K_.rows(); ++i)
      stiffness += K_.block(K_.pattern->diagonal[i])[0], mass += level.masses[i];
    // Low frequencies are far below those of single nodes.
    shift_ = 1e-6 * stiffness / mass;
    BlockMatrix<double> shifted = K_;
    for (Index i = 0; i < K_.rows(); ++i)
      for (int k = 0; k < 9; k += 4)
        shifted.block(K_.pattern->diagonal[i])[k] += shift_ * std::max(level.masses[i], 0.0);
    solver_.factor_semidefinite(shifted);
  }

  Index nodes() const { return level_.node_count(); }
  BlockVector<double> stiffness_times(const BlockVector<double>& x) const {
    BlockVector<double> y(x.size());
    multiply<double>(K_, x, y);
    return y;
  }
  BlockVector<double> mass_times(const BlockVector<double>& x) const {
    BlockVector<double> y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = to_block(level_.masses[i] * to_vec3(x[i]));
    return y;
  }
  BlockVector<double> solved(const BlockVector<double>& b) const {
    BlockVector<double> x(b.size());
    solver_.solve<double>(b, x);
    return x;
  }

 private:
  const LevelRest& level_;
  BlockMatrix<double> K_;
  double shift_;
  DirectSolver solver_;
};

DenseColumns products(const std::vector<BlockVector<double>>& a, const std::vector<BlockVector<double>>& b) {
  DenseColumns P(static_cast<Index>(a.size()), static_cast<Index>(b.size()));
  for (Index i = 0; i < P.rows; ++i)
    for (Index j = 0; j < P.count; ++j) P(i, j) = dot<double>(a[i], b[j]);
  return symmetric_part(P);
}

double distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

}  // namespace

// Subspace iteration: x <- (K + shift M)^-1 M x, and the pencil on the subspace.
std::vector<double> free_eigenvalues(const LevelRest& level, int count) {
  const FreeBody body(level);
  constexpr int kMost = 12, kSpare = 6;
  const int size = std::min(count + kRigid + kSpare, 3 * body.nodes());
  Random random(7);
  std::vector<BlockVector<double>> basis(size, BlockVector<double>(body.nodes()));
  for (BlockVector<double>& x : basis)
    for (Block3<double>& b : x) b = to_block(random.in_box({-1, -1, -1}, {1, 1, 1}));
  std::vector<double> values, before;
  for (int iteration = 0; iteration < kMost; ++iteration) {
    std::vector<BlockVector<double>> Kx, Mx;
    for (BlockVector<double>& x : basis) {
      x = body.solved(body.mass_times(x));
      axpby<double>(0, x, 1 / norm<double>(x), x);
      Kx.push_back(body.stiffness_times(x)), Mx.push_back(body.mass_times(x));
    }
    const Eigenpairs pencil = eigenpairs(products(basis, Kx), products(basis, Mx));
    values = pencil.values;
    std::vector<BlockVector<double>> turned(size, BlockVector<double>(body.nodes()));
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j) axpby<double>(pencil.vectors(j, i), basis[j], 1, turned[i]);
    basis = std::move(turned);
    const auto wanted = static_cast<std::size_t>(std::min(size, count + kRigid));
    if (iteration > 0 &&
        distance({values.data(), wanted}, {before.data(), wanted}) < 1e-4 * values[wanted - 1])
      break;
    before = values;
  }
  const double nothing = 1e-6 * values[std::min(size, count + kRigid) - 1];
  std::vector<double> elastic;
  for (const double value : values)
    if (value > nothing && std::ssize(elastic) < count) elastic.push_back(value);
  return elastic;
}

void match_frequencies(AdaptiveRest& rest) {
  if (rest.count() < 2) return;
  const std::vector<double> fine = free_eigenvalues(rest.finest(), kModes);
  for (int l = 1; l < rest.count(); ++l) {
    const std::vector<double> coarse = free_eigenvalues(rest.levels[l], kModes);
    const std::size_t modes = std::min(fine.size(), coarse.size());
    double sum = 0;
    for (std::size_t i = 0; i < modes; ++i) sum += std::log(fine[i] / coarse[i]);
    const double factor = modes > 0 ? std::exp(sum / static_cast<double>(modes)) : 1;
    for (RestElement& element : rest.levels[l].elements.elements)
      element.lambda *= factor, element.mu *= factor;
  }
}

}  // namespace sinew
