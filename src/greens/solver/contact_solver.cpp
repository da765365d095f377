#include "greens/solver/contact_solver.h"

#include <algorithm>
#include <cmath>

#include "sinew/base/error.h"

namespace sinew {

namespace {

double length(const double* v) { return std::hypot(v[0], v[1]); }

// Passes over friction in which points may begin to stick. After them their tangents approach their places by the
// projected forces alone: points that stick and slide in turn can follow each other in circles.
constexpr int kSticking = 16;

}  // namespace

ContactSolver::ContactSolver(Index points) : matrix_(3 * points, 3 * points) {
  const auto n = static_cast<std::size_t>(points);
  contact_.resize(n), state_.assign(n, State::kAbsent), refused_.assign(n, 0);
  for (std::vector<double>* rows : {&f_, &w_, &right_, &x_}) rows->assign(3 * n, 0.0);
  acting_.reserve(3 * n);
}

void require_contact(const ContactGap& contact) {
  if (!std::isfinite(contact.gap) || !std::isfinite(length(contact.slip)))
    throw Error("a gap or slip of contact is not finite");
  if (!(contact.friction >= 0 && std::isfinite(contact.friction)))
    throw Error("a coefficient of friction is negative or not finite");
}

void ContactSolver::set(Index p, const ContactGap& contact) {
  require_contact(contact);
  contact_[p] = contact;
  if (state_[p] == State::kAbsent) {
    state_[p] = State::kApart;
    std::fill_n(&f_[3 * p], 3, 0.0);
  }
  size_ = std::max(size_, p + 1);
}

void ContactSolver::remove(Index p, const PointCompliance& compliance) {
  if (touches(p)) let_go(p, compliance.C());
  state_[p] = State::kAbsent;
  std::fill_n(&w_[3 * p], 3, 0.0);
  while (size_ > 0 && !has(size_ - 1)) --size_;
}

void ContactSolver::release() {
  matrix_.clear();
  for (Index p = 0; p < size_; ++p)
    if (has(p)) state_[p] = State::kApart;
  std::fill(f_.begin(), f_.end(), 0.0);
}

std::span<const Index> ContactSolver::held_rows(Index p) {
  rows_ = {3 * p, 3 * p + 1, 3 * p + 2};
  return {rows_.data(), state_[p] == State::kSticks ? 3U : 1U};
}

// Adds the normal of a point. Its tangents come later, once there is a force that they could hold with: of all three
// together, the normal might pull at once.
bool ContactSolver::hold(Index p, SymmetricView C) {
  state_[p] = State::kSlides;
  const Added added = matrix_.add(C, held_rows(p));
  if (added == Added::kYes || added == Added::kLifted) return true;
  state_[p] = State::kApart;
  return false;
}

void ContactSolver::let_go(Index p, SymmetricView C) {
  matrix_.remove(C, held_rows(p));
  std::fill_n(&f_[3 * p], 3, 0.0);
  state_[p] = State::kApart;
}

void ContactSolver::change_friction(Index p, State state, SymmetricView C) {
  const Index rows[] = {3 * p + 1, 3 * p + 2};
  if (state == State::kSlides) {
    matrix_.remove(C, rows);
    state_[p] = state;
  } else if (const Added added = matrix_.add(C, rows); added == Added::kYes || added == Added::kLifted) {
    state_[p] = state;
  }
}

void ContactSolver::moved(std::span<const Index> points, const PointCompliance& compliance) {
  const auto add_again = [&](Index p) {
    const Added added = matrix_.add(compliance.C(), held_rows(p));
    if (added == Added::kYes || added == Added::kLifted) return;
    std::fill_n(&f_[3 * p], 3, 0.0);
    state_[p] = State::kApart;
  };
  // Replacing r of s rows costs 3 r s^2 multiplications, adding all of them 2/3 s^3.
  std::size_t rows = 0;
  for (const Index p : points) rows += touches(p) ? held_rows(p).size() : 0;
  if (4 * rows > static_cast<std::size_t>(matrix_.size())) {
    matrix_.clear();
    for (Index p = 0; p < size_; ++p)
      if (touches(p)) add_again(p);
    return;
  }
  for (const Index p : points)
    if (touches(p)) matrix_.remove(compliance.C(), held_rows(p));
  for (const Index p : points)
    if (touches(p)) add_again(p);
}

// w = w_0 + C f, with what lifted rows have of their own.
void ContactSolver::find_gaps(SymmetricView C) {
  for (Index p = 0; p < size_; ++p) {
    if (!has(p)) continue;
    w_[3 * p] = contact_[p].gap, w_[3 * p + 1] = contact_[p].slip[0], w_[3 * p + 2] = contact_[p].slip[1];
  }
  acting_.clear();
  for (Index j = 0; j < 3 * size_; ++j)
    if (f_[j] != 0) right_[acting_.size()] = f_[j], acting_.push_back(j);
  add_product(C, acting_, right_, std::span(w_).first(3 * static_cast<std::size_t>(size_)));
  for (Index k = 0; k < matrix_.size(); ++k) w_[matrix_.rows()[k]] += matrix_.lift(k) * f_[matrix_.rows()[k]];
}

// Forces go on the straight way to the solution on the held rows. Returns the point whose normal force vanishes first
// and would pull from there on, or -1 if all of the way was gone.
Index ContactSolver::walk(SymmetricView C) {
  const std::span<const Index> S = matrix_.rows();
  find_gaps(C);
  for (std::size_t k = 0; k < S.size(); ++k) right_[k] = -w_[S[k]];
  matrix_.solve(right_, x_);  // the change of the forces
  double share = 1;
  Index first = -1;
  for (std::size_t k = 0; k < S.size(); ++k) {
    if (S[k] % 3 != 0 || f_[S[k]] + x_[k] >= 0) continue;
    const double until = f_[S[k]] / -x_[k];
    if (until < share || first < 0) share = std::min(until, share), first = S[k] / 3;
  }
  for (std::size_t k = 0; k < S.size(); ++k) f_[S[k]] += share * x_[k];
  return first;
}

Index ContactSolver::deepest() const {
  Index worst = -1;
  for (Index p = 0; p < size_; ++p)
    if (state_[p] == State::kApart && !refused_[p] && w_[3 * p] < -tolerance_ &&
        (worst < 0 || w_[3 * p] < w_[3 * worst]))
      worst = p;
  return worst;
}

// Of two points at one place the deeper one touches: it takes the force of the other. Returns whether there is another.
bool ContactSolver::exchange(Index p, SymmetricView C) {
  constexpr double kSame = 1 - 1e-5;  // cosine of their rows
  Index twin = -1;
  double best = kSame;
  for (Index q = 0; q < size_; ++q) {
    const double cosine = touches(q) ? C(3 * p, 3 * q) / std::sqrt(C(3 * p, 3 * p) * C(3 * q, 3 * q)) : 0;
    if (cosine > best) best = cosine, twin = q;
  }
  if (twin < 0) return false;
  const double force = f_[3 * twin];
  let_go(twin, C);
  if (hold(p, C)) f_[3 * p] = force;
  return touches(p);
}

void ContactSolver::solve_normals(SymmetricView C, const ContactLimits& limits, ContactReport& report) {
  Index added = -1;
  std::fill_n(refused_.begin(), size_, 0);
  for (;;) {
    if (const Index pulling = walk(C); pulling >= 0) {
      if (pulling == added) refused_[pulling] = 1;  // at once, by rounding: it was hardly inside
      let_go(pulling, C);
      ++report.changes;
      added = -1;
      continue;
    }
    find_gaps(C);
    added = deepest();
    if (added < 0 || report.changes >= limits.changes) return;
    if (hold(added, C) || exchange(added, C))
      ++report.changes;
    else
      refused_[added] = 1, ++report.refused;
  }
}

// The force of a point that slides, or that of one that now sticks. Returns whether it is as it was.
bool ContactSolver::slide(Index p, SymmetricView C, const ContactLimits& limits, ContactReport& report) {
  const Index t = 3 * p + 1;
  const double most = contact_[p].friction * f_[3 * p], before[] = {f_[t], f_[t + 1]};
  // The largest compliance of the two tangents, by the mean and the deviator of their 2x2 block.
  const double mean = 0.5 * (C(t, t) + C(t + 1, t + 1));
  const double c = mean + std::hypot(0.5 * (C(t, t) - C(t + 1, t + 1)), C(t, t + 1));
  const double trial[] = {before[0] - w_[t] / c, before[1] - w_[t + 1] / c};
  if (length(trial) < most && report.friction_passes <= kSticking) {
    change_friction(p, State::kSticks, C);
    ++report.changes;
    return false;
  }
  const double cut = length(trial) > most ? most / length(trial) : 1;
  f_[t] = cut * trial[0], f_[t + 1] = cut * trial[1];
  return std::hypot(f_[t] - before[0], f_[t + 1] - before[1]) <= limits.tolerance * most;
}

// Returns whether nothing changed.
bool ContactSolver::pass_friction(SymmetricView C, const ContactLimits& limits, ContactReport& report) {
  bool settled = true;
  for (Index p = 0; p < size_; ++p) {
    if (!touches(p) || contact_[p].friction == 0) continue;
    if (state_[p] == State::kSticks) {
      if (length(&f_[3 * p + 1]) <= contact_[p].friction * f_[3 * p] * (1 + limits.tolerance)) continue;
      change_friction(p, State::kSlides, C);
      ++report.changes;
    }
    settled &= slide(p, C, limits, report);
  }
  return settled;
}

// The tolerance. Points that have lost their friction slide without force, and those whose rows were left out when the
// inverse was computed again touch no more.
void ContactSolver::start(SymmetricView C, const ContactLimits& limits) {
  double scale = 0;
  rubs_ = false;
  for (Index p = 0; p < size_; ++p) {
    if (!has(p)) continue;
    if (touches(p) &&
        !std::ranges::all_of(held_rows(p), [&](Index row) { return matrix_.position(row) >= 0; }))
      let_go(p, C);
    rubs_ |= contact_[p].friction > 0;
    scale = std::max({scale, std::abs(contact_[p].gap), length(contact_[p].slip)});
    if (contact_[p].friction > 0) continue;
    if (state_[p] == State::kSticks) change_friction(p, State::kSlides, C);
    f_[3 * p + 1] = f_[3 * p + 2] = 0;
  }
  tolerance_ = limits.tolerance * scale;
}

void ContactSolver::cut_to_cones() {
  for (Index p = 0; p < size_; ++p) {
    double* f = &f_[3 * p];
    const double most = contact_[p].friction * f[0], now = length(f + 1);
    if (now > most) f[1] *= most / now, f[2] *= most / now;
  }
}

ContactReport ContactSolver::solve(const PointCompliance& compliance, const ContactLimits& limits) {
  const SymmetricView C = compliance.C();
  start(C, limits);
  ContactReport report;
  solve_normals(C, limits, report);
  bool settled = !rubs_;
  while (!settled && report.friction_passes < limits.friction_passes && report.changes < limits.changes) {
    ++report.friction_passes;
    settled = pass_friction(C, limits, report);
    solve_normals(C, limits, report);
  }
  report.finished = settled && report.changes < limits.changes;
  if (!report.finished) cut_to_cones();
  return report;
}

}  // namespace sinew
