#include "sinew/tet/tet_body.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elastic/rotation.h"
#include "sinew/base/error.h"
#include "tet/bodies.h"

namespace sinew {
namespace {

using test::params_of;
using test::take_steps;

bool same_bits(const BodyState& a, const BodyState& b) {
  for (std::size_t k = 0; k < a.size(); ++k)
    if (a[k].name != b[k].name || a[k].values != b[k].values) return false;
  return a.size() == b.size();
}

TEST(TetBody, a_body_that_leaves_the_finite_numbers_says_so_by_name_and_keeps_its_last_state) {
  for (const Strain strain : test::kStrains)
    for (const SolverMethod method :
         {SolverMethod::kMultigrid, SolverMethod::kMultigridCg, SolverMethod::kCg, SolverMethod::kCholesky})
      for (const double force : {1e308, 1e200}) {
        if (strain == Strain::kCauchy && method == SolverMethod::kCholesky && force == 1e200) continue;
        TetBodyModel model = test::held_model(test::small_bar(), {1e5, 0.3, 1000}, test::at_the_left);
        model.forces = {Gravity{}, PointForce{{2, 1, 1}, {0, force, 0}, {0.035, 1}},
                        PointForce{{2, 1, 1}, {0, force, 0}, {0.035, 1}}};
        TetBody body("jelly", model, params_of(strain, Integrator::kBackwardEuler, method, 1e-4));
        take_steps(body, 3, 0.01);
        const BodyState good = body.state();
        const std::string what = fmt::format("{} {} {}", test::name_of(strain),
                                             kSolverMethodNames[static_cast<int>(method)], force);
        try {
          body.predict(0.03, 0.01);
          ADD_FAILURE() << what << " went on";
        } catch (const Error& error) {
          EXPECT_THAT(error.what(), testing::HasSubstr("'jelly'")) << what;
        }
        EXPECT_TRUE(same_bits(body.state(), good)) << what;
        // It can continue once the force is gone.
        body.predict(2, 0.01);
        body.commit();
        for (const Vec3& u : body.displacements()) EXPECT_TRUE(is_finite(u));
      }
}

TEST(TetBody, a_frame_shows_forces_where_they_act_now_while_they_act_and_if_asked_for) {
  TetBodyModel model = test::free_model(test::small_cube(), {1e5, 0.3, 1000});
  model.forces = {Gravity{}, PointForce{{1, 0.3, 0.2}, {0, 2, 0}, {0, 0.035}},
                  SurfaceForce{.region = {HalfSpaceRegion{{0.01, 0, 0}, {-1, 0, 0}}}, .pressure = 10}};
  TetBody body("cube", model, {});
  const auto arrows = [&](bool forces) {
    BodyFrame frame;
    frame.arrows.resize(7);
    body.publish({.forces = forces}, frame);
    return frame.arrows;
  };
  test::place(body, [](const Vec3& p) { return p + Vec3{0, 0, 5}; });
  EXPECT_TRUE(arrows(false).empty());
  ASSERT_EQ(arrows(true).size(), 2u);
  EXPECT_LT(distance(arrows(true)[0].at, {1, 0.3, 5.2}), 1e-12);
  EXPECT_LT(distance(arrows(true)[0].force, {0, 2, 0}), 1e-12);
  EXPECT_LT(distance(arrows(true)[1].at, {0, 0.5, 5.5}), 1e-12);
  EXPECT_LT(distance(arrows(true)[1].force, {10, 0, 0}), 1e-12);
  take_steps(body, 4, 0.01);
  EXPECT_EQ(arrows(true).size(), 1u);
}

TEST(TetBody, a_step_worked_out_twice_is_the_same) {
  for (const Strain strain : test::kStrains) {
    TetBodyModel model = test::held_model(test::small_bar(), {1e4, 0.3, 1000}, test::at_the_left);
    model.forces = {Gravity{}};
    TetBody once("bar", model, {.strain = strain}), twice("bar", model, {.strain = strain});
    for (int step = 0; step < 4; ++step) {
      take_steps(once, 1, 0.03, 0.03 * step);
      twice.predict(0.03 * step, 0.03);
      take_steps(twice, 1, 0.03, 0.03 * step);
    }
    EXPECT_TRUE(same_bits(once.state(), twice.state()));
  }
}

TEST(TetBody, uniaxial_tension_has_its_stress_and_pressure_from_all_sides_has_none) {
  const Material material{1e5, 0.3, 1000};
  const double strain = 1e-4;
  for (const Strain kind : test::kStrains) {
    TetBody body("bar", test::free_model(test::small_bar(), material), params_of(kind, Integrator::kNewmark));
    test::place(body, [&](const Vec3& p) {
      const double across = 1 - material.poisson * strain;
      return Vec3{p.x * (1 + strain), p.y * across, p.z * across};
    });
    for (const float stress : test::frame_of(body).stress) EXPECT_NEAR(stress, 1e5 * strain, 0.01);
    test::place(body, [&](const Vec3& p) { return (1 - strain) * p; });
    for (const float stress : test::frame_of(body).stress) EXPECT_NEAR(stress, 0, 1e-4);
  }
}

TEST(TetBody, a_stretched_bar_that_is_turned_has_the_same_stress_and_energy) {
  const Mat3 R = to_matrix(nearest_rotation({{Vec3{-1, 0.3, 0}, Vec3{0.1, -1, 0.4}, Vec3{0, 0.3, 1}}}));
  for (const Strain kind : {Strain::kCorotated, Strain::kGreen}) {
    TetBody body("bar", test::free_model(test::small_bar(), {1e5, 0.3, 1000}),
                 params_of(kind, Integrator::kNewmark));
    test::place(body, [&](const Vec3& p) { return Vec3{1.1 * p.x, p.y, p.z}; });
    const BodyFrame straight = test::frame_of(body);
    test::place(body, [&](const Vec3& p) { return R * Vec3{1.1 * p.x, p.y, p.z} + Vec3{5, 6, 7}; });
    const BodyFrame turned = test::frame_of(body);
    EXPECT_NEAR(turned.energies.elastic, straight.energies.elastic, 1e-9 * straight.energies.elastic);
    for (std::size_t e = 0; e < turned.stress.size(); ++e)
      EXPECT_NEAR(turned.stress[e], straight.stress[e], 1e-3F);
  }
}

}  // namespace
}  // namespace sinew
