#include "contact/contact_sweeps.h"

#include <algorithm>
#include <cmath>

#include "contact/anchor.h"

namespace sinew {

namespace {

// What is tolerated, over the slip in the step.
constexpr double kPartOfSlip = 0.2;
// A contact that moved by less, over what is tolerated, is left out for a while.
constexpr double kQuiet = 0.1;
constexpr Index kRowsInOneGo = 2048;

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

void ContactSweeps::set(std::span<const Index> numbers, std::span<const ContactPoint> contacts,
                        std::span<Collider> colliders, std::span<const Index> bodies) {
  numbers_ = numbers, colliders_ = colliders, bodies_ = bodies;
  make_rows(contacts);
}

void ContactSweeps::begin(std::span<const ContactPoint> contacts, double tolerance) {
  const bool is_known = std::ranges::all_of(bodies_, [&](Index b) {
    return colliders_[b].metric.revision() == colliders_[b].side()->system_levels().revision;
  });
  if (!is_known) make_rows(contacts);
  for (const Index b : bodies_) colliders_[b].metric.reset();
  parallel_for_each(rows_.size(), kRowsInOneGo, [&](Index k) {
    Row& row = rows_[k];
    row.slip = slip_of(contacts[row.contact], colliders_);
    if (row.is_glue) row.slip += glue_drift(contacts[row.contact], colliders_);
    row.at_begin = row.force = contacts[row.contact].force;
    row.tolerance = tolerance * std::max(row.keeps, kPartOfSlip * norm(row.slip));
    row.is_quiet = false;
  });
}

void ContactSweeps::make_rows(std::span<const ContactPoint> contacts) {
  for (const Index b : bodies_) {
    ContactSide& side = *colliders_[b].side();
    colliders_[b].metric.begin(*colliders_[b].surface(), side.system_levels(), side.placement(), side.load());
  }
  rows_.clear();
  for (const Index number : numbers_) {
    const ContactPoint& contact = contacts[number];
    Row& row = rows_.emplace_back();
    row.contact = number;
    row.is_glue = contact.key.kind == ContactKey::Kind::kGlue;
    row.normal = contact.normal;
    row.gap = contact.gap, row.keeps = contact.keeps, row.friction = contact.friction;
    row.force = contact.force;
    // A body that touches itself has one point, which is a difference.
    const bool is_self = contact.key.a == contact.key.b;
    const int first[3] = {0, is_self ? contact.count : contact.count_of_a, contact.count};
    for (int k = 0; k < 2; ++k) {
      Collider& on = colliders_[k == 0 ? contact.key.a : contact.key.b];
      if (on.side() == nullptr || first[k] == first[k + 1]) continue;
      const std::size_t size = first[k + 1] - first[k];
      row.of[k] = &on.metric;
      row.collider[k] = k == 0 ? contact.key.a : contact.key.b;
      row.point[k] = on.metric.add_point({contact.key.vertex.data() + first[k], size},
                                         {contact.weight.data() + first[k], size});
    }
  }
  parallel_for_each(bodies_.size(), 1, [&](Index k) { colliders_[bodies_[k]].metric.prepare(); });
  set_order();

  parallel_for_each(rows_.size(), kRowsInOneGo, [&](Index r) {
    Row& row = rows_[r];
    for (int k = 0; k < 2; ++k)
      if (row.of[k] != nullptr) row.compliance = row.compliance + row.of[k]->compliance(row.point[k]);
    row.normal_compliance =
        row.is_glue ? trace(row.compliance) / 3 : dot(row.normal, row.compliance * row.normal);
    row.tangential = largest_across(row.compliance, row.normal);
  });
}

void ContactSweeps::set_order() {
  bodies_of_.clear();
  for (const Row& row : rows_) {
    std::array<Index, 2> bodies{-1, -1};
    for (int k = 0; k < 2; ++k)
      if (row.of[k] != nullptr) bodies[k] = row.collider[k];
    bodies_of_.push_back(bodies);
  }
  order_.set(bodies_of_, static_cast<Index>(colliders_.size()));
  swept_by_group_.resize(order_.groups().size());
}

// Most contacts that are watched do not press, and others hardly change any more. They are visited in every eighth
// sweep, and in the last.
void ContactSweeps::sweep(int most, double share, double& greatest) {
  constexpr int kVisitAll = 8, kFirstDirection = 3;
  const int first_that_counts = greatest > 0 ? 1 : kFirstDirection;
  bool all = true;
  for (int swept = 0; swept < most; ++swept) {
    const double change = sweep_once(swept % 2 == 0, all);
    greatest = std::max(greatest, swept_);
    const bool is_calm = change <= 1 || (swept >= first_that_counts && swept_ <= share * greatest);
    if (all && is_calm) break;
    all = is_calm || (swept + 1) % kVisitAll == 0 || swept + 2 >= most;
    if (swept == kFirstDirection - 2) start_directions();
    if (swept >= kFirstDirection && swept % 2 == 1 && swept + 2 < most) accelerate();
  }
}

double ContactSweeps::sweep_once(bool forward, bool all) {
  order_.for_each_group(forward, [&](Index g) {
    const auto [begin, end] = order_.groups()[g];
    Swept swept;
    for (Index k = begin; k < end; ++k) {
      Row& row = rows_[forward ? k : begin + end - 1 - k];
      if (all || !row.is_quiet) visit(row, swept);
    }
    swept_by_group_[g] = swept;
  });
  double change = 0;
  swept_ = 0;
  for (const Swept& swept : swept_by_group_) {
    change = std::max(change, swept.farthest);
    swept_ += swept.energy;
  }
  return change;
}

void ContactSweeps::start_directions() {
  last_size_ = 0;
  for (Row& row : rows_) row.at_last = row.force, row.direction = {};
}

// Goes on along the direction if the last two sweeps changed less than the two before; otherwise starts again.
void ContactSweeps::accelerate() {
  double size = 0;
  for (const Row& row : rows_) {
    const Vec3 change = row.force - row.at_last;
    size += dot(change, row.compliance * change);
  }
  const double share = last_size_ > 0 && size < last_size_ ? size / last_size_ : 0;
  order_.for_each_group(true, [&](Index g) {
    for (Index k = order_.groups()[g].begin; k < order_.groups()[g].end; ++k) {
      Row& row = rows_[k];
      const Vec3 further = share * row.direction;
      row.direction = further + (row.force - row.at_last);
      if (further != Vec3{}) push(row, further);
      row.at_last = row.force;
    }
  });
  last_size_ = size;
}

double ContactSweeps::change() const {
  double most = 0;
  for (const Row& row : rows_)
    most = std::max(most, norm(row.compliance * (row.force - row.at_begin)) / row.tolerance);
  return most;
}

ContactSweeps::Motion ContactSweeps::motion(std::span<double> work_by_collider) const {
  Motion motion;
  for (const Row& row : rows_) {
    if (row.force == Vec3{} && row.at_begin == Vec3{}) continue;
    Vec3 by;
    for (int k = 0; k < 2; ++k) {
      if (row.of[k] == nullptr) continue;
      const Vec3 way = row.of[k]->moved(row.point[k]);
      const double work = dot(way, row.force - row.at_begin);
      work_by_collider[row.collider[k]] += work;
      motion.work += work;
      by += way;
    }
    motion.farthest = std::max(motion.farthest, norm(by) / row.tolerance);
  }
  return motion;
}

// By the forces since the round began.
Vec3 ContactSweeps::moved(const Row& row) {
  Vec3 sum;
  for (int k = 0; k < 2; ++k)
    if (row.of[k] != nullptr) sum += row.of[k]->moved(row.point[k]);
  return sum;
}

void ContactSweeps::give_forces(std::span<ContactPoint> contacts) const {
  for (const Row& row : rows_) contacts[row.contact].force = row.force;
}

void ContactSweeps::visit(Row& row, Swept& swept) {
  // If nothing can give way, no force helps.
  const Vec3& n = row.normal;
  if (!(row.normal_compliance > 0)) {
    row.force = {};
    return;
  }

  // See where it is.
  Vec3 slip = row.slip + moved(row);

  if (row.is_glue) {
    const Vec3 change = glue_force(row.compliance, slip, row.force) - row.force;
    push(row, change);
    count(row, change, swept);
    return;
  }

  // Close the gap.
  const double before = dot(n, row.force), gap = row.gap + dot(n, slip);
  const double pressing = std::max(0.0, before - gap / row.normal_compliance);
  row.is_quiet = pressing == 0 && gap > row.keeps;
  if (pressing == 0 && row.force == Vec3{}) return;
  slip += (pressing - before) * (row.compliance * n);

  // Stop the slip, as far as friction can.
  Vec3 along = row.force - before * n - (slip - dot(n, slip) * n) / row.tangential;
  const double most = row.friction * pressing, asked = norm(along);
  if (asked > most) along *= most / asked;

  const Vec3 change = pressing * n + along - row.force;
  if (change == Vec3{}) return;
  push(row, change);
  row.is_quiet = count(row, change, swept) < kQuiet;
}

// Returns how far the change alone moves the contact, over what is tolerated.
double ContactSweeps::count(const Row& row, const Vec3& change, Swept& swept) {
  const Vec3 by = row.compliance * change;
  const double far = norm(by) / row.tolerance;
  swept.energy += dot(change, by);
  swept.farthest = std::max(swept.farthest, far);
  return far;
}

void ContactSweeps::push(Row& row, const Vec3& change) {
  row.force += change;
  for (int k = 0; k < 2; ++k)
    if (row.of[k] != nullptr) row.of[k]->push(row.point[k], change);
}

}  // namespace sinew
