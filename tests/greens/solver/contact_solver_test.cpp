#include "greens/solver/contact_solver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/error_of.h"
#include "base/random.h"
#include "greens/solver/held_box.h"

namespace sinew {
namespace {

using test::box_responses;
using test::held_box;

// Points at random vertices of a box, pushed along random directions into it.
struct Case {
  PointCompliance compliance;
  std::vector<ContactGap> contacts;

  Case(Random& random, Index points, double friction) : compliance(box_responses(), points, points) {
    std::vector<Index> order(held_box().free.size());
    std::iota(order.begin(), order.end(), 0);
    for (Index p = 0; p < points; ++p) {
      std::swap(order[p], order[p + random.below(static_cast<std::uint32_t>(order.size() - p))]);
      compliance.add(at_vertex(order[p]), test::axes_along(random.in_box({-1, -1, -1}, {1, 1, 1})));
      ContactGap contact;
      contact.gap = random.uniform(-0.05, 0.03);
      if (friction > 0)
        contact = {contact.gap, {random.uniform(-0.02, 0.02), random.uniform(-0.02, 0.02)}, friction};
      contacts.push_back(contact);
    }
  }
  Index points() const { return static_cast<Index>(contacts.size()); }
  void tell(ContactSolver& solver) const {
    for (Index p = 0; p < points(); ++p) solver.set(p, contacts[p]);
  }
  // Gaps and slips under forces, per row.
  std::vector<double> gaps(std::span<const double> f) const {
    std::vector<double> w;
    for (const ContactGap& c : contacts) w.insert(w.end(), {c.gap, c.slip[0], c.slip[1]});
    for (std::size_t j = 0; j < w.size(); ++j)
      for (std::size_t i = 0; i < w.size(); ++i) w[i] += compliance.C()(Index(i), Index(j)) * f[j];
    return w;
  }
};

std::vector<double> forces_of(const ContactSolver& solver, Index points) {
  std::vector<double> f;
  for (Index p = 0; p < points; ++p) {
    const Vec3 force = solver.force(p);
    f.insert(f.end(), {force.x, force.y, force.z});
  }
  return f;
}

double largest(std::span<const double> values) {
  double most = 0;
  for (const double v : values) most = std::max(most, std::abs(v));
  return most;
}

// By Gaussian elimination with pivots.
std::vector<double> solved(std::vector<std::vector<double>> A, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k; i < n; ++i)
      if (std::abs(A[i][k]) > std::abs(A[best][k])) best = i;
    std::swap(A[k], A[best]), std::swap(b[k], b[best]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = A[i][k] / A[k][k];
      for (std::size_t j = k; j < n; ++j) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
  return b;
}

// Tries every set of touching points.
std::vector<double> by_enumeration(const Case& c) {
  const auto n = static_cast<std::size_t>(c.points());
  for (unsigned set = 0; set < 1U << n; ++set) {
    std::vector<Index> rows;
    for (std::size_t p = 0; p < n; ++p)
      if (set >> p & 1U) rows.push_back(3 * static_cast<Index>(p));
    std::vector<std::vector<double>> A(rows.size(), std::vector<double>(rows.size()));
    std::vector<double> b(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < rows.size(); ++j) A[i][j] = c.compliance.C()(rows[i], rows[j]);
      b[i] = -c.contacts[rows[i] / 3].gap;
    }
    const std::vector<double> x = solved(A, b);
    std::vector<double> f(3 * n);
    for (std::size_t i = 0; i < rows.size(); ++i) f[rows[i]] = x[i];
    const std::vector<double> w = c.gaps(f);
    bool right = true;
    for (std::size_t p = 0; p < n; ++p) right &= f[3 * p] >= 0 && w[3 * p] >= -1e-12;
    if (right) return f;
  }
  return {};
}

// Projected Gauss-Seidel by blocks of a point, until nothing moves.
std::vector<double> by_gauss_seidel(const Case& c) {
  const SymmetricView C = c.compliance.C();
  const Index n = c.points();
  std::vector<double> f(3 * static_cast<std::size_t>(n)), w = c.gaps(f);
  const auto change = [&](Index row, double to) {
    const double by = to - f[row];
    f[row] = to;
    for (Index i = 0; i < 3 * n; ++i) w[i] += C(i, row) * by;
    return std::abs(by);
  };
  for (int sweep = 0; sweep < 20'000; ++sweep) {
    double moved = 0;
    for (Index p = 0; p < n; ++p) {
      const Index r = 3 * p;
      moved += change(r, std::max(0.0, f[r] - w[r] / C(r, r)));
      const double most = c.contacts[p].friction * f[r], s = C(r + 1, r + 1) + C(r + 2, r + 2);
      const double t[] = {f[r + 1] - w[r + 1] / s, f[r + 2] - w[r + 2] / s};
      const double cut = std::min(1.0, most / std::max(std::hypot(t[0], t[1]), 1e-300));
      moved += change(r + 1, cut * t[0]) + change(r + 2, cut * t[1]);
    }
    if (moved < 1e-13 * largest(f)) break;
  }
  return f;
}

void expect_conditions(const Case& c, const ContactSolver& solver, double tolerance) {
  const std::vector<double> f = forces_of(solver, c.points()), w = c.gaps(f);
  const double most_f = std::max(largest(f), 1e-300), deep = 0.05;
  for (Index p = 0; p < c.points(); ++p) {
    const double *force = &f[3 * p], *gap = &w[3 * p], mu = c.contacts[p].friction;
    EXPECT_GE(force[0], 0);
    EXPECT_GE(gap[0], -tolerance * deep);
    EXPECT_LE(force[0] * std::max(gap[0], 0.0), tolerance * most_f * deep);
    const double along = std::hypot(force[1], force[2]), slip = std::hypot(gap[1], gap[2]);
    EXPECT_LE(along, mu * force[0] + tolerance * most_f);
    if (mu == 0 || force[0] == 0) continue;
    if (along < mu * force[0] - 1e-6 * most_f) {
      EXPECT_LE(slip, tolerance * deep);
    }
    // The force of a point that slides is against the slip.
    EXPECT_NEAR(force[1] * gap[1] + force[2] * gap[2], -along * slip, tolerance * most_f * deep);
  }
}

TEST(ContactSolver, forces_are_those_of_a_brute_force_search) {
  Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    const Case c(random, 2 + static_cast<Index>(random.below(7)), 0);
    ContactSolver solver(c.points());
    c.tell(solver);
    EXPECT_TRUE(solver.solve(c.compliance).finished);
    const std::vector<double> f = forces_of(solver, c.points()), exact = by_enumeration(c);
    ASSERT_EQ(f.size(), exact.size());
    for (std::size_t i = 0; i < f.size(); ++i) EXPECT_NEAR(f[i], exact[i], 1e-9 * largest(exact) + 1e-12);
  }
}

TEST(ContactSolver, thousands_of_random_cases_satisfy_the_conditions) {
  Random random(2);
  int most_changes = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const Case c(random, 12, 0);
    ContactSolver solver(12);
    c.tell(solver);
    const ContactReport report = solver.solve(c.compliance);
    EXPECT_TRUE(report.finished);
    most_changes = std::max(most_changes, report.changes);
    expect_conditions(c, solver, 1e-8);
  }
  EXPECT_LE(most_changes, 24);
}

TEST(ContactSolver, friction_satisfies_coulombs_conditions_in_thousands_of_random_cases) {
  Random random(3);
  int unfinished = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Case c(random, 8, 0.3);
    ContactSolver solver(8);
    c.tell(solver);
    const ContactReport report = solver.solve(c.compliance, {.changes = 2000, .friction_passes = 2000});
    unfinished += !report.finished;
    if (report.finished) expect_conditions(c, solver, 1e-6);
  }
  EXPECT_EQ(unfinished, 0);
}

TEST(ContactSolver, friction_gives_the_forces_of_projected_gauss_seidel) {
  Random random(4);
  for (int trial = 0; trial < 30; ++trial) {
    const Case c(random, 6, 0.2);
    ContactSolver solver(6);
    c.tell(solver);
    ASSERT_TRUE(solver.solve(c.compliance, {.changes = 2000, .friction_passes = 2000}).finished);
    const std::vector<double> f = forces_of(solver, 6), exact = by_gauss_seidel(c);
    for (std::size_t i = 0; i < f.size(); ++i) EXPECT_NEAR(f[i], exact[i], 1e-5 * largest(exact));
  }
}

// Points that share a place of the surface, with normals that oppose each other: sticking and sliding in turn, they
// would go round in circles.
TEST(ContactSolver, friction_settles_where_points_are_close_and_normals_oppose) {
  Random random(10);
  int unfinished = 0;
  for (int trial = 0; trial < 300; ++trial) {
    PointCompliance compliance(box_responses(), 10, 12);
    ContactSolver solver(10);
    for (Index p = 0; p < 10; ++p) {
      WeightedPoint point;
      const auto first = static_cast<Index>(random.below(10));
      const double share = random.uniform();
      point.add(first, share), point.add(first + 1, 1 - share);
      compliance.add(point, test::axes_along(random.in_box({-1, -1, -1}, {1, 1, 1})), 1e-5);
      solver.set(p, {random.uniform(-0.02, 0.01), {random.uniform(-0.01, 0.01), 0}, 0.3});
    }
    unfinished += !solver.solve(compliance, {.changes = 400, .friction_passes = 2000}).finished;
  }
  EXPECT_LE(unfinished, 3);
}

TEST(ContactSolver, the_last_forces_are_a_good_start) {
  Random random(5);
  Case c(random, 12, 0);
  ContactSolver solver(12);
  c.tell(solver);
  EXPECT_GT(solver.solve(c.compliance).changes, 4);
  EXPECT_EQ(solver.solve(c.compliance).changes, 0);
  for (ContactGap& contact : c.contacts) contact.gap += 1e-5;
  c.tell(solver);
  EXPECT_LE(solver.solve(c.compliance).changes, 1);
  expect_conditions(c, solver, 1e-8);
}

// Some points are deep inside, but few changes are allowed: no force pulls, and later calls finish.
TEST(ContactSolver, a_call_that_is_cut_short_says_so_and_goes_on_in_the_next) {
  Random random(6);
  const Case c(random, 12, 0.4);
  ContactSolver solver(12);
  c.tell(solver);
  int calls = 0;
  for (ContactReport report; !report.finished && calls < 300; ++calls) {
    report = solver.solve(c.compliance, {.changes = 2, .friction_passes = 1});
    EXPECT_LE(report.friction_passes, 1);
    for (Index p = 0; p < 12; ++p) {
      const Vec3 f = solver.force(p);
      EXPECT_GE(f.x, 0);
      EXPECT_LE(std::hypot(f.y, f.z), 0.4 * f.x * (1 + 1e-8) + 1e-12);
    }
  }
  EXPECT_GT(calls, 2);
  EXPECT_LT(calls, 300);
  expect_conditions(c, solver, 1e-6);
}

TEST(ContactSolver, what_is_not_touched_has_no_force_and_a_push_without_friction_is_along_the_normal) {
  Random random(7);
  Case c(random, 4, 0);
  for (ContactGap& contact : c.contacts) contact.gap = 0.01;
  ContactSolver solver(4);
  c.tell(solver);
  EXPECT_EQ(solver.solve(c.compliance).changes, 0);
  for (Index p = 0; p < 4; ++p) EXPECT_EQ(norm(solver.force(p)), 0);
  solver.set(2, {-0.01, {0.3, 0.1}, 0});
  solver.solve(c.compliance);
  EXPECT_NEAR(solver.force(2).x, 0.01 / c.compliance.C()(6, 6), 1e-9 * solver.force(2).x);
  EXPECT_EQ(std::hypot(solver.force(2).y, solver.force(2).z), 0);
}

TEST(ContactSolver, a_point_sticks_within_the_cone_and_slides_beyond_it) {
  Random random(8);
  const Case c(random, 1, 0);
  const double stuck = 1e-4, dragged = 0.05;
  ContactSolver solver(1);
  solver.set(0, {-0.01, {stuck, 0}, 0.5});
  EXPECT_TRUE(solver.solve(c.compliance).finished);
  EXPECT_FALSE(solver.slides(0));
  EXPECT_NEAR(solver.gap(0).y, 0, 1e-14);
  solver.set(0, {-0.01, {dragged, 0}, 0.5});
  EXPECT_TRUE(solver.solve(c.compliance).finished);
  EXPECT_TRUE(solver.slides(0));
  EXPECT_NEAR(std::hypot(solver.force(0).y, solver.force(0).z), 0.5 * solver.force(0).x,
              1e-8 * solver.force(0).x);
  EXPECT_GT(solver.gap(0).y, 0);
  EXPECT_LT(solver.force(0).y, 0);
  solver.set(0, {-0.01, {dragged, 0}, 0});  // ice
  solver.solve(c.compliance);
  EXPECT_EQ(solver.force(0).y, 0);
}

// The deeper of two points at one place carries the force; both rows together would make C singular.
TEST(ContactSolver, two_points_at_one_place_push_as_one) {
  PointCompliance compliance(box_responses(), 2, 2);
  ContactSolver solver(2);
  const Mat3 axes = test::axes_along({0, -1, 0});
  for (Index p = 0; p < 2; ++p) compliance.add(at_vertex(20), axes);
  solver.set(0, {-0.01, {}, 0});
  solver.set(1, {-0.02, {}, 0});
  EXPECT_TRUE(solver.solve(compliance).finished);
  EXPECT_NEAR(solver.force(0).x + solver.force(1).x, 0.02 / compliance.C()(0, 0), 1e-9);
  solver.set(0, {-0.03, {}, 0});
  const ContactReport report = solver.solve(compliance);
  EXPECT_TRUE(report.finished);
  EXPECT_EQ(report.refused, 0);
  EXPECT_NEAR(solver.force(0).x, 0.03 / compliance.C()(0, 0), 1e-9);
  EXPECT_EQ(solver.force(1).x, 0);
}

TEST(ContactSolver, the_same_calls_give_the_same_bits) {
  std::vector<double> f[2];
  for (std::vector<double>& forces : f) {
    Random random(9);
    const Case c(random, 10, 0.3);
    ContactSolver solver(10);
    c.tell(solver);
    solver.solve(c.compliance);
    forces = forces_of(solver, 10);
  }
  EXPECT_EQ(f[0], f[1]);
}

TEST(ContactSolver, invalid_contacts_are_refused) {
  ContactSolver solver(2);
  EXPECT_EQ(error_of([&] { solver.set(0, {NAN, {}, 0}); }), "a gap or slip of contact is not finite");
  EXPECT_EQ(error_of([&] {
              solver.set(0, {0, {0, INFINITY}, 0});
            }),
            "a gap or slip of contact is not finite");
  EXPECT_EQ(error_of([&] {
              solver.set(0, {0, {}, -1});
            }),
            "a coefficient of friction is negative or not finite");
  EXPECT_FALSE(solver.has(0));
}

}  // namespace
}  // namespace sinew
