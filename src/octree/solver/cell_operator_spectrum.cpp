#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "base/random.h"
#include "linalg/dense_algebra.h"
#include "octree/solver/cell_operator.h"

namespace sinew {

// The eigenvalue depends only on lambda / mu and on how corners hang, which is much the same everywhere. So
// we sample some blocks, and those with the largest ratio.
std::vector<Index> CellOperator::sampled_blocks() const {
  constexpr Index kEnough = 10'000;  // vertices
  const std::size_t count = packs_->blocks.size();
  const Index step = std::max<Index>(1, vertices() / kEnough);

  // Find the largest ratio in each block.
  std::vector<float> ratio(count, 0);
  parallel_for_each(count, 1, [&](Index k) {
    const CellBlock& block = packs_->blocks[k];
    for (Index p = 0; p < block.regular_packs + block.hanging_packs; ++p)
      for (const float r : pack_stiffness_[block.first_pack + p].ratio) ratio[k] = std::max(ratio[k], r);
  });

  // Choose every step-th block, and those of the largest ratio, unless all are alike.
  const float largest = count == 0 ? 0 : *std::max_element(ratio.begin(), ratio.end());
  const bool all_alike = std::all_of(ratio.begin(), ratio.end(), [&](float r) { return r == largest; });
  std::vector<Index> sampled;
  for (Index k = 0; k < static_cast<Index>(count); ++k)
    if (k % step == 0 || (!all_alike && ratio[k] == largest)) sampled.push_back(k);
  return sampled;
}

// Lanczos' method by way of conjugate gradients: the tridiagonal matrix follows from the step lengths alpha
// and the factors beta. Vertices outside of sampled blocks stay 0: the eigenvalue is that of the submatrix of
// these blocks, and not above that of the whole.
double CellOperator::largest_eigenvalue(int steps) {
  const std::vector<Index> sampled = sampled_blocks();
  const std::vector<char> sampled_of_parts = parts_ == nullptr ? std::vector<char>() : in_blocks(sampled);
  const Index count = static_cast<Index>(sampled.size());
  UnsetBlockVector<float> r(vertices()), z(vertices()), Ap(vertices());
  BlockVector<float> p(vertices());

  // Define the verbs of the iteration. sum_over: the sum of act(vertex) over all vertices of the sampled
  // blocks.
  std::vector<double> parts(count);
  const auto sum_over = [&](auto&& act) {
    parallel_for(count, 1, [&](Index k, Index) {
      const CellBlock& block = packs_->blocks[sampled[k]];
      double sum = 0;
      for (Index v = block.first_vertex; v < block.first_vertex + block.owned; ++v) sum += act(v);
      parts[k] = sum;
    });
    return std::accumulate(parts.begin(), parts.end(), 0.0);
  };
  const auto product = [](const Block3<float>& a, const Block3<float>& b) {
    return double(a.x) * b.x + double(a.y) * b.y + double(a.z) * b.z;
  };
  const auto moved = [](const Block3<float>& a, double by, const Block3<float>& b) {
    const float s = static_cast<float>(by);
    return Block3<float>{a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, 0};
  };
  const auto precondition_at = [&](Index v) {
    z[v] = preconditioned(v, r[v]);
    return product(r[v], z[v]);
  };

  // Start from a random vector.
  const auto start = [&] {
    Random random;
    for (const Index k : sampled) {
      const CellBlock& block = packs_->blocks[k];
      for (Index v = block.first_vertex; v < block.first_vertex + block.owned; ++v) {
        const Vec3 value = rows_[v].free * random.in_box({-1, -1, -1}, {1, 1, 1});
        r[v] = {static_cast<float>(value.x), static_cast<float>(value.y), static_cast<float>(value.z), 0};
      }
    }
  };
  run_both(start, [&] {
    if (is_diagonal_old_) update_diagonal_of(sampled);
  });

  // Iterate, and collect the tridiagonal matrix T:
  //   T(k, k) = 1 / alpha_k + beta_(k-1) / alpha_(k-1),   T(k, k-1) = sqrt(beta_(k-1)) / alpha_(k-1)
  double along = sum_over(precondition_at), beta = 0, alpha = 0;
  std::vector<double> diagonal, beside;
  for (int step = 0; step < steps && along > 0; ++step) {
    sum_over([&](Index v) {
      p[v] = moved(z[v], beta, p[v]);
      return 0.0;
    });
    multiply_blocks(sampled, p, Ap);
    product_of_parts(p, [&](Index v, const Block3<float>& value) {
      if (sampled_of_parts[v] != 0) Ap[v] = moved(Ap[v], 1, value);
    });
    const double energy = sum_over([&](Index v) { return product(p[v], Ap[v]); });
    if (!(energy > 0)) break;
    if (step > 0) beside.push_back(std::sqrt(beta) / alpha);
    const double kept = step > 0 ? beta / alpha : 0;
    alpha = along / energy;
    diagonal.push_back(1 / alpha + kept);
    const double left = sum_over([&](Index v) {
      r[v] = moved(r[v], -alpha, Ap[v]);
      return precondition_at(v);
    });
    beta = left / std::exchange(along, left);
  }
  return diagonal.empty() ? 0 : sinew::largest_eigenvalue(diagonal, beside);
}

}  // namespace sinew
