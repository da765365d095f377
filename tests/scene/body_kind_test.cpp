#include "sinew/scene/body_kind.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "scene/rules/value_rules.h"
#include "sinew/base/error.h"
#include "sinew/embed/embedding.h"
#include "sinew/octree/octree_body.h"
#include "sinew/scene/load_world.h"
#include "sinew/scene/rules/list_rules.h"
#include "sinew/scene/scene_description.h"
#include "sinew/tet/tet_body.h"

namespace sinew {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// A point that moves around a centre, this many turns per second.
struct Spin {
  double radius = 1, turns = 1;
};

class SpinningPoint : public Body {
 public:
  SpinningPoint(std::string name, const Vec3& centre, const Spin& spin)
      : name_(std::move(name)), centre_(centre), spin_(spin) {
    FrameElements point;
    point.rest_positions = {at(0)};
    topology_ = make_topology({}, {}, std::move(point));
  }

  const std::string& name() const override { return name_; }
  void begin_step(double time, double dt) override { candidate_ = time + dt; }
  void commit() override { time_ = candidate_; }
  void publish(const FrameContents&, BodyFrame& frame) const override {
    frame.body = name_;
    frame.topology = topology_;
    frame.positions = {at(time_)};
    frame.velocities = {Vec3{}};
  }
  BodyState state() const override { return {{"time", {time_}}}; }
  void restore(const BodyState& state) override { time_ = state.at(0).values.at(0); }

 private:
  Vec3 at(double time) const {
    const double angle = 2 * std::numbers::pi * spin_.turns * time;
    return centre_ + spin_.radius * Vec3{std::cos(angle), std::sin(angle), 0};
  }

  std::string name_;
  Vec3 centre_;
  Spin spin_;
  FrameTopology topology_;
  double time_ = 0, candidate_ = 0;
};

BodyKind spinning() {
  BodyKind kind = body_kind(
      object<Spin>("spinning", "a point that goes round")
          .key("radius", &Spin::radius, positive_length(), "of a spinning point: from its centre")
          .required()
          .key("turns", &Spin::turns, number("1/s"), "of a spinning point: how often it goes round"),
      [](const BodyToMake& wanted, const Spin& spin) {
        if (spin.turns == 0) throw wanted.place.member("turns").with(Error("it stands still"));
        return std::make_unique<SpinningPoint>(wanted.body.name, wanted.body.place.move, spin);
      });
  kind.shared_keys = {"place"};
  return kind;
}

BodyKinds with_spinning() {
  BodyKinds kinds = built_in_body_kinds();
  kinds.add(spinning());
  return kinds;
}

std::string spinning_scene(const std::string& keys, const std::string& more = "") {
  return R"({"sinew": 1, "unit": "cm", "bodies": [
  {"name": "moon", "type": "spinning")" +
         (keys.empty() ? "" : ", " + keys) + "}" + more + "]}";
}

constexpr const char* kBar = R"(,
  {"name": "bar", "mesh": {"box": {"size": [100, 20, 20], "cells": [10, 2, 2]}}, "material": "rubber"})";

LoadedWorld loaded(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const BodyKinds kinds = with_spinning();
  return load_world(scene_from_text(text, overrides, "s.json", ".", kinds), "s.json", kinds);
}

std::string refused(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    loaded(text, overrides);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(BodyKind, a_program_adds_a_type_that_scene_files_then_have) {
  LoadedWorld moon =
      loaded(spinning_scene(R"("radius": 50, "turns": 0.25, "place": {"move": [0, 0, 300]})", kBar));
  ASSERT_EQ(moon.world.bodies().size(), 2u);
  const auto where = [&] { return moon.world.frame().bodies[0].positions.at(0); };
  EXPECT_LT(distance(where(), {0.5, 0, 3}), 1e-12);
  moon.world.step(1);
  EXPECT_LT(distance(where(), {0, 0.5, 3}), 1e-12);
  EXPECT_GT(moon.world.frame().bodies[1].topology.elements->tetrahedra.size(), 0u);
}

TEST(BodyKind, overrides_reach_its_keys) {
  LoadedWorld moon = loaded(spinning_scene(R"("radius": 50)"), {"bodies.moon.radius=20"});
  EXPECT_LT(distance(moon.world.frame().bodies[0].positions.at(0), {0.2, 0, 0}), 1e-12);
}

TEST(BodyKind, its_keys_are_required_of_its_bodies_and_foreign_to_others) {
  EXPECT_EQ(refused(spinning_scene(R"("radius": 50)", kBar)), "");
  EXPECT_THAT(refused(spinning_scene("")), HasSubstr("bodies[0]: the key \"radius\" is missing"));
  EXPECT_THAT(refused(spinning_scene(R"("radius": 50)", kBar), {"bodies.bar.turns=1"}),
              AllOf(HasSubstr("the key does not go with a body of type \"tet\""),
                    HasSubstr("take \"type\": \"spinning\"")));
}

TEST(BodyKind, keys_of_elastic_bodies_do_not_go_with_it_where_it_does_not_share_them) {
  EXPECT_THAT(refused(spinning_scene(R"("radius": 50, "material": "rubber")")),
              AllOf(HasSubstr("bodies[0].material: the key does not go with a body of type \"spinning\""),
                    HasSubstr("take \"type\": \"tet\", \"octree\", \"greens\" or \"adaptive-tet\"")));
  EXPECT_THAT(refused(spinning_scene(R"("radius": 50, "cells": 3)")),
              HasSubstr("bodies[0].cells: the key does not go with"));
  std::string no_mesh = spinning_scene(R"("radius": 50)", R"(, {"name": "bar", "material": "rubber"})");
  EXPECT_THAT(refused(no_mesh), HasSubstr("bodies[1]: the key \"mesh\" is missing"));
}

TEST(BodyKind, what_its_maker_refuses_has_the_place_in_the_scene) {
  EXPECT_THAT(refused(spinning_scene(R"("radius": 50, "turns": 0)")),
              HasSubstr("s.json: bodies[0].turns: it stands still"));
}

TEST(BodyKind, page_and_schema_have_it_and_those_of_sinew_do_not) {
  const BodyKinds kinds = with_spinning();
  for (const std::string& text : {scene_reference(kinds), scene_schema(kinds)})
    EXPECT_THAT(text, AllOf(HasSubstr("spinning: a point that goes round"), HasSubstr("turns")));
  EXPECT_THAT(scene_schema(kinds), HasSubstr(R"("spinning")"));
  EXPECT_THAT(scene_reference(), Not(HasSubstr("spinning")));
}

TEST(BodyKind, without_it_the_type_is_not_known) {
  try {
    scene_from_text(spinning_scene(R"("radius": 50)"), {}, "s.json");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("there is no such key"));
  }
  EXPECT_THAT(
      refused(R"({"sinew": 1, "bodies": [{"name": "moon", "type": "spining"}]})"),
      HasSubstr(
          R"("spining" is not "tet", "octree", "rigid", "greens", "adaptive-tet" or "spinning"; did you mean 'spinning'?)"));
}

TEST(BodyKind, names_are_given_once) {
  BodyKinds kinds = with_spinning();
  EXPECT_THROW(kinds.add(spinning()), Error);
  EXPECT_THROW(kinds.add({}), Error);
  EXPECT_THROW(kinds.find("sphere"), Error);
}

// Two kinds with a key of the same name: each reads its own.
TEST(BodyKind, a_key_may_go_with_several_kinds) {
  struct Other {
    std::string radius = "none";
  };
  std::string read;
  BodyKind other = body_kind(
      object<Other>("other", "one more").key("radius", &Other::radius, text("any"), "in words").required(),
      [&](const BodyToMake& wanted, const Other& own) {
        read = own.radius;
        return std::make_unique<SpinningPoint>(wanted.body.name, Vec3{}, Spin{});
      });
  other.shared_keys.emplace();
  BodyKinds kinds = with_spinning();
  kinds.add(std::move(other));
  const auto load = [&](const std::string& body) {
    const std::string text = R"({"sinew": 1, "bodies": [{"name": "b", )" + body + "}]}";
    return load_world(scene_from_text(text, {}, "s.json", ".", kinds), "s.json", kinds);
  };
  load(R"("type": "other", "radius": "wide")");
  EXPECT_EQ(read, "wide");
  EXPECT_EQ(load(R"("type": "spinning", "radius": 2)").world.frame().bodies[0].positions[0].x, 2);
  EXPECT_THROW(load(R"("type": "other")"), Error);
  EXPECT_THROW(load(R"("type": "spinning")"), Error);
}

// Tetrahedra, or cubes, that something lifts besides: mesh, regions, materials and holds come from the
// library.
TEST(BodyKind, an_elastic_kind_takes_its_model_from_the_keys_that_kinds_share) {
  struct Lifted {
    double lift = 0;
    int cells = 0;
  };
  const auto make = [](const BodyToMake& wanted, const Lifted& own) -> std::unique_ptr<Body> {
    const Gravity lift{{0, own.lift, 0}};
    if (own.cells == 0) {
      TetBodyModel model = tet_model(wanted);
      model.forces.emplace_back(lift);
      return std::make_unique<TetBody>(wanted.body.name, model, wanted.body.params);
    }
    OctreeBodyDescription octree;
    octree.cells = own.cells;
    OctreeBodyModel model = octree_model(wanted, octree);
    model.forces.emplace_back(lift);
    return std::make_unique<OctreeBody>(wanted.body.name, model, wanted.body.params);
  };
  BodyKinds kinds = built_in_body_kinds();
  kinds.add(body_kind(object<Lifted>("lifted", "lifted")
                          .key("lift", &Lifted::lift, number("m/s^2"), "up")
                          .key("cells_along", &Lifted::cells, whole(0, 100), "0: tetrahedra"),
                      make));
  const auto bar = [](const std::string& name, const std::string& keys) {
    return R"({"name": ")" + name + R"(", "mesh": {"box": {"size": [1, 0.2, 0.2], "cells": [10, 2, 2]}},
      "material": "rubber", "hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [-1, 0, 0]}}}])" +
           keys + "}";
  };
  const std::string text = R"({"sinew": 1, "bodies": [)" + bar("plain", "") + ", " +
                           bar("tets", R"(, "type": "lifted", "lift": 9.81)") + ", " +
                           bar("cubes", R"(, "type": "lifted", "lift": 9.81, "cells_along": 10)") + "]}";
  LoadedWorld bars = load_world(scene_from_text(text, {}, "s.json", ".", kinds), "s.json", kinds);
  bars.world.step(0.1);
  const auto lowest = [&](int body) {
    double y = 0;
    for (const Vec3& p : bars.world.frame().bodies[body].positions) y = std::min(y, p.y);
    return y;
  };
  EXPECT_LT(lowest(0), -1e-3);
  EXPECT_GT(lowest(1), -1e-9);
  EXPECT_GT(lowest(2), -1e-9);
}

}  // namespace
}  // namespace sinew
