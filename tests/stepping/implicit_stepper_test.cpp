#include "stepping/implicit_stepper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error_of.h"

namespace sinew {
namespace {

using testing::HasSubstr;

// Free masses of 1 kg that feel gravity, with a solver that can be told to fail.
class LooseMasses final : public StepSystem {
 public:
  explicit LooseMasses(Index count) : masses_(count, 1), count_(count) {}

  double overshoot = 1;  // of a solve
  bool converges = true;
  double stiffness = 0;  // of a spring from each mass to where it was at rest, N/m

  void set_drag(std::span<const Mat3>) override {}
  void update_rotations(In) override {}
  void keep_rotations() override {}
  void internal_forces(In u, Out f) override {
    for (Index i = 0; i < count_; ++i) f[i] = to_block(-stiffness * to_vec3(u[i]));
  }
  double elastic_energy(In u) const override { return stiffness / 2 * dot(u, u); }
  double estimate_elastic_energy(In u) const override { return elastic_energy(u); }
  double turning_energy(In) const override { return 0; }
  void stresses(In, std::span<float>) const override {}
  std::span<const double> nodal_masses() const override { return masses_; }
  void multiply_mass(In x, Out y) const override { std::copy(x.begin(), x.end(), y.begin()); }
  void set_scheme(const StepScheme& scheme) override { scheme_ = scheme; }
  void linearise(In) override {}
  void residual(In f, In y, In z, Out r) const override {
    for (Index i = 0; i < count_; ++i) {
      Vec3 sum = to_vec3(f[i]) + to_vec3(y[i]);
      if (!z.empty()) sum += stiffness * to_vec3(z[i]);
      r[i] = to_block(sum);
    }
  }
  void set_solver(const SolverParams&) override {}
  std::unique_ptr<SolveWork> make_work() const override { return std::make_unique<SolveWork>(); }
  SolveReport solve(const SolveGoal&, Out r, Out e, SolveWork&) const override {
    const double A = scheme_.mass + scheme_.stiffness * stiffness;
    for (Index i = 0; i < count_; ++i) e[i] = to_block(overshoot / A * to_vec3(r[i]));
    return {7, converges ? 0 : 0.25, converges};
  }

 private:
  std::vector<double> masses_;
  Index count_;
  StepScheme scheme_;
};

class Falling final : public StepForces {
 public:
  bool is_steady(double, double) const override { return true; }
  void evaluate(double, In, In, Out f) override {
    for (Block3<double>& force : f) force = {0, -9.81, 0, 0};
  }
  std::span<const Mat3> drag() const override { return {}; }
  double potential(double, In) const override { return 0; }
  void add_arrows(double, In, std::vector<ForceArrow>&) const override {}
};

constexpr Index kMasses = 4;

struct Fixture {
  explicit Fixture(Integrator integrator, Strain strain = Strain::kCauchy)
      : stepper("stones", {strain, integrator}, {rest, held, {}}, system, gravity) {
    stepper.start({});
  }
  void step(int i) {
    stepper.predict(0.1 * i, 0.1);
    stepper.commit();
  }

  std::vector<Vec3> rest{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::vector<char> held = std::vector<char>(kMasses, 0);
  LooseMasses system{kMasses};
  Falling gravity;
  ImplicitStepper stepper;
};

TEST(ImplicitStepper, steps_that_are_solved_are_counted_as_such) {
  Fixture fixture(Integrator::kBackwardEuler);
  for (int i = 0; i < 5; ++i) fixture.step(i);
  EXPECT_EQ(fixture.stepper.tally().steps, 5);
  EXPECT_EQ(fixture.stepper.tally().unsolved, 0);
}

TEST(ImplicitStepper, a_solve_that_does_not_converge_is_counted_and_warned_of_once) {
  Fixture fixture(Integrator::kBackwardEuler);
  fixture.step(0);
  fixture.system.converges = false;
  testing::internal::CaptureStderr();
  for (int i = 1; i < 4; ++i) fixture.step(i);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(fixture.stepper.tally().unsolved, 3);
  EXPECT_EQ(fixture.stepper.tally().worst_residual, 0.25);
  EXPECT_THAT(said, HasSubstr("body 'stones': the step to 0.2 s is not solved: a residual of 0.25"));
  EXPECT_EQ(said.find("not solved"), said.rfind("not solved"));
}

TEST(ImplicitStepper, energy_that_nothing_gives_stops_the_body_at_its_last_good_state) {
  Fixture fixture(Integrator::kBackwardEuler);
  for (int i = 0; i < 3; ++i) fixture.step(i);
  const auto before = fixture.stepper.state().u;
  fixture.system.overshoot = -20;
  EXPECT_THAT(error_of([&] { fixture.stepper.predict(0.3, 0.1); }),
              HasSubstr("body 'stones' has gained energy from nowhere"));
  EXPECT_TRUE(fixture.stepper.state().u == before);
}

TEST(ImplicitStepper, a_step_that_is_not_solved_may_not_store_energy_that_nothing_gives) {
  Fixture fixture(Integrator::kBackwardEuler);
  fixture.system.stiffness = 1e6;
  fixture.system.overshoot = 200;  // slow enough, but it strains the springs
  EXPECT_NO_THROW(fixture.stepper.predict(0, 0.1));
  fixture.system.converges = false;
  EXPECT_THAT(error_of([&] { fixture.stepper.predict(0, 0.1); }),
              HasSubstr("body 'stones' has gained energy from nowhere"));
}

TEST(ImplicitStepper, nor_may_a_solved_step_of_a_non_linear_strain_store_many_times_of_it) {
  Fixture fixture(Integrator::kBackwardEuler, Strain::kCorotated);
  fixture.system.stiffness = 1e6;
  fixture.system.overshoot = 200;
  EXPECT_THAT(error_of([&] { fixture.stepper.predict(0, 0.1); }),
              HasSubstr("body 'stones' has gained energy from nowhere"));
}

TEST(ImplicitStepper, a_static_solve_says_that_it_found_no_balance) {
  Fixture fixture(Integrator::kStatic, Strain::kCorotated);
  fixture.system.stiffness = 10;
  fixture.system.overshoot = -1;  // away from balance
  EXPECT_THAT(error_of([&] { fixture.stepper.predict(0, 1); }),
              HasSubstr("body 'stones' does not come into balance"));
}

TEST(ImplicitStepper, a_static_solve_that_balances_says_how_well) {
  Fixture fixture(Integrator::kStatic, Strain::kCorotated);
  fixture.system.stiffness = 10;
  fixture.system.overshoot = 0.9;
  fixture.step(0);
  EXPECT_EQ(fixture.stepper.tally().unsolved, 0);
  EXPECT_LT(fixture.stepper.tally().last_residual, 1e-4);
  EXPECT_NEAR(fixture.stepper.state().u[0].y, -0.981, 1e-4);
}

}  // namespace
}  // namespace sinew
