#include "linalg/cholesky/nested_dissection.h"

#include "linalg/cholesky/graph.h"
#include "linalg/cholesky/minimum_degree.h"
#include "linalg/cholesky/separator.h"

namespace sinew {

namespace {

constexpr std::size_t kLeaf = 120;

class Dissection {
 public:
  explicit Dissection(const BlockPattern& pattern) : pattern_(pattern), local_(pattern.rows(), -1) {}

  void order(std::span<const Index> rows, std::vector<Index>& order_of_all) {
    if (rows.size() <= kLeaf) return append(minimum_degree(pattern_, rows, local_), order_of_all);
    const std::vector<Side> sides = find_separator(graph_of(pattern_, rows, local_));
    std::vector<Index> part[3];
    for (std::size_t v = 0; v < rows.size(); ++v) part[sides[v]].push_back(rows[v]);
    // What cannot be parted, because everything is coupled to everything.
    if (part[kLeft].empty() || part[kRight].empty()) return append(part, order_of_all);
    order(part[kLeft], order_of_all);
    order(part[kRight], order_of_all);
    append(part[kBetween], order_of_all);
  }

 private:
  static void append(std::span<const Index> rows, std::vector<Index>& to) {
    to.insert(to.end(), rows.begin(), rows.end());
  }
  static void append(const std::vector<Index> (&part)[3], std::vector<Index>& to) {
    for (const Side side : {kLeft, kRight, kBetween}) append(part[side], to);
  }

  const BlockPattern& pattern_;
  std::vector<Index> local_;
};

}  // namespace

std::vector<Index> nested_dissection(const BlockPattern& pattern, std::span<const Index> kept) {
  std::vector<char> is_kept(pattern.rows(), 0);
  for (const Index row : kept) is_kept[row] = 1;
  std::vector<Index> eliminated, order;
  for (Index row = 0; row < pattern.rows(); ++row)
    if (is_kept[row] == 0) eliminated.push_back(row);
  order.reserve(pattern.rows());
  Dissection(pattern).order(eliminated, order);
  order.insert(order.end(), kept.begin(), kept.end());
  return order;
}

}  // namespace sinew
