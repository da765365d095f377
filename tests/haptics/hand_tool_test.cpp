#include "haptics/hand_tool.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/error_of.h"
#include "haptics/felt_loop.h"

namespace sinew {
namespace {

using test::kTick;

constexpr double kStep = 0.01;  // s

// A hand that does something else than touching, without threads: the world's steps and the servo's ticks between them.
class ToolLoop {
 public:
  ToolLoop(World world, const HandToolParams& params, const ServoParams& servo = {})
      : world_(std::move(world)),
        tool_(params, "body"),
        force_(exchange_, params.stiffness),
        servo_(servo, &force_) {}

  Servo::Output to(const Vec3& place, std::uint32_t buttons = 0) {
    now_ += kTick;
    if (now_ >= next_step_ - 1e-9) {
      next_step_ += kStep;
      world_.step(kStep, {.forces = true, .reactions = true});
      if (const ToolPlace* newest = exchange_.places.newest()) place_ = *newest;
      tool_.after_step(world_, place_, now_, exchange_.responses.writers());
      exchange_.responses.offer();
    }
    HandReading hand;
    hand.is_known = true, hand.position = place, hand.measured_at = now_, hand.buttons = buttons;
    const Servo::Output output = servo_.tick(hand, nullptr, now_);
    work_ -= dot(before_force_, place - before_);
    put_in_ += std::max(0.0, -dot(before_force_, place - before_));
    // What is let go of pulls no longer at once.
    constexpr int kSettled = 40;
    since_button_ = buttons == buttons_ ? since_button_ + 1 : 0;
    buttons_ = buttons;
    if (since_button_ > kSettled) most_jump_ = std::max(most_jump_, distance(output.force, before_force_));
    before_ = place, before_force_ = output.force;
    return output;
  }
  Servo::Output lead(const Vec3& from, const Vec3& to_place, int ticks, std::uint32_t buttons = 0) {
    Servo::Output output;
    for (int k = 0; k <= ticks; ++k) output = to(lerp(from, to_place, double(k) / ticks), buttons);
    return output;
  }
  void start_at(const Vec3& place) { before_ = place; }

  World world_;
  ToolExchange exchange_;
  ToolInHand tool_;
  ToolForce force_;
  Servo servo_;
  ToolPlace place_;
  double now_ = 0, next_step_ = 0, work_ = 0, put_in_ = 0, most_jump_ = 0;
  Vec3 before_{}, before_force_{};
  std::uint32_t buttons_ = 0;
  int since_button_ = 0;
};

// The box has its top at z = 0 and is 5 cm high and 10 cm wide. The edge of the blade goes 2 cm down from 1 cm above it.
const HandToolParams kBlade{.job = HandJob::kCut, .edge = {0, 0, -0.03}};
constexpr Vec3 kBeside{-0.06, 0.002, 0.01}, kInside{-0.02, 0.002, 0.01}, kFarther{0.02, 0.002, 0.01};

TEST(LengthInside, is_that_of_the_part_of_a_line_in_the_body) {
  const World world = test::world_of(test::felt_octree());
  const BodyFrame& frame = world.frame().bodies[0];
  const auto inside = [&](const Vec3& a, const Vec3& b) { return length_inside(frame, a, b); };
  EXPECT_NEAR(inside({0.003, 0.002, 0.01}, {0.003, 0.002, -0.02}), 0.02, 1e-9);
  EXPECT_NEAR(inside({0.003, 0.002, -0.02}, {0.003, 0.002, 0.01}), 0.02, 1e-9);
  EXPECT_NEAR(inside({0.003, 0.002, -0.01}, {0.003, 0.002, -0.03}), 0.02, 1e-9);
  EXPECT_NEAR(inside({-0.1, 0.002, -0.013}, {0.1, 0.002, -0.013}), 0.1, 1e-9);
  EXPECT_EQ(inside({0.003, 0.002, 0.03}, {0.003, 0.002, 0.01}), 0);
  EXPECT_EQ(inside({0.2, 0.002, 0.03}, {0.2, 0.002, -0.1}), 0);
}

TEST(HandTool, a_blade_resists_by_toughness_and_rubbing_times_the_length_that_is_inside) {
  ToolLoop loop(test::world_of(test::felt_octree()), kBlade);
  loop.start_at(kBeside);
  EXPECT_EQ(norm(loop.lead(kBeside, kBeside, 50, kActs).force), 0);
  const Index before = loop.world_.body("body").measure().pieces;
  const Servo::Output output = loop.lead(kBeside, kInside, 1200, kActs);
  const double inside =
      length_inside(loop.world_.frame().bodies[0], loop.place_.place, loop.place_.place + kBlade.edge);
  EXPECT_NEAR(inside, 0.02, 0.002);
  const double expected = (kBlade.toughness + kBlade.rubbing) * inside;
  EXPECT_NEAR(output.force.x, -expected, 0.05 * expected);
  EXPECT_LT(std::hypot(output.force.y, output.force.z), 0.05 * expected);
  EXPECT_EQ(before, 1);
  // A stroke that goes on through the whole width, deep enough, would part it: the body knows that it was cut.
  EXPECT_GT(loop.world_.frame().bodies[0].topology.surface->mesh.triangle_count(),
            test::world_of(test::felt_octree()).frame().bodies[0].topology.surface->mesh.triangle_count());
}

TEST(HandTool, the_work_of_a_cut_is_the_resistance_times_its_area) {
  ToolLoop loop(test::world_of(test::felt_octree()), kBlade);
  loop.start_at(kBeside);
  loop.lead(kBeside, kInside, 1200, kActs);
  const double before = loop.work_;
  loop.lead(kInside, kFarther, 1200, kActs);
  const double area = (kFarther.x - kInside.x) * 0.02;
  const double expected = (kBlade.toughness + kBlade.rubbing) * area;
  EXPECT_NEAR(loop.work_ - before, expected, 0.1 * expected);
}

TEST(HandTool, a_blade_sticks_until_it_is_pulled_hard_enough_and_then_slides_back_along_its_edge) {
  ToolLoop loop(test::world_of(test::felt_octree()), kBlade);
  loop.start_at(kBeside);
  loop.lead(kBeside, kInside, 1200, kActs);
  loop.lead(kInside, kInside, 30, kActs);
  const Vec3 stuck = loop.place_.place;
  const Vec3 back = kInside - Vec3{0.001, 0, 0};
  loop.lead(kInside, back, 200, kActs);
  EXPECT_LT(distance(loop.place_.place, stuck), 1e-9);
  // Along the edge only rubbing holds it.
  const Servo::Output output = loop.lead(back, back + Vec3{0, 0, 0.005}, 500, kActs);
  EXPECT_NEAR(output.force.z, -kBlade.rubbing * 0.015, 0.3 * kBlade.rubbing * 0.015);
}

TEST(HandTool, a_button_that_is_up_cuts_nothing_and_resists_nothing) {
  ToolLoop loop(test::world_of(test::felt_octree()), kBlade);
  const FrameTopology before = loop.world_.frame().bodies[0].topology;
  loop.start_at(kBeside);
  EXPECT_EQ(norm(loop.lead(kBeside, kFarther, 1000).force), 0);
  EXPECT_EQ(loop.world_.frame().bodies[0].topology, before);
}

TEST(HandTool, closed_paths_give_back_no_energy_and_forces_do_not_jump) {
  for (const HandJob job : {HandJob::kCut, HandJob::kGrasp, HandJob::kPush}) {
    HandToolParams params = kBlade;
    params.job = job, params.radius = 0.01;
    ToolLoop loop(test::world_of(test::felt_octree()), params);
    const bool cuts = job == HandJob::kCut;
    const Vec3 begin = cuts ? kBeside : Vec3{0.003, 0.002, 0.013};
    loop.start_at(begin);
    loop.lead(begin, begin, 50);
    for (int tick = 0; tick <= 3000; ++tick) {
      const double t = 2 * M_PI * tick / 3000;
      const double in = (1 - std::cos(t)) / 2;
      loop.to(begin + (cuts ? Vec3{0.04 * in, 0.003 * std::sin(t), 0}
                            : Vec3{0.005 * std::sin(t), 0, -0.008 * in}),
              tick > 20 && tick < 2500 ? kActs : 0);
    }
    loop.lead(begin, begin, 200);
    EXPECT_GT(loop.put_in_, 1e-5) << kHandJobNames[static_cast<std::size_t>(job)];
    EXPECT_GE(loop.work_, 0) << kHandJobNames[static_cast<std::size_t>(job)] << " of " << loop.put_in_;
    EXPECT_LT(loop.most_jump_, 0.1) << kHandJobNames[static_cast<std::size_t>(job)];
  }
}

TEST(HandTool, a_pusher_is_pushed_back_by_the_force_of_contact) {
  HandToolParams params;
  params.job = HandJob::kPush, params.radius = 0.015;
  ToolLoop loop(test::world_of(test::felt_tet()), params);
  const Vec3 above{0.003, 0.002, 0.018}, pressed{0.003, 0.002, 0.011};
  loop.start_at(above);
  loop.lead(above, above, 50);
  loop.lead(above, pressed, 800);
  const Servo::Output output = loop.lead(pressed, pressed, 1500);
  Vec3 contact;
  for (const ContactSum& sum : loop.world_.frame().contact.sums)
    if (sum.a == "hand") contact += sum.force;
  EXPECT_GT(contact.z, 0.05);
  EXPECT_LT(distance(output.force, contact), 0.02 * norm(contact));
}

TEST(HandTool, a_silent_device_has_no_force_until_its_tool_was_out_of_contact) {
  HandToolParams params;
  params.job = HandJob::kPush, params.radius = 0.015;
  ToolLoop loop(test::world_of(test::felt_tet()), params);
  const Vec3 above{0.003, 0.002, 0.018}, pressed{0.003, 0.002, 0.011};
  loop.start_at(above);
  loop.lead(above, above, 50);
  EXPECT_GT(loop.lead(above, pressed, 800).force.z, 0.05);
  HandReading silent;
  silent.is_known = true, silent.position = pressed, silent.age = 0.021;
  const Servo::Output output = loop.servo_.tick(silent, nullptr, loop.now_);
  EXPECT_EQ(output.hazard, Hazard::kSilent);
  EXPECT_EQ(output.force, Vec3{});
  EXPECT_EQ(loop.lead(pressed, pressed, 100).force, Vec3{});
  loop.lead(pressed, above, 300);
  EXPECT_GT(loop.lead(above, pressed, 800).force.z, 0.05);
}

TEST(HandTool, a_world_that_makes_no_steps_any_longer_is_not_felt) {
  HandToolParams params;
  params.job = HandJob::kPush, params.radius = 0.015;
  ToolLoop loop(test::world_of(test::felt_tet()), params);
  const Vec3 above{0.003, 0.002, 0.018}, pressed{0.003, 0.002, 0.011};
  loop.start_at(above);
  loop.lead(above, above, 50);
  EXPECT_GT(loop.lead(above, pressed, 800).force.z, 0.05);
  loop.next_step_ = 1e9;
  EXPECT_EQ(loop.lead(pressed, pressed, 200).force, Vec3{});
}

TEST(HandTool, a_grasper_closes_with_the_button_and_lets_go_with_it) {
  HandToolParams params;
  params.job = HandJob::kGrasp, params.radius = 0.01;
  ToolLoop loop(test::world_of(test::felt_tet()), params);
  const Vec3 above{0.003, 0.002, 0.012}, lifted{0.003, 0.002, 0.02};
  loop.start_at(above);
  loop.lead(above, above, 50);
  loop.lead(above, above, 50, kActs);
  loop.lead(above, lifted, 800, kActs);
  const Servo::Output output = loop.lead(lifted, lifted, 800, kActs);
  EXPECT_LT(output.force.z, -0.05);
  EXPECT_EQ(loop.world_.frame().contact.attachments.size(), 1u);
  EXPECT_EQ(norm(loop.lead(lifted, lifted, 200).force), 0);
}

TEST(HandTool, the_second_button_takes_the_next_tool) {
  ToolLoop loop(test::world_of(test::felt_octree()), kBlade);
  loop.start_at(kBeside);
  loop.lead(kBeside, kBeside, 30);
  for (const HandJob next : {HandJob::kGrasp, HandJob::kPush, HandJob::kCut, HandJob::kGrasp}) {
    loop.lead(kBeside, kBeside, 30, kNextTool);
    EXPECT_EQ(loop.tool_.job(), next);
    loop.lead(kBeside, kBeside, 30);
  }
  EXPECT_EQ(loop.world_.frame().tools.size(), 1u);
}

TEST(HandTool, invalid_numbers_are_refused) {
  HandToolParams params;
  params.toughness = -1;
  EXPECT_EQ(error_of([&] { require_valid(params); }),
            "the toughness of a tool is -1 J/m^2\n  it must not be negative");
  params = {}, params.radius = 0;
  EXPECT_NE(error_of([&] { require_valid(params); }), "");
  params = {}, params.edge = {};
  EXPECT_NE(error_of([&] { require_valid(params); }), "");
  params = {}, params.stiffness = std::nan("");
  EXPECT_NE(error_of([&] { require_valid(params); }), "");
}

}  // namespace
}  // namespace sinew
