#include "contact/pair_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggestion.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

Index find(const std::string& name, std::span<const Collider> colliders) {
  const auto found = std::ranges::find(colliders, name, &Collider::name);
  if (found != colliders.end()) return static_cast<Index>(found - colliders.begin());
  std::vector<std::string> names;
  for (const Collider& collider : colliders) names.push_back(collider.name());
  throw Error(fmt::format("a contact pair names '{}', which is neither a body nor an obstacle", name), "",
              suggestion(name, names));
}

}  // namespace

PairRules::PairRules(const ContactParams& params, std::span<const Collider> colliders) : params_(params) {
  for (const Collider& collider : colliders) {
    is_obstacle_.push_back(collider.is_obstacle());
    const Obstacle* obstacle = collider.obstacle();
    friction_.push_back(obstacle != nullptr ? obstacle->friction.value_or(params.friction) : params.friction);
  }
  for (const ContactPair& pair : params.pairs)
    exceptions_[key(find(pair.a, colliders), find(pair.b, colliders))] = pair;
}

bool PairRules::collide(Index a, Index b) const {
  if (is_obstacle_[a] && is_obstacle_[b]) return false;
  if (!exceptions_.empty())
    if (const auto found = exceptions_.find(key(a, b)); found != exceptions_.end())
      return found->second.collides;
  if (is_obstacle_[a] || is_obstacle_[b]) return true;
  return a == b ? params_.themselves : params_.bodies;
}

double PairRules::friction(Index a, Index b) const {
  if (!exceptions_.empty())
    if (const auto found = exceptions_.find(key(a, b)); found != exceptions_.end() && found->second.friction)
      return *found->second.friction;
  if (is_obstacle_[a]) return friction_[a];
  return is_obstacle_[b] ? friction_[b] : params_.friction;
}

}  // namespace sinew
