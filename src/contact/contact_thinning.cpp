#include "contact/contact_thinning.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

using Kind = ContactKey::Kind;

// A weight below this is none: vertices of the two sides of a cut lie over each other but for rounding.
constexpr double kLeastWeight = 1e-3;

// The vertices of the nearest points: two colliders, and at most two vertices of each, ascending.
std::array<Index, 6> support_of(const ContactPoint& contact) {
  std::array<Index, 3> side[2] = {{contact.key.a, -1, -1}, {contact.key.b, -1, -1}};
  for (int k = 0; k < 4; ++k) {
    if (std::abs(contact.weight[k]) < kLeastWeight) continue;
    std::array<Index, 3>& on = side[k < contact.count_of_a ? 0 : 1];
    on[on[1] < 0 ? 1 : 2] = contact.key.vertex[k];
  }
  for (auto& on : side)
    if (on[2] >= 0 && on[2] < on[1]) std::swap(on[1], on[2]);
  if (side[1] < side[0]) std::swap(side[0], side[1]);
  return {side[0][0], side[0][1], side[0][2], side[1][0], side[1][1], side[1][2]};
}

// How many of the four vertices carry the nearest points.
int support_size(const ContactPoint& contact) {
  const auto carries = [](double weight) { return std::abs(weight) >= kLeastWeight; };
  return static_cast<int>(std::ranges::count_if(contact.weight, carries));
}

Index nearer_end(const ContactPoint& contact, int first) {
  const bool is_first = std::abs(contact.weight[first]) >= std::abs(contact.weight[first + 1]);
  return contact.key.vertex[is_first ? first : first + 1];
}

}  // namespace

void ContactThinning::keep_first_of_each() {
  std::ranges::sort(candidates_);
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    if (i == 0 || candidates_[i].common != candidates_[i - 1].common) stays_[candidates_[i].contact] = 1;
  candidates_.clear();
}

void ContactThinning::thin_out(std::vector<ContactPoint>& contacts) {
  stays_.assign(contacts.size(), 0);
  candidates_.clear();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ContactPoint& contact = contacts[i];
    const bool pressed = contact.force != Vec3{};
    const bool is_whole = support_size(contact) == 4;
    if (pressed || contact.key.kind == Kind::kVertexPlane ||
        (contact.key.kind == Kind::kVertexTriangle && is_whole))
      stays_[i] = 1;
    if (contact.key.kind == Kind::kVertexTriangle && !is_whole)
      candidates_.push_back({support_of(contact), pressed ? 0.0 : 1.0, static_cast<Index>(i)});
  }
  keep_first_of_each();
  // Edges whose nearest points are ends are nearer to a vertex than to each other.
  for (const int first : {0, 2}) {
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const ContactPoint& contact = contacts[i];
      if (contact.key.kind == Kind::kEdgeEdge && support_size(contact) == 4)
        candidates_.push_back({{contact.key.a, contact.key.b, nearer_end(contact, first), 0, 0, 0},
                               contact.gap,
                               static_cast<Index>(i)});
    }
    keep_first_of_each();
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i)
    if (stays_[i] != 0) contacts[kept++] = contacts[i];
  contacts.resize(kept);
}

}  // namespace sinew
