#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "base/random.h"
#include "linalg/tridiagonal.h"
#include "octree/solver/cell_operator.h"

namespace sinew {

namespace {

// The range of a number over the cells of a block.
struct Range {
  float least = std::numeric_limits<float>::max(), most = 0;

  void extend(float value) { least = std::min(least, value), most = std::max(most, value); }
  void extend(const Range& other) { least = std::min(least, other.least), most = std::max(most, other.most); }
};

// Every step-th block, for about this many vertices.
std::vector<Index> evenly_spread(std::span<const CellBlock> blocks, Index vertices, Index enough) {
  const Index step = std::max<Index>(1, vertices / enough);
  std::vector<Index> chosen;
  for (Index k = 0; k < static_cast<Index>(blocks.size()); k += step) chosen.push_back(k);
  return chosen;
}

// The smallest blocks that are large enough to have cells of all kinds, for about this many vertices; none if
// no block is.
std::vector<Index> smallest(std::span<const CellBlock> blocks, Index enough) {
  constexpr Index kLarge = 500;  // vertices
  std::vector<Index> order;
  for (std::size_t k = 0; k < blocks.size(); ++k)
    if (blocks[k].owned >= kLarge) order.push_back(static_cast<Index>(k));
  std::ranges::stable_sort(order, {}, [&](Index k) { return blocks[k].owned; });
  std::size_t count = 0;
  for (Index vertices = 0; count < order.size() && vertices < enough; ++count)
    vertices += blocks[order[count]].owned;
  order.resize(count);
  return order;
}

}  // namespace

// If all cells are of one material, the eigenvalue depends on how corners hang, which is much the same
// everywhere: few blocks are sampled. Otherwise more are, and those with the largest lambda / mu besides.
std::vector<Index> CellOperator::sampled_blocks() const {
  constexpr Index kEnoughOfOne = 2500, kEnough = 10'000;  // vertices
  constexpr float kEqual = 1.001F;
  const std::span<const CellBlock> blocks = packs_->blocks;
  std::vector<Range> ratio(blocks.size()), mu(blocks.size());
  parallel_for_each(blocks.size(), 1, [&](Index k) {
    const Index first = blocks[k].first_pack;
    for (Index p = first; p < first + blocks[k].regular_packs + blocks[k].hanging_packs; ++p)
      for (int lane = 0; lane < kPackCells; ++lane) {
        const float length = pack_rest_[p].length[lane], side = static_cast<float>(pack_rest_[p].side[lane]);
        if (side == 0) continue;  // a lane without a cell
        ratio[k].extend(pack_stiffness_[p].ratio[lane]);
        mu[k].extend(length * length * length * length / side);
      }
  });
  Range of_ratio, of_mu;
  for (std::size_t k = 0; k < blocks.size(); ++k) of_ratio.extend(ratio[k]), of_mu.extend(mu[k]);
  const bool is_one = of_ratio.most <= kEqual * of_ratio.least && of_mu.most <= kEqual * of_mu.least;
  std::vector<Index> sampled = is_one ? smallest(blocks, kEnoughOfOne) : std::vector<Index>();
  if (sampled.empty()) sampled = evenly_spread(blocks, vertices(), kEnough);
  if (is_one) return sampled;
  for (std::size_t k = 0; k < blocks.size(); ++k)
    if (ratio[k].most == of_ratio.most) sampled.push_back(static_cast<Index>(k));
  std::ranges::sort(sampled);
  sampled.erase(std::unique(sampled.begin(), sampled.end()), sampled.end());
  return sampled;
}

// Lanczos' method by way of conjugate gradients: the tridiagonal matrix follows from the step lengths alpha
// and the factors beta. Vertices outside of sampled blocks stay 0: the eigenvalue is that of the submatrix of
// these blocks, and not above that of the whole.
double CellOperator::largest_eigenvalue(int steps) {
  const std::vector<Index> sampled = sampled_blocks();
  if (is_diagonal_old_) update_diagonal_of(sampled);
  const Index count = static_cast<Index>(sampled.size());
  UnsetBlockVector<float> r(vertices()), z(vertices()), Ap(vertices());
  BlockVector<float> p(vertices());

  // Define the verbs of the iteration. sum_over: the sum of act(vertex) over all vertices of the sampled
  // blocks.
  std::vector<double> parts(count);
  const auto sum_over = [&](auto&& act) {
    parallel_for(count, 1, [&](Index k, Index) {
      const CellBlock& block = packs_->blocks[sampled[k]];
      parts[k] = 0;
      for (Index v = block.first_vertex; v < block.first_vertex + block.owned; ++v) parts[k] += act(v);
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
  Random random;
  for (const Index k : sampled) {
    const CellBlock& block = packs_->blocks[k];
    for (Index v = block.first_vertex; v < block.first_vertex + block.owned; ++v) {
      const Vec3 value = rows_[v].free * random.in_box({-1, -1, -1}, {1, 1, 1});
      r[v] = {static_cast<float>(value.x), static_cast<float>(value.y), static_cast<float>(value.z), 0};
    }
  }

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
