#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "stepping/step_system.h"

namespace sinew::test {

using Blocks = std::vector<Block3<double>>;

// Products with A, and what SystemLevels shows of it: for systems whose scheme is set and operators made.
class LevelChecks {
 public:
  LevelChecks(const StepSystem& system, const StepScheme& scheme, std::span<const char> held)
      : system_(system), scheme_(scheme), held_(held) {
    system.show_levels(levels_);
  }
  const SystemLevels& levels() const { return levels_; }

  // D^-1 of the finest level times the diagonal blocks of A is the identity.
  void expect_inverse_diagonal(Index every, double tolerance) const {
    ASSERT_FALSE(levels_.levels.empty());
    for (std::size_t row = 0; row < held_.size(); row += every) {
      const Index i = unknown(row);
      if (held_[i] != 0) continue;
      for (int c = 0; c < 3; ++c) {
        Blocks x(held_.size());
        (c == 0 ? x[i].x : c == 1 ? x[i].y : x[i].z) = 1;
        const Vec3 column = to_vec3(times_A(x)[i]);
        Vec3 product;
        for (int k = 0; k < 9; ++k)
          product[k % 3] += double(levels_.levels[0].inverse_diagonal[9 * row + k]) * column[k / 3];
        for (int r = 0; r < 3; ++r) EXPECT_NEAR(product[r], r == c ? 1 : 0, tolerance) << i;
      }
    }
  }

  // Fields of the coarsest level are what A_c^-1 P_c^T A makes of them.
  void expect_coarsest_inverse(double tolerance) const {
    ASSERT_NE(levels_.coarsest, nullptr);
    Random random(11);
    Blocks y(coarsest_nodes());
    for (auto& block : y) block = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 0};
    Blocks z = restricted(times_A(in_unknowns(prolongated(y))));
    levels_.coarsest->solve<double>(z, z);
    const Blocks expected = prolongated(y), made = prolongated(z);
    double error = 0, size = 0;
    for (std::size_t i = 0; i < made.size(); ++i) {
      error += squared_norm(to_vec3(made[i]) - to_vec3(expected[i]));
      size += squared_norm(to_vec3(expected[i]));
    }
    EXPECT_LT(std::sqrt(error), tolerance * std::sqrt(size));
  }

 private:
  Index unknown(std::size_t row) const {
    return levels_.unknown_of_row.empty() ? static_cast<Index>(row) : levels_.unknown_of_row[row];
  }
  Blocks in_unknowns(const Blocks& rows) const {
    Blocks x(rows.size());
    for (std::size_t row = 0; row < x.size(); ++row)
      if (held_[unknown(row)] == 0) x[unknown(row)] = rows[row];
    return x;
  }
  Blocks in_rows(const Blocks& x) const {
    Blocks rows(x.size());
    for (std::size_t row = 0; row < x.size(); ++row) rows[row] = x[unknown(row)];
    return rows;
  }
  Blocks times_A(const Blocks& x) const {
    Blocks none(x.size()), y(x.size()), z(x.size()), r(x.size());
    axpby<double>(scheme_.mass, x, 0, y), axpby<double>(scheme_.stiffness, x, 0, z);
    system_.residual(none, y, z, r);
    return r;
  }
  std::size_t coarsest_nodes() const {
    return levels_.levels.empty() ? held_.size()
                                  : static_cast<std::size_t>(levels_.levels.back().P->coarse_nodes);
  }
  Blocks prolongated(Blocks y) const {
    for (auto level = levels_.levels.rbegin(); level != levels_.levels.rend(); ++level) {
      Blocks fine(static_cast<std::size_t>(level->P->fine_nodes()));
      prolongate_add<double>(*level->P, y, fine);
      y = std::move(fine);
    }
    return y;
  }
  Blocks restricted(const Blocks& unknowns) const {
    Blocks x = in_rows(unknowns);
    for (const SystemLevels::Level& level : levels_.levels) {
      Blocks coarse(static_cast<std::size_t>(level.P->coarse_nodes));
      restrict_to<double>(*level.P, x, coarse);
      x = std::move(coarse);
    }
    return x;
  }

  const StepSystem& system_;
  StepScheme scheme_;
  std::span<const char> held_;
  SystemLevels levels_;
};

}  // namespace sinew::test
