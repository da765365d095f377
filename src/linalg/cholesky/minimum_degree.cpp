#include "linalg/cholesky/minimum_degree.h"

#include <bit>
#include <cstdint>

namespace sinew {

namespace {

// Which rows are coupled, a bit for each pair.
class Couplings {
 public:
  Couplings(std::size_t rows, std::size_t columns) : words_((columns + 63) / 64), bits_(rows * words_, 0) {}

  void set(std::size_t i, std::size_t j) { row(i)[j / 64] |= std::uint64_t{1} << j % 64; }
  void clear(std::size_t i, std::size_t j) { row(i)[j / 64] &= ~(std::uint64_t{1} << j % 64); }
  void add_row(std::size_t from, std::size_t to) {
    for (std::size_t w = 0; w < words_; ++w) row(to)[w] |= row(from)[w];
  }
  Index count(std::size_t i) {
    Index bits = 0;
    for (std::size_t w = 0; w < words_; ++w) bits += std::popcount(row(i)[w]);
    return bits;
  }
  // Calls f(j) for the columns j below `end` that are coupled to row i.
  template <typename F>
  void for_each(std::size_t i, std::size_t end, F&& f) {
    for (std::size_t w = 0; 64 * w < end; ++w)
      for (std::uint64_t left = row(i)[w]; left != 0; left &= left - 1) {
        const std::size_t j = 64 * w + static_cast<std::size_t>(std::countr_zero(left));
        if (j < end) f(j);
      }
  }

 private:
  std::uint64_t* row(std::size_t i) { return &bits_[i * words_]; }
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

// The rows, and behind them those that they are coupled to.
std::vector<Index> with_halo(const BlockPattern& pattern, std::span<const Index> rows,
                             std::vector<Index>& local) {
  std::vector<Index> all(rows.begin(), rows.end());
  for (std::size_t v = 0; v < all.size(); ++v) local[all[v]] = static_cast<Index>(v);
  for (const Index row : rows)
    for (Index at = pattern.row_start[row]; at < pattern.row_start[row + 1]; ++at)
      if (Index& place = local[pattern.column[at]]; place < 0) {
        place = static_cast<Index>(all.size());
        all.push_back(pattern.column[at]);
      }
  return all;
}

}  // namespace

std::vector<Index> minimum_degree(const BlockPattern& pattern, std::span<const Index> rows,
                                  std::vector<Index>& local) {
  const std::size_t n = rows.size();
  const std::vector<Index> all = with_halo(pattern, rows, local);
  Couplings couplings(n, all.size());
  for (std::size_t i = 0; i < n; ++i)
    for (Index at = pattern.row_start[rows[i]]; at < pattern.row_start[rows[i] + 1]; ++at)
      couplings.set(i, local[pattern.column[at]]);
  for (const Index row : all) local[row] = -1;

  std::vector<Index> degree(n), order;
  for (std::size_t i = 0; i < n; ++i) degree[i] = couplings.count(i);
  constexpr Index kDone = 1 << 30;
  while (order.size() < n) {
    std::size_t v = 0;
    for (std::size_t i = 1; i < n; ++i)
      if (degree[i] < degree[v]) v = i;
    order.push_back(rows[v]);
    degree[v] = kDone;
    couplings.clear(v, v);
    couplings.for_each(v, n, [&](std::size_t u) {
      if (degree[u] == kDone) return;
      couplings.add_row(v, u);
      couplings.clear(u, v);
      degree[u] = couplings.count(u);
    });
  }
  return order;
}

}  // namespace sinew
