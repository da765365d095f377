#include "contact/near_features.h"

namespace sinew {

void NearFeatures::find(std::span<Collider> colliders, const PairRules& rules, const Attachments& attachments,
                        const Search& search) {
  only_moved_ = false;
  search_all(colliders, rules, attachments, search);
}

void NearFeatures::find_moved(std::span<Collider> colliders, const PairRules& rules,
                              const Attachments& attachments, const Search& search) {
  only_moved_ = true;
  has_moved_.resize(colliders.size());
  parallel_for_each(colliders.size(), 1, [&](Index c) {
    const std::span<const Vec3> end = colliders[c].end();
    std::vector<char>& moved = moved_[c];
    moved.resize(end.size());
    char any = 0;
    for (std::size_t v = 0; v < end.size(); ++v) any |= moved[v] = end[v] != ends_[c][v] ? 1 : 0;
    has_moved_[c] = any;
  });
  search_all(colliders, rules, attachments, search);
  remember_ends(colliders);
}

void NearFeatures::remember_ends(std::span<const Collider> colliders) {
  ends_.resize(colliders.size()), moved_.resize(colliders.size());
  parallel_for_each(colliders.size(), 1, [&](Index c) {
    const std::span<const Vec3> end = colliders[c].end();
    if (!only_moved_ || has_moved_[c] != 0) ends_[c].assign(end.begin(), end.end());
  });
}

bool NearFeatures::has_moved(const FeaturePair& pair) const {
  for (int k = 0; k < 4; ++k)
    if (moved_[pair.surface[k < first_count(pair.kind) ? 0 : 1]][pair.vertex[k]] != 0) return true;
  return false;
}

void NearFeatures::mark(Collider& collider, Index number) const {
  if (only_moved_ && has_moved_[number] != 0)
    collider.mark(moved_[number]);
  else
    collider.mark({});
}

// Keeps one origin, so that boxes of what does not move stay the same.
void NearFeatures::choose_origin(std::span<const Collider> colliders) {
  if (origin_) return;
  Box3 all;
  for (const Collider& collider : colliders) all.extend(bounding_box(collider.start()));
  origin_ = all.empty() ? Vec3{} : all.center();
}

// An obstacle keeps the gap of the body that it touches, whatever its own edges are.
double NearFeatures::margin_of(const Collider& collider, const Search& search) const {
  const double gap = collider.is_obstacle() ? largest_gap_ : collider.gap();
  return search.margin_in_gaps * gap + collider.half_thickness();
}

// Boxes of what stays are kept.
void NearFeatures::fit(std::span<Collider> colliders, const Search& search) {
  boxes_.resize(colliders.size());
  parallel_for_each(colliders.size(), 1, [&](Index c) {
    Collider& collider = colliders[c];
    if (collider.is_active() && is_looked_at(c)) fits_[c] = 0;
    if (fits_[c] != 0 || !is_looked_at(c)) return mark(collider, c);
    boxes_[c] = {};
    if (collider.surface() == nullptr) return;
    const double margin = margin_of(collider, search);
    collider.fit_boxes(margin, *origin_);
    mark(collider, c);
    boxes_[c] = bounding_box(collider.start());
    boxes_[c].extend(bounding_box(collider.end()));
    boxes_[c] = boxes_[c].inflated(2 * margin);  // a plane has no box of its own
    fits_[c] = collider.is_active() ? 0 : 1;
  });
}

void NearFeatures::search_all(std::span<Collider> colliders, const PairRules& rules,
                              const Attachments& attachments, const Search& search) {
  choose_origin(colliders);
  double largest = 0;
  for (const Collider& collider : colliders)
    if (!collider.is_obstacle()) largest = std::max(largest, collider.gap());
  if (largest != largest_gap_ || fits_.size() != colliders.size()) fits_.assign(colliders.size(), 0);
  largest_gap_ = largest;
  fit(colliders, search);

  overlapping_boxes(boxes_, sweep_, near_);
  for (Index c = 0; c < static_cast<Index>(colliders.size()); ++c)
    if (colliders[c].surface() != nullptr && !colliders[c].surface()->is_rigid) near_.push_back({c, c});
  std::erase_if(near_, [&](const std::array<Index, 2>& pair) {
    const auto [a, b] = pair;
    if (!colliders[a].is_active() && !colliders[b].is_active()) return true;
    if (!is_looked_at(a) && !is_looked_at(b)) return true;
    return colliders[a].surface() == nullptr || colliders[b].surface() == nullptr || !rules.collide(a, b);
  });
  std::ranges::sort(near_);
  pair_count_ = near_.size();
  if (pairs_.size() < pair_count_) pairs_.resize(pair_count_);
  parallel_for_each(pair_count_, 1, [&](Index k) {
    NearPair& pair = pairs_[k];
    pair.a = near_[k][0], pair.b = near_[k][1];
    find_features(colliders, search, pair);
    if (attachments.join(pair.a, pair.b))
      std::erase_if(pair.features, [&](const FeaturePair& one) { return attachments.exclude(one); });
  });
}

void NearFeatures::find_features(std::span<Collider> colliders, const Search& search, NearPair& pair) {
  const auto scratch = scratch_.take();
  Collider &a = colliders[pair.a], &b = colliders[pair.b];
  if (pair.a != pair.b) {
    overlapping_pairs(a.flight(), b.flight(), which(), scratch->overlaps, scratch->triangles);
  } else {
    self_overlaps(a.flight(), which(), scratch->overlaps, scratch->triangles);
    if (search.with_neighbours) {
      a.append_unproven_neighbours(scratch->triangles);
      std::ranges::sort(scratch->triangles);
    }
  }
  pair.features.clear();
  append_feature_pairs(a.features(pair.a), b.features(pair.b), scratch->triangles, pair.features);
}

}  // namespace sinew
