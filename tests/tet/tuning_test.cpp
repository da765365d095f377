#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "base/error_of.h"
#include "shape/structured.h"
#include "sinew/remeshing/sheet_hierarchy.h"
#include "tet/bodies.h"
#include "tet/tet_system.h"

namespace sinew {
namespace {

using test::take_steps;
using testing::HasSubstr;

constexpr double kDt = 0.02;
const Material kMaterial{1e4, 0.3, 1000};

TetBodyModel bar_model() {
  TetBodyModel model =
      test::held_model(nested_levels(box_mesh({2, 1, 1}, {2, 1, 1}), 1), kMaterial, test::at_the_left);
  model.forces = {Gravity{}, PointForce{{2, 0.5, 0.5}, {3, 4, 5}}};
  return model;
}

TetBodyModel sheet_model() {
  TetBodyModel model;
  model.sheet = Sheet{nested_sheet_levels(structured_sheet(1, 1, 8), 1)};
  model.holds = {{{0, 1, 2}, Motion{}}};
  model.materials = {kMaterial};
  return model;
}

TetBodyModel layered_model(double young_factor = 1, double density_factor = 1) {
  TetBodyModel model = bar_model();
  model.materials.clear();
  for (Index e = 0; e < model.levels[0].tetrahedron_count(); ++e) {
    const double times = e % 3 + 1;
    model.materials.push_back({1e4 * times * young_factor, 0.3, 500 * times * density_factor});
  }
  return model;
}

std::vector<double> all_of(const TetBody& body) {
  std::vector<double> all;
  for (const StateArray& array : body.state())
    if (array.name != "energy budget")  // a tuned body has another history
      all.insert(all.end(), array.values.begin(), array.values.end());
  const BodyFrame frame = test::frame_of(body);
  all.insert(all.end(), frame.stress.begin(), frame.stress.end());
  all.insert(all.end(), {frame.energies.kinetic, frame.energies.elastic, frame.energies.external});
  return all;
}

// A body that is tuned on its way goes on as one made so and put into its state.
void expect_tuned_as_made(const TetBodyModel& model, const ElasticParams& params, const std::string& name,
                          double value, const TetBodyModel& made_model, const ElasticParams& made_params) {
  const std::string what = fmt::format("{} {}", test::name_of(params.strain), name);
  TetBody tuned("body", model, params);
  take_steps(tuned, 4, kDt);
  const std::vector<double> before = all_of(tuned);
  const BodyState state = tuned.state();
  tuned.tune(name, value);
  TetBody made("body", made_model, made_params);
  made.restore(state);
  EXPECT_EQ(all_of(tuned), all_of(made)) << what;
  take_steps(tuned, 4, kDt, 4 * kDt), take_steps(made, 4, kDt, 4 * kDt);
  EXPECT_EQ(all_of(tuned), all_of(made)) << what;

  // And it makes a difference.
  TetBody same("body", model, params);
  take_steps(same, 8, kDt);
  EXPECT_NE(all_of(tuned), all_of(same)) << what;
}

void expect_tunable_material(TetBodyModel model, const ElasticParams& params) {
  const TetBodyModel as_made = model;
  const auto with = [&](const std::string& name, double value, const Material& material) {
    model.materials = {material};
    expect_tuned_as_made(as_made, params, name, value, model, params);
  };
  with("young", 7e4, {7e4, 0.3, 1000});
  with("poisson", 0.41, {1e4, 0.41, 1000});
  with("density", 333, {1e4, 0.3, 333});
}

TEST(Tuning, a_body_tuned_to_a_material_goes_on_as_one_made_of_it) {
  for (const Strain strain : test::kStrains)
    for (const bool lumped : {false, true})
      expect_tunable_material(bar_model(), {.strain = strain, .lumped_mass = lumped});
}

TEST(Tuning, a_sheet_bends_and_weighs_as_one_made_of_the_material) {
  expect_tunable_material(sheet_model(), {.strain = Strain::kGreen});
  expect_tunable_material(sheet_model(), {.strain = Strain::kCauchy});
}

TEST(Tuning, factors_change_every_material_of_a_body) {
  for (const Strain strain : test::kStrains) {
    const ElasticParams params{.strain = strain};
    expect_tuned_as_made(layered_model(), params, "stiffness factor", 4, layered_model(4, 1), params);
    expect_tuned_as_made(layered_model(), params, "density factor", 0.5, layered_model(1, 0.5), params);
  }
}

TEST(Tuning, damping_and_solver_are_those_of_a_body_made_with_them) {
  for (const Strain strain : test::kStrains) {
    ElasticParams params{.strain = strain};
    params.solver.cycles = 2;
    const auto with = [&](const std::string& name, double value, auto&& set) {
      ElasticParams made = params;
      set(made);
      expect_tuned_as_made(bar_model(), params, name, value, bar_model(), made);
    };
    with("mass damping", 3, [](ElasticParams& p) { p.damping.mass = 3; });
    with("stiffness damping", 0.05, [](ElasticParams& p) { p.damping.stiffness = 0.05; });
    with("cycles", 1, [](ElasticParams& p) { p.solver.cycles = 1; });
    with("sweeps before", 3, [](ElasticParams& p) { p.solver.sweeps_before = 3; });
    with("sweeps after", 0, [](ElasticParams& p) { p.solver.sweeps_after = 0; });
    params.solver.cycles = 0;
    with("tolerance", 1e-8, [](ElasticParams& p) { p.solver.tolerance = 1e-8; });
  }
}

TEST(Tuning, it_may_change_the_precision_that_a_body_needs) {
  constexpr double kShort = 5e-3;
  TetBodyModel heavy = bar_model();
  heavy.materials[0].density = 1e5;
  const ElasticParams params{.strain = Strain::kCauchy};
  TetBody tuned("body", bar_model(), params), made("body", heavy, params);
  take_steps(tuned, 1, kShort);
  const Precision before = tuned.system().precision();
  tuned.tune("density", 1e5);
  made.restore(tuned.state());
  take_steps(tuned, 2, kShort, kShort), take_steps(made, 2, kShort, kShort);
  EXPECT_NE(tuned.system().precision(), before);
  EXPECT_EQ(all_of(tuned), all_of(made));
}

TEST(Tuning, tuning_before_the_first_step_and_back_again_leaves_no_trace) {
  TetBody tuned("body", bar_model(), {}), left("body", bar_model(), {});
  tuned.tune("young", 5e4), tuned.tune("density", 200), tuned.tune("poisson", 0.1);
  take_steps(tuned, 1, kDt);
  tuned.tune("young", 1e4), tuned.tune("density", 1000), tuned.tune("poisson", 0.3);
  tuned.restore(left.state());
  take_steps(tuned, 3, kDt), take_steps(left, 3, kDt);
  EXPECT_EQ(all_of(tuned), all_of(left));
}

TEST(Tuning, parameters_are_within_their_ranges_and_follow_what_is_tuned) {
  for (const TetBodyModel& model : {bar_model(), layered_model()}) {
    TetBody body("body", model, {});
    for (const Tunable& tunable : body.tunables()) {
      EXPECT_LE(tunable.least, tunable.value) << tunable.name;
      EXPECT_GE(tunable.most, tunable.value) << tunable.name;
      for (const double value : {tunable.least, tunable.most}) {
        body.tune(tunable.name, value);
        for (const Tunable& now : body.tunables())
          EXPECT_TRUE(now.name != tunable.name || now.value == value) << tunable.name;
      }
    }
  }
}

TEST(Tuning, a_body_of_alike_elements_has_moduli_and_one_of_several_materials_has_factors) {
  const auto names = [](const TetBodyModel& model) {
    std::vector<std::string> all;
    for (const Tunable& tunable : TetBody("body", model, {}).tunables()) all.push_back(tunable.name);
    return all;
  };
  TetBodyModel alike = bar_model();
  alike.materials.assign(alike.levels[0].tetrahedra.size(), kMaterial);
  EXPECT_THAT(names(alike), testing::IsSupersetOf({"young", "poisson", "density"}));
  EXPECT_THAT(names(layered_model()), testing::IsSupersetOf({"stiffness factor", "density factor"}));
  EXPECT_THAT(names(layered_model()), testing::Not(testing::Contains("poisson")));
}

TEST(Tuning, nonsense_is_refused_and_nothing_is_changed) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  TetBody body("jelly", bar_model(), {});
  take_steps(body, 2, kDt);
  const auto before = body.tunables();
  const std::vector<double> state = all_of(body);
  struct Wish {
    const char* name;
    double value;
  };
  const std::vector<Wish> nonsense = {
      {"young", 0},         {"young", -1},        {"young", nan},       {"young", inf},
      {"poisson", 0.5},     {"poisson", -1},      {"density", 0},       {"density", inf},
      {"cycles", 1.5},      {"cycles", -1},       {"tolerance", 0},     {"tolerance", 1},
      {"sweeps after", -1}, {"sweeps before", 0}, {"mass damping", -1}, {"stiffness damping", nan}};
  for (const Wish& wish : nonsense)
    EXPECT_THAT(error_of([&] { body.tune(wish.name, wish.value); }), HasSubstr("body 'jelly'"))
        << wish.name << wish.value;
  EXPECT_THAT(error_of([&] { body.tune("yong", 1e4); }), HasSubstr("did you mean 'young'?"));
  EXPECT_EQ(body.tunables(), before);
  EXPECT_EQ(all_of(body), state);
}

}  // namespace
}  // namespace sinew
