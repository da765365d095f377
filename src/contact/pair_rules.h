#pragma once

#include <map>
#include <span>
#include <utility>

#include "contact/collider.h"

namespace sinew {

// Which colliders collide, and with which friction.
class PairRules {
 public:
  PairRules() = default;
  // Throws Error, with a suggestion, if a pair names something that is not there.
  PairRules(const ContactParams& params, std::span<const Collider> colliders);

  bool collide(Index a, Index b) const;
  double friction(Index a, Index b) const;

 private:
  std::pair<Index, Index> key(Index a, Index b) const { return {std::min(a, b), std::max(a, b)}; }

  ContactParams params_;
  std::vector<char> is_obstacle_;
  std::vector<double> friction_;  // per collider
  std::map<std::pair<Index, Index>, ContactPair> exceptions_;
};

}  // namespace sinew
