#include "contact/contact_sweeps.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

// Of the block of W across the unit vector n.
double largest_across(const Mat3& W, const Vec3& n) {
  const Vec3 aside = std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 s = normalized(cross(n, aside)), t = cross(n, s);
  const double ss = dot(s, W * s), st = dot(s, W * t), tt = dot(t, W * t);
  return (ss + tt) / 2 + std::hypot((ss - tt) / 2, st);
}

// How far p has moved against q in the step, m.
Vec3 slip_of(const ContactPoint& contact, std::span<const Collider> colliders) {
  Vec3 slip = -contact.carried;
  for (int k = 0; k < contact.count; ++k) {
    const Collider& on = colliders[k < contact.count_of_a ? contact.key.a : contact.key.b];
    const Index v = contact.key.vertex[k];
    slip += contact.weight[k] * (on.end()[v] - on.start()[v]);
  }
  return slip;
}

}  // namespace

void ContactSweeps::set(std::span<ContactPoint> contacts, std::span<Collider> colliders,
                        std::span<const Index> bodies) {
  contacts_ = contacts, colliders_ = colliders, bodies_ = bodies;
  rows_.clear();
}

void ContactSweeps::begin() {
  const bool is_known = !rows_.empty() && std::ranges::all_of(bodies_, [&](Index b) {
    return colliders_[b].metric.revision() == colliders_[b].side()->system_levels().revision;
  });
  if (!is_known) make_rows();
  for (const Index b : bodies_) colliders_[b].metric.reset();
  for (Row& row : rows_) row.slip = slip_of(contacts_[row.contact], colliders_);
}

void ContactSweeps::make_rows() {
  for (const Index b : bodies_)
    colliders_[b].metric.begin(*colliders_[b].surface(), colliders_[b].side()->system_levels());
  rows_.clear();
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const ContactPoint& contact = contacts_[c];
    Row row{};
    row.contact = static_cast<Index>(c);
    // A body that touches itself has one point, which is a difference.
    const bool is_self = contact.key.a == contact.key.b;
    const int first[3] = {0, is_self ? contact.count : contact.count_of_a, contact.count};
    for (int k = 0; k < 2; ++k) {
      Collider& on = colliders_[k == 0 ? contact.key.a : contact.key.b];
      if (on.side() == nullptr || first[k] == first[k + 1]) continue;
      const std::size_t size = first[k + 1] - first[k];
      row.of[k] = &on.metric;
      row.point[k] = on.metric.add_point({contact.key.vertex.data() + first[k], size},
                                         {contact.weight.data() + first[k], size});
      row.rotation[k] = on.side()->placement().rotation;
      row.load[k] = on.side()->load();
    }
    rows_.push_back(row);
  }
  for (const Index b : bodies_) colliders_[b].metric.prepare();

  for (Row& row : rows_) {
    for (int k = 0; k < 2; ++k)
      if (row.of[k] != nullptr)
        row.compliance =
            row.compliance + row.load[k] * (row.rotation[k] * row.of[k]->compliance(row.point[k]) *
                                            transposed(row.rotation[k]));
    const Vec3& n = contacts_[row.contact].normal;
    row.normal = dot(n, row.compliance * n);
    row.tangential = largest_across(row.compliance, n);
  }
  std::erase_if(rows_, [](const Row& row) { return !(row.normal > 0); });  // nothing can give way
}

// Most contacts that are watched do not press. They are visited in every eighth sweep, and in the last.
double ContactSweeps::sweep(int most, double tolerance) {
  constexpr int kVisitAll = 8;
  double change = 0;
  bool all = true;
  for (swept_ = 0; swept_ < most; ++swept_) {
    change = sweep_once(swept_ % 2 == 0, all);
    if (all && change <= tolerance) break;
    all = change <= tolerance || (swept_ + 1) % kVisitAll == 0 || swept_ + 2 == most;
  }
  return change;
}

double ContactSweeps::sweep_once(bool forward, bool all) {
  double change = 0;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    Row& row = rows_[forward ? k : rows_.size() - 1 - k];
    if (all || !row.is_quiet) change = std::max(change, visit(row));
  }
  return change;
}

double ContactSweeps::change_since(std::span<const ContactPoint> before) const {
  double most = 0;
  for (const Row& row : rows_)
    most = std::max(most, norm(row.compliance * (contacts_[row.contact].force - before[row.contact].force)));
  return most;
}

double ContactSweeps::visit(Row& row) {
  ContactPoint& contact = contacts_[row.contact];
  const Vec3& n = contact.normal;

  // See where it is.
  Vec3 slip = row.slip;
  for (int k = 0; k < 2; ++k)
    if (row.of[k] != nullptr) slip += row.rotation[k] * row.of[k]->moved(row.point[k]);

  // Close the gap.
  const double before = dot(n, contact.force), gap = contact.gap + dot(n, slip);
  const double pressing = std::max(0.0, before - gap / row.normal);
  slip += (pressing - before) * (row.compliance * n);

  // Stop the slip, as far as friction can.
  Vec3 along = contact.force - before * n - (slip - dot(n, slip) * n) / row.tangential;
  const double most = contact.friction * pressing, asked = norm(along);
  if (asked > most) along *= most / asked;

  const Vec3 change = pressing * n + along - contact.force;
  row.is_quiet = pressing == 0 && gap > contact.keeps;
  if (change == Vec3{}) return 0;
  contact.force += change;
  for (int k = 0; k < 2; ++k)
    if (row.of[k] != nullptr)
      row.of[k]->push(row.point[k], row.load[k] * (transposed(row.rotation[k]) * change));
  return norm(row.compliance * change);
}

}  // namespace sinew
