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

void ContactSweeps::set(std::span<ContactPoint> contacts, std::span<Collider> colliders) {
  contacts_ = contacts;
  rows_.clear();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactPoint& contact = contacts[c];
    Row row{static_cast<Index>(c),      {nullptr, nullptr}, {-1, -1}, {}, {1, 1}, {}, 0, 0,
            slip_of(contact, colliders)};
    // A body that touches itself has one point, which is a difference.
    const bool is_self = contact.key.a == contact.key.b;
    const int first[3] = {0, is_self ? contact.count : contact.count_of_a, contact.count};
    for (int k = 0; k < 2; ++k) {
      Collider& on = colliders[k == 0 ? contact.key.a : contact.key.b];
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
  std::vector<ContactMetric*> metrics;
  for (const Row& row : rows_)
    for (ContactMetric* metric : row.of)
      if (metric != nullptr) metrics.push_back(metric);
  std::ranges::sort(metrics);
  metrics.erase(std::unique(metrics.begin(), metrics.end()), metrics.end());
  for (ContactMetric* metric : metrics) metric->prepare();

  for (Row& row : rows_) {
    for (int k = 0; k < 2; ++k)
      if (row.of[k] != nullptr)
        row.compliance =
            row.compliance + row.load[k] * (row.rotation[k] * row.of[k]->compliance(row.point[k]) *
                                            transposed(row.rotation[k]));
    const Vec3& n = contacts[row.contact].normal;
    row.normal = dot(n, row.compliance * n);
    row.tangential = largest_across(row.compliance, n);
  }
  std::erase_if(rows_, [](const Row& row) { return !(row.normal > 0); });  // nothing can give way
}

double ContactSweeps::sweep(int most, double tolerance) {
  double change = 0;
  for (swept_ = 0; swept_ < most; ++swept_) {
    change = 0;
    if (swept_ % 2 == 0)
      for (Row& row : rows_) change = std::max(change, visit(row));
    else
      for (std::size_t k = rows_.size(); k-- > 0;) change = std::max(change, visit(rows_[k]));
    if (change <= tolerance) break;
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
  if (change == Vec3{}) return 0;
  contact.force += change;
  for (int k = 0; k < 2; ++k)
    if (row.of[k] != nullptr)
      row.of[k]->push(row.point[k], row.load[k] * (transposed(row.rotation[k]) * change));
  return norm(row.compliance * change);
}

}  // namespace sinew
