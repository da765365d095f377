#include "contact/carry_over.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sinew {

namespace {

// Of two edges, the one with smaller vertices comes first, as in FeaturePair.
void put_in_order(ContactPoint& contact) {
  ContactKey& key = contact.key;
  if (key.kind != ContactKey::Kind::kEdgeEdge) return;
  auto& v = key.vertex;
  if (v[0] > v[1]) std::swap(v[0], v[1]);
  if (v[2] > v[3]) std::swap(v[2], v[3]);
  if (key.a != key.b || std::array{v[0], v[1]} < std::array{v[2], v[3]}) return;
  std::swap(v[0], v[2]), std::swap(v[1], v[3]);
  contact.force = -contact.force, contact.normal = -contact.normal;
}

bool is_gone(const ContactPoint& contact) {
  // Of glue the vertex counts alone: its place on the other is found again (anchor.h).
  using Kind = ContactKey::Kind;
  const bool is_of_vertex = contact.key.kind == Kind::kVertexPlane || contact.key.kind == Kind::kGlue;
  const int used = is_of_vertex ? 1 : 4;
  return std::any_of(contact.key.vertex.begin(), contact.key.vertex.begin() + used,
                     [](Index v) { return v < 0; });
}

}  // namespace

void carry_over(std::span<const Index> number, Index collider, std::vector<ContactPoint>& contacts) {
  for (ContactPoint& contact : contacts)
    for (int k = 0; k < 4; ++k) {
      Index& v = contact.key.vertex[k];
      const Index on = k < contact.key.count_of_a() ? contact.key.a : contact.key.b;
      if (v >= 0 && on == collider) v = number[v];
    }
  std::erase_if(contacts, is_gone);
  for (ContactPoint& contact : contacts) put_in_order(contact);
  std::ranges::sort(contacts, {}, &ContactPoint::key);
  const auto same = [](const ContactPoint& s, const ContactPoint& t) { return s.key == t.key; };
  contacts.erase(std::unique(contacts.begin(), contacts.end(), same), contacts.end());
}

}  // namespace sinew
