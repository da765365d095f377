#include "greens/solver/vertex_blocks.h"

#include <algorithm>
#include <limits>

#include "sinew/base/error.h"

namespace sinew {

VertexBlocks::VertexBlocks(const Responses& responses, Index capacity)
    : responses_(&responses), capacity_(std::min(capacity, responses.count())) {
  if (capacity < 1)
    throw Error("there is no room for vertices in use", "capacity " + std::to_string(capacity));
  const auto n = static_cast<std::size_t>(capacity_);
  stride_ = 3 * n;
  G_.assign(9 * n * n, 0.0);
  place_.assign(static_cast<std::size_t>(responses.count()), -1);
  vertex_.assign(n, -1), users_.assign(n, 0), last_used_.assign(n, 0), known_.assign(n * n, 0);
  missing_.reserve(n), missing_vertex_.reserve(n);
  there_.resize(9 * n), back_.resize(9 * n);
}

bool VertexBlocks::has_room(std::span<const Index> vertices) const {
  const auto unused = std::count(users_.begin(), users_.end(), 0);
  const auto wanted = std::count_if(vertices.begin(), vertices.end(),
                                    [&](Index v) { return place_[v] < 0 || users_[place_[v]] == 0; });
  return wanted <= unused;
}

// An empty place, or the one that has been out of use for longest.
Index VertexBlocks::take_place(Index vertex) {
  Index best = -1;
  for (Index p = 0; p < capacity_; ++p)
    if (users_[p] == 0 && (best < 0 || last_used_[p] < last_used_[best])) best = p;
  if (vertex_[best] >= 0) place_[vertex_[best]] = -1;
  for (Index p = 0; p < capacity_; ++p)
    known_[static_cast<std::size_t>(best) * capacity_ + p] =
        known_[static_cast<std::size_t>(p) * capacity_ + best] = 0;
  vertex_[best] = vertex, place_[vertex] = best;
  places_ = std::max(places_, best + 1);
  return best;
}

bool VertexBlocks::hold(std::span<const Index> vertices) {
  if (!has_room(vertices)) return false;
  ++now_;
  // Take those first that are known, so that no new vertex takes their place.
  for (const Index v : vertices)
    if (place_[v] >= 0) ++users_[place_[v]], last_used_[place_[v]] = now_;
  for (const Index v : vertices) {
    if (place_[v] < 0) {
      const Index p = take_place(v);
      users_[p] = 1, last_used_[p] = now_;
    }
    complete(place_[v]);
  }
  return true;
}

void VertexBlocks::release(std::span<const Index> vertices) {
  for (const Index v : vertices) --users_[place_[v]];
}

// Extracts the blocks between this place and all in use that are not known.
void VertexBlocks::complete(Index place) {
  missing_.clear(), missing_vertex_.clear();
  for (Index p = 0; p < places_; ++p)
    if (users_[p] > 0 && !known_[static_cast<std::size_t>(place) * capacity_ + p])
      missing_.push_back(p), missing_vertex_.push_back(vertex_[p]);
  if (missing_.empty()) return;
  const Index mine[] = {vertex_[place]};
  const std::size_t n = missing_.size();
  responses_->extract(mine, missing_vertex_, std::span(there_).first(9 * n));
  responses_->extract(missing_vertex_, mine, std::span(back_).first(9 * n));
  for (std::size_t k = 0; k < n; ++k) {
    const Index other = missing_[k];
    for (Index a = 0; a < 3; ++a)
      for (Index b = 0; b < 3; ++b) {
        const double mean = 0.5 * (there_[9 * k + 3 * b + a] + back_[(3 * n) * a + 3 * k + b]);
        G_[static_cast<std::size_t>(3 * other + b) * stride_ + 3 * place + a] = mean;
        G_[static_cast<std::size_t>(3 * place + a) * stride_ + 3 * other + b] = mean;
      }
    known_[static_cast<std::size_t>(place) * capacity_ + other] =
        known_[static_cast<std::size_t>(other) * capacity_ + place] = 1;
  }
  extracted_ += static_cast<long long>(n);
}

}  // namespace sinew
