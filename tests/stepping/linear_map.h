#pragma once

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "base/random.h"
#include "linalg/rollers.h"
#include "stepping/step_system.h"

namespace sinew::test {

inline BlockVector<double> random_load(std::span<const char> held, Random& random,
                                       std::span<const Roller> rollers = {}) {
  BlockVector<double> load;
  for (const char is_held : held)
    load.push_back(is_held != 0 ? Block3<double>{} : to_block(random.in_box({-1, -1, -1}, {1, 1, 1})));
  project<double>(rollers, load);
  return load;
}

// One solve of a linear goal is one map B, whatever was solved before: symmetric, positive, and the same for
// many right-hand sides at once.
inline void expect_linear_map(const StepSystem& system, std::span<const char> held, int cycles = 0,
                              std::span<const Roller> rollers = {}) {
  constexpr int kPairs = 100;
  SolveGoal goal;
  goal.linear = true;
  goal.cycles = cycles;
  const std::unique_ptr<SolveWork> work = system.make_work();
  const auto mapped = [&](BlockVector<double> r) {
    BlockVector<double> e(r.size());
    system.solve(goal, r, e, *work);
    return e;
  };
  const auto product = [](const BlockVector<double>& a, const BlockVector<double>& b) {
    return dot<double>(a, b);
  };
  Random random(41);
  std::vector<BlockVector<double>> loads, responses;
  for (int pair = 0; pair < kPairs; ++pair) {
    const BlockVector<double> x = random_load(held, random, rollers), y = random_load(held, random, rollers);
    const BlockVector<double> Bx = mapped(x), By = mapped(y);
    BlockVector<double> free = Bx;
    project<double>(rollers, free);
    axpby<double>(-1, Bx, 1, free);
    EXPECT_LE(norm<double>(free), 1e-6 * norm<double>(Bx)) << "along held directions";
    EXPECT_LE(std::abs(product(x, By) - product(y, Bx)), 1e-6 * norm<double>(x) * norm<double>(By)) << pair;
    EXPECT_GT(product(x, Bx), 0) << pair;
    if (pair >= 19) continue;
    EXPECT_EQ(mapped(x), Bx) << "the same bits each time";
    loads.push_back(x), responses.push_back(Bx);
  }
  std::vector<BlockVector<double>> r = loads, e(loads.size());
  system.solve_many(goal, r, e, *work);
  for (std::size_t s = 0; s < loads.size(); ++s) {
    axpby<double>(-1, responses[s], 1, e[s]);
    EXPECT_LE(norm<double>(e[s]), 2e-6 * norm<double>(responses[s])) << "side " << s;
  }
}

// Many right-hand sides at once are solved as each would be alone: zero ones, and ones of very different size
// among them.
inline void expect_many_as_alone(const StepSystem& system, std::span<const char> held, double tolerance,
                                 std::span<const Roller> rollers = {}) {
  SolveGoal goal;
  goal.tolerance = tolerance;
  const std::unique_ptr<SolveWork> work = system.make_work();
  Random random(43);
  std::vector<BlockVector<double>> loads;
  for (int s = 0; s < 21; ++s) {
    loads.push_back(random_load(held, random, rollers));
    const double size = s == 3 ? 0 : std::pow(10.0, s - 10);
    axpby<double>(0, loads.back(), size, loads.back());
  }
  std::vector<BlockVector<double>> r = loads, e(loads.size());
  const std::vector<SolveReport> reports = system.solve_many(goal, r, e, *work);
  ASSERT_EQ(reports.size(), loads.size());
  for (std::size_t s = 0; s < loads.size(); ++s) {
    EXPECT_TRUE(reports[s].converged) << "side " << s;
    BlockVector<double> load = loads[s], alone(load.size());
    SolveGoal near;
    near.tolerance = 0.01 * tolerance;
    system.solve(near, load, alone, *work);
    axpby<double>(-1, alone, 1, e[s]);
    EXPECT_LE(norm<double>(e[s]), 1e3 * tolerance * norm<double>(alone)) << "side " << s;
  }
}

// Solves that have their own work may run in parallel: eight of them at once, and two panels at once, have
// the bits of solves that follow each other.
inline void expect_reentrant(const StepSystem& system, std::span<const char> held, const SolveGoal& goal,
                             std::span<const Roller> rollers = {}) {
  constexpr std::size_t kSolves = 8, kPanels = 2;
  using Sides = std::vector<BlockVector<double>>;
  Random random(47);
  Sides loads;
  for (std::size_t s = 0; s < kSolves * kPanels; ++s) loads.push_back(random_load(held, random, rollers));
  const auto solve = [&](std::size_t s, SolveWork& work) {
    BlockVector<double> r = loads[s], e(r.size());
    system.solve(goal, r, e, work);
    return e;
  };
  const auto solve_panel = [&](std::size_t panel, SolveWork& work) {
    const auto first = loads.begin() + static_cast<std::ptrdiff_t>(panel * kSolves);
    Sides r(first, first + kSolves), e(kSolves);
    system.solve_many(goal, r, e, work);
    return e;
  };

  const std::unique_ptr<SolveWork> shared = system.make_work();
  Sides in_turn(kSolves), at_once(kSolves);
  for (std::size_t s = 0; s < kSolves; ++s) in_turn[s] = solve(s, *shared);
  parallel_for_each(kSolves, 1, [&](Index s) { at_once[s] = solve(s, *system.make_work()); });
  for (std::size_t s = 0; s < kSolves; ++s) EXPECT_EQ(at_once[s], in_turn[s]) << "solve " << s;

  std::vector<Sides> panels_in_turn(kPanels), panels_at_once(kPanels);
  for (std::size_t p = 0; p < kPanels; ++p) panels_in_turn[p] = solve_panel(p, *shared);
  parallel_for_each(kPanels, 1, [&](Index p) { panels_at_once[p] = solve_panel(p, *system.make_work()); });
  EXPECT_EQ(panels_at_once, panels_in_turn);
}

// To a tolerance, and as a linear map.
inline void expect_reentrant(const StepSystem& system, std::span<const char> held,
                             std::span<const Roller> rollers = {}) {
  SolveGoal near, linear;
  near.tolerance = 1e-5;
  linear.linear = true;
  for (const SolveGoal& goal : {near, linear}) expect_reentrant(system, held, goal, rollers);
}

}  // namespace sinew::test
