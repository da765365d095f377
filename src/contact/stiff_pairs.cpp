#include "contact/stiff_pairs.h"

#include <algorithm>
#include <utility>

namespace sinew {

namespace {

// The weights of p - q on the unknowns, squared, over those of p and of q alone.
constexpr double kLeastShare = 0.1;

using Row = std::vector<std::pair<Index, double>>;

double squared_sum(Row& row) {
  std::ranges::sort(row);
  double sum = 0;
  for (std::size_t i = 0, next = 0; i < row.size(); i = next) {
    double weight = 0;
    for (; next < row.size() && row[next].first == row[i].first; ++next) weight += row[next].second;
    sum += weight * weight;
  }
  return sum;
}

bool is_stiff(const ContactPoint& contact, const Embedding& embedding) {
  Row side[2];
  for (int k = 0; k < contact.count; ++k) {
    const Index v = contact.key.vertex[k];
    for (std::size_t j = 0; j < embedding.row_size(v); ++j)
      side[k < contact.count_of_a ? 0 : 1].emplace_back(embedding.nodes(v)[j],
                                                        contact.weight[k] * double(embedding.weights(v)[j]));
  }
  Row both = side[0];
  both.insert(both.end(), side[1].begin(), side[1].end());
  return squared_sum(both) < kLeastShare * (squared_sum(side[0]) + squared_sum(side[1]));
}

}  // namespace

void drop_stiff_pairs(std::span<const Collider> colliders, std::vector<ContactPoint>& contacts) {
  std::erase_if(contacts, [&](const ContactPoint& contact) {
    return contact.key.a == contact.key.b && is_stiff(contact, colliders[contact.key.a].surface()->embedding);
  });
}

}  // namespace sinew
