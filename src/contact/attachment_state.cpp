#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "body/state_arrays.h"
#include "contact/attachments.h"
#include "sinew/base/error.h"

namespace sinew {

// What the state of a world has of its attachments:
//
//   attachments   per attachment: phase, number of anchors
//   anchors       per anchor: vertex, its place at rest (m), triangle, its weights, offset (m), place (m)

namespace {

constexpr std::size_t kNumbers = 14;  // per anchor
constexpr std::int64_t kMostIndex = std::numeric_limits<Index>::max();
const std::string kName = "contact";

void put(std::vector<double>& values, const Vec3& v) { values.insert(values.end(), {v.x, v.y, v.z}); }
Vec3 vector_at(std::span<const double> values, std::size_t at) {
  return {values[at], values[at + 1], values[at + 2]};
}

void put(std::vector<double>& values, const Anchor& anchor) {
  values.push_back(anchor.vertex);
  put(values, anchor.rest);
  for (const Index v : anchor.triangle) values.push_back(v);
  put(values, anchor.weight);
  values.push_back(anchor.offset);
  put(values, anchor.place);
}

// Where the body was cut after its last step, numbers are still those of the surface before.
Anchor anchor_of(std::span<const double> values, const Collider& other) {
  const auto whole = [&](std::size_t at, std::int64_t low, std::int64_t high) {
    return static_cast<Index>(whole_number(values[at], low, high, "anchors", kName));
  };
  Anchor anchor;
  anchor.vertex = whole(0, 0, kMostIndex);
  anchor.rest = vector_at(values, 1);
  for (std::size_t k = 0; k < 3; ++k)
    anchor.triangle[k] = other.is_obstacle() ? whole(4 + k, -1, -1) : whole(4 + k, 0, kMostIndex);
  anchor.weight = vector_at(values, 7);
  anchor.offset = values[10];
  anchor.place = vector_at(values, 11);
  return anchor;
}

}  // namespace

void Attachments::add_to_state(BodyState& state) const {
  StateArray ones{"attachments", {}}, anchors{"anchors", {}};
  for (const One& one : all_) {
    if (one.is_of_tool) continue;
    ones.values.insert(ones.values.end(), {double(one.phase), double(one.anchors.size())});
    for (const Anchor& anchor : one.anchors) put(anchors.values, anchor);
  }
  state.push_back(std::move(ones)), state.push_back(std::move(anchors));
}

std::vector<Attachments::One> Attachments::restored(const BodyState& state,
                                                    std::span<const Collider> colliders) const {
  std::vector<One> all = all_;
  std::erase_if(all, &One::is_of_tool);
  const std::vector<double>& ones = find_array(state, "attachments", 2 * all.size(), kName);
  const std::vector<double>& anchors = find_array(state, "anchors", kName);
  std::size_t next = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    One& one = all[i];
    one.phase = static_cast<Phase>(whole_number(ones[2 * i], 0, 2, "attachments", kName));
    const auto most = static_cast<std::int64_t>((anchors.size() - next) / kNumbers);
    const auto count = whole_number(ones[2 * i + 1], 0, most, "attachments", kName);
    one.anchors.clear();
    for (std::int64_t k = 0; k < count; ++k, next += kNumbers)
      one.anchors.push_back(anchor_of(std::span(anchors).subspan(next, kNumbers), colliders[one.b]));
    if (!std::ranges::is_sorted(one.anchors, {}, &Anchor::vertex))
      throw Error("the saved anchors of attachments are not in order");
  }
  if (next != anchors.size()) throw Error("the saved state has anchors of no attachment");
  return all;
}

void Attachments::take(std::vector<One> restored) {
  all_ = std::move(restored);
  known_surfaces_.clear();
  released_.clear();
  note_glued();
}

}  // namespace sinew
