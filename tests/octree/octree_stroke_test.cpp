#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "base/error_of.h"
#include "base/parallel.h"
#include "base/random.h"
#include "octree/grid/pieces.h"
#include "octree/octree_bodies.h"
#include "sinew/model/blade.h"

namespace sinew {
namespace {

using test::take_steps;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

using Line = BladeSweep::Line;

constexpr double kStep = 0.02, kSide = 1.0 / 6;  // of a voxel, m
const Vec3 kMiddle{1, 0.5, 0.5};

// A bar of 2 x 1 x 1 m from the origin on that nothing holds, thrown and turning about its middle (1/s).
std::unique_ptr<OctreeBody> flying_bar(const Vec3& velocity = {}, const Vec3& turning = {}) {
  auto body = std::make_unique<OctreeBody>("bar", test::box_model({12, 6, 6}, kSide, {2e4, 0.3, 1000}),
                                           ElasticParams{});
  test::set_state(*body, "velocity", [&](const Vec3& p) { return velocity + cross(turning, p - kMiddle); });
  return body;
}

// A stroke of this many sweeps of a line, given by its position from 0 to 1.
struct Stroke {
  int sweeps = 0;
  std::function<Line(double)> line;
  std::int64_t name = 1;

  BladeSweep sweep(int k) const {
    const auto at = [&](int i) { return line(static_cast<double>(i) / sweeps); };
    return {name, {at(k), at(k + 1)}, k == 0, k + 1 == sweeps};
  }
};

// Sweeps and steps in turn.
void go_on(OctreeBody& body, const Stroke& stroke, int from, int until) {
  for (int k = from; k < until; ++k) {
    body.sweep(stroke.sweep(k));
    take_steps(body, 1, kStep, k * kStep);
  }
}
void go_all_through(OctreeBody& body, const Stroke& stroke) { go_on(body, stroke, 0, stroke.sweeps); }

Line across(double x, double y) { return {{x, y, -10}, {x, y, 10}}; }

// A wire that goes down through the middle of a bar, a fifth of a voxel at a time.
Stroke wire_down() {
  return {50, [](double t) { return across(1.03, 1.2 - 1.6 * t); }};
}

Index piece_count(const OctreeBody& body) {
  return connected_pieces(body.rest().grid.voxels, body.rest().grid.cells).count();
}
Index large_piece_count(const OctreeBody& body) {
  const Pieces pieces = connected_pieces(body.rest().grid.voxels, body.rest().grid.cells);
  Index large = 0;
  for (Index p = 0; p < pieces.count(); ++p) large += pieces.is_crumb(p) ? 0 : 1;
  return large;
}

std::set<std::int32_t> cut_ids(const OctreeBody& body) {
  std::set<std::int32_t> ids;
  for (const CutLink& link : body.rest().grid.voxels.cut_links())
    ids.insert({link.lower.cut, link.upper.cut});
  ids.erase(-1), ids.erase(0);
  return ids;
}

// Lower voxel and axis of the links that are cut within the body.
std::vector<std::array<std::int32_t, 4>> parted_links(const OctreeBody& body) {
  std::vector<std::array<std::int32_t, 4>> links;
  for (const auto& [voxel, axis, lower, upper] : body.rest().grid.voxels.cut_links())
    if (lower.cut > 0 || upper.cut > 0) links.push_back({voxel.x, voxel.y, voxel.z, axis});
  return links;
}

const std::vector<double>& fronts_in(const BodyState& state) {
  for (const StateArray& array : state)
    if (array.name == "stroke tips") return array.values;
  throw Error("no fronts");
}

class TumblingBar : public testing::TestWithParam<int> {};

TEST_P(TumblingBar, is_cut_in_two_by_a_wire_that_goes_its_own_way) {
  Random random(static_cast<std::uint64_t>(GetParam()));
  const Vec3 velocity = random.in_box({-3, -1, -3}, {3, 1, 3});
  const Vec3 turning = random.in_box({-6, -6, -6}, {6, 6, 6});
  const Vec3 along = normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
  const Vec3 way = normalized(cross(along, random.in_box({-1, -1, -1}, {1, 1, 1})));
  const auto body = flying_bar(velocity, turning);
  const Vec3 momentum = test::momentum(*body);
  const Stroke stroke{30, [&](double t) {
                        const Vec3 at = kMiddle + 30 * kStep * t * velocity + (6 * t - 3) * way;
                        return Line{at - 10 * along, at + 10 * along};
                      }};
  go_all_through(*body, stroke);
  EXPECT_EQ(large_piece_count(*body), 2);
  EXPECT_THAT(cut_ids(*body), ElementsAre(1));
  EXPECT_LT(distance(test::momentum(*body), momentum), 1e-3 * norm(momentum));
}
INSTANTIATE_TEST_SUITE_P(Throws, TumblingBar, testing::Range(1, 9));

TEST(OctreeStroke, momentum_is_kept_at_every_sweep) {
  const auto body = flying_bar({1, 2, 3}, {4, 0, 2});
  const Stroke stroke{12, [](double t) { return across(1.03, 1.2 - 1.6 * t); }};
  for (int k = 0; k < stroke.sweeps; ++k) {
    const Vec3 before = test::momentum(*body);
    body->sweep(stroke.sweep(k));
    EXPECT_LT(distance(test::momentum(*body), before), 1e-9 * norm(before));
    take_steps(*body, 1, kStep, k * kStep);
  }
  EXPECT_GT(cut_ids(*body).size(), 0u);
}

TEST(OctreeStroke, many_sweeps_through_a_body_at_rest_part_the_links_that_one_blade_does) {
  const auto swept = flying_bar(), cut = flying_bar();
  const Line first{{0.3, 1.2, -1}, {0.8, 1.3, 2}}, last{{1.2, 0.31, -1}, {1.7, 0.41, 2}};
  cut->cut(swept_blade(first, last));
  const Stroke stroke{37, [&](double t) {
                        return Line{lerp(first[0], last[0], t), lerp(first[1], last[1], t)};
                      }};
  for (int k = 0; k < stroke.sweeps; ++k) swept->sweep(stroke.sweep(k));
  EXPECT_EQ(parted_links(*swept), parted_links(*cut));
  EXPECT_FALSE(parted_links(*cut).empty());
}

TEST(OctreeStroke, a_tool_that_rests_cuts_what_moves_against_it) {
  const auto body = flying_bar({0, 2, 0}, {});
  const Stroke stroke{50, [](double) { return across(1.03, 1.3); }};
  go_all_through(*body, stroke);
  EXPECT_EQ(piece_count(*body), 2);
}

TEST(OctreeStroke, a_tool_that_goes_along_with_the_body_cuts_nothing) {
  const Vec3 velocity{3, 1, -2};
  const auto body = flying_bar(velocity, {});
  const Stroke stroke{10, [&](double t) {
                        const Vec3 at = Vec3{1, 0.5, 0.2} + t * 10 * kStep * velocity;
                        return Line{at, at + Vec3{0, 0.8, 0.1}};
                      }};
  // The line is where it will be at the end of the step: it cuts on its way there, once.
  body->sweep(stroke.sweep(0));
  take_steps(*body, 1, kStep);
  const auto parted = parted_links(*body);
  go_on(*body, stroke, 1, 10);
  EXPECT_EQ(parted_links(*body), parted);
}

TEST(OctreeStroke, one_may_leave_the_body_and_enter_it_again) {
  const Vec3 velocity{2, 4, -1};
  const auto body = flying_bar(velocity, {0, 0, 0.5});
  const Stroke stroke{60, [&](double t) {
                        const Vec3 moved = t * 60 * kStep * velocity;
                        const double x = std::clamp(3 * t - 1, 0.0, 1.0);
                        Line line = across(0.5 + x, std::abs(4.2 * t - 2.1) - 0.6);
                        for (Vec3& p : line) p += moved;
                        return line;
                      }};
  go_all_through(*body, stroke);
  EXPECT_EQ(large_piece_count(*body), 3);
  EXPECT_THAT(cut_ids(*body), ElementsAre(1));
}

TEST(OctreeStroke, a_stroke_that_ends_within_the_body_leaves_it_in_one_piece_and_is_forgotten) {
  const auto body = flying_bar({0, 1, 0}, {});
  const Stroke stroke{20, [](double t) { return across(1.03, 1.2 - 0.5 * t); }};
  EXPECT_TRUE(fronts_in(body->state()).empty());
  go_on(*body, stroke, 0, 19);
  EXPECT_FALSE(fronts_in(body->state()).empty());
  go_on(*body, stroke, 19, 20);
  EXPECT_TRUE(fronts_in(body->state()).empty());
  EXPECT_EQ(piece_count(*body), 1);
  EXPECT_FALSE(parted_links(*body).empty());
}

TEST(OctreeStroke, strokes_that_go_on_at_the_same_time_are_cuts_of_their_own) {
  const auto body = flying_bar({1, 2, 0}, {0, 2, 1});
  Stroke left = wire_down(), right = wire_down();
  left.line = [](double t) { return across(0.5 + t, 1.2 + 0.6 * t); };
  right.line = [](double t) { return across(1.4 + t, -0.2 + 3.5 * t); };
  right.name = 2;
  for (int k = 0; k < 50; ++k) {
    body->sweep(left.sweep(k)), body->sweep(right.sweep(k));
    take_steps(*body, 1, kStep, k * kStep);
  }
  EXPECT_EQ(cut_ids(*body).size(), 2u);
  EXPECT_EQ(large_piece_count(*body), 3);
}

TEST(OctreeStroke, one_that_begins_knows_nothing_of_an_earlier_one_of_its_name) {
  const auto body = flying_bar();
  body->sweep({1, {across(0.3, 1.2), across(0.3, 0.5)}, true, false});
  const auto before = parted_links(*body);
  body->sweep({1, {across(1.7, 1.4), across(1.7, 1.1)}, true, true});
  EXPECT_EQ(parted_links(*body), before);
  EXPECT_TRUE(fronts_in(body->state()).empty());
}

TEST(OctreeStroke, short_sweeps_gather_until_there_is_half_a_voxel_or_the_stroke_ends) {
  const auto body = flying_bar();
  const auto down_to = [](double y) { return across(1.03, 1.1 - kSide * y); };
  body->sweep({1, {down_to(0), down_to(3)}, true, false});
  const auto before = parted_links(*body);
  for (int k = 0; k < 4; ++k)
    EXPECT_FALSE(body->sweep({1, {down_to(3 + 0.1 * k), down_to(3.1 + 0.1 * k)}, false, false})) << k;
  EXPECT_EQ(parted_links(*body), before);
  EXPECT_TRUE(body->sweep({1, {down_to(3.4), down_to(3.5)}, false, true}));
  EXPECT_GT(parted_links(*body).size(), before.size());
}

TEST(OctreeStroke, a_restart_in_the_middle_of_a_stroke_goes_on_with_the_same_bits) {
  const Vec3 velocity{1, 2, 0}, turning{3, 0, 2};
  const Stroke stroke{16, [](double t) { return across(1.03, 1.3 - 2 * t); }};
  const auto through = flying_bar(velocity, turning);
  go_all_through(*through, stroke);
  for (const int stop : {1, 5, 9, 15}) {
    const auto first = flying_bar(velocity, turning), second = flying_bar();
    go_on(*first, stroke, 0, stop);
    second->restore(first->state());
    EXPECT_TRUE(test::same_bits(first->state(), second->state())) << stop;
    go_on(*second, stroke, stop, stroke.sweeps);
    EXPECT_TRUE(test::same_bits(through->state(), second->state())) << stop;
  }
  EXPECT_EQ(piece_count(*through), 2);
}

TEST(OctreeStroke, it_has_the_same_bits_for_any_number_of_threads) {
  std::vector<BodyState> states;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    const auto body = flying_bar({1, 2, 0}, {3, 0, 2});
    go_on(*body, {16, [](double t) { return across(1.03, 1.3 - t); }}, 0, 10);
    states.push_back(body->state());
  }
  set_thread_count(0);
  EXPECT_FALSE(fronts_in(states[0]).empty());
  EXPECT_TRUE(test::same_bits(states[0], states[1]) && test::same_bits(states[0], states[2]));
}

TEST(OctreeStroke, sweeps_beside_the_body_and_of_nothing_cut_nothing) {
  const auto body = flying_bar();
  EXPECT_FALSE(body->sweep({1, {across(5, 1), across(5, 0)}, true, false}));
  EXPECT_FALSE(body->sweep({1, {across(5, 0)}, false, false}));
  EXPECT_FALSE(body->sweep({1, {}, false, true}));
  EXPECT_FALSE(body->sweep({2, {}, true, false}));
  EXPECT_TRUE(fronts_in(body->state()).empty());
  EXPECT_TRUE(parted_links(*body).empty());
}

TEST(OctreeStroke, what_makes_no_sense_is_refused_and_changes_nothing) {
  const auto body = flying_bar();
  body->sweep({1, {across(1, 1.2), across(1, 0.6)}, true, false});
  const BodyState before = body->state();
  const auto refused = [&](const BladeSweep& sweep, const char* why) {
    EXPECT_THAT(error_of([&] { body->sweep(sweep); }), HasSubstr(why));
    EXPECT_TRUE(test::same_bits(body->state(), before));
  };
  refused({1, {across(1, 0.6), across(1, NAN)}, false, false}, "not finite");
  refused({1, {{{0, 0, 0}}}, false, false}, "1 points");
  refused({1, {{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}}}, false, false}, "another number of points");
  const auto damaged = [&](const std::function<void(std::vector<double>&)>& change) {
    BodyState state = before;
    for (StateArray& array : state)
      if (array.name == "stroke tips") change(array.values);
    EXPECT_THAT(error_of([&] { body->restore(state); }),
                AllOf(HasSubstr("stroke tips"), HasSubstr("of body 'bar'")));
    EXPECT_TRUE(test::same_bits(body->state(), before));
  };
  damaged([](std::vector<double>& v) { v.pop_back(); });
  damaged([](std::vector<double>& v) { v.resize(2); });
  damaged([](std::vector<double>& v) { v[2] = 1e9; });
  damaged([](std::vector<double>& v) { v[2] = NAN; });
  damaged([](std::vector<double>& v) { v[4] = -7; });
}

TEST(OctreeStroke, a_static_body_that_refuses_a_cut_keeps_its_front) {
  OctreeBody body("jelly", test::held_box({12, 6, 6}, kSide, {2e4, 0.3, 1000}),
                  test::octree_params(Strain::kCauchy, Integrator::kStatic));
  body.sweep({1, {across(1, 1.2), across(1, 0.5)}, true, false});
  const BodyState before = body.state();
  EXPECT_THAT(error_of([&] {
                body.sweep({1, {across(1, 0.5), across(1, -0.5)}, false, false});
              }),
              HasSubstr("'jelly' cannot be in balance"));
  EXPECT_TRUE(test::same_bits(body.state(), before));
}

}  // namespace
}  // namespace sinew
