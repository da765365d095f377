#include <gmock/gmock.h>

#include "base/error_of.h"
#include "base/scratch_folder.h"
#include "greens/known_body.h"
#include "greens/precompute.h"
#include "scene/greens_problems.h"
#include "scene/scene_texts.h"
#include "sinew/greens/greens_body.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/scene/load_world.h"

namespace sinew {
namespace {

using testing::HasSubstr;

constexpr const char* kBox = R"({"box": {"size": [0.2, 0.1, 0.2], "cells": [3, 2, 3]}})";
constexpr const char* kHold =
    R"("hold": [{"region": {"half_space": {"point": [0, 0.001, 0], "normal": [0, -1, 0]}}}])";

std::string greens_scene(const std::string& mesh = kBox, const std::string& of_body = kHold,
                         const std::string& of_scene = "") {
  return R"({"sinew": 1, "step": 0.01, "steps": 4,
 "bodies": [{"name": "pad", "type": "greens", "mesh": )" +
         mesh + R"(, "material": {"young": 1e5, "poisson": 0.3, "density": 1000})" +
         (of_body.empty() ? "" : ",\n   " + of_body) + "}]" + (of_scene.empty() ? "" : ",\n " + of_scene) +
         "}\n";
}

LoadedWorld loaded(const std::string& text) {
  return load_world(scene_from_text(text, {}, "s.json"), "s.json");
}

TEST(GreensScene, a_box_sags_under_its_weight_and_its_hold_carries_it) {
  LoadedWorld scene = loaded(greens_scene());
  scene.world.step(0.01, {.reactions = true});
  const BodyFrame& pad = scene.world.frame().bodies[0];
  EXPECT_NEAR(pad.reactions[0].force.y, 9.81 * 4, 1e-9);
  double lowest = 0;
  for (const Vec3& u : displacements(pad)) lowest = std::min(lowest, u.y);
  // Of a column under its weight, rho g h^2 / 2E; the lower face cannot widen.
  EXPECT_NEAR(lowest / (-1000 * 9.81 * 0.01 / 2e5), 0.9, 0.1);
  EXPECT_THAT(scene.world.body("pad").remark(), HasSubstr("28 of 44 vertices are free"));
}

// A coarse ball whose surface becomes semi-regular, with the responses of quadratic elements, compressed.
TEST(GreensScene, a_semi_regular_ball_is_compressed_and_says_so) {
  const std::string ball = greens_scene(
      R"({"model": "sphere", "triangles": 1000})",
      R"("semi_regular": {"base": 20, "levels": 2}, "compression": 0.1, "hold": [{"region": {"half_space": {"point": [0, 0.04, 0], "normal": [0, -1, 0]}}}])");
  LoadedWorld scene = loaded(ball);
  const std::string remark = scene.world.body("pad").remark();
  EXPECT_THAT(remark, HasSubstr("quadratic finite elements, compressed"));
  EXPECT_THAT(remark, HasSubstr("-fold (RMS "));
  scene.world.step(0.01, {.reactions = true});
  const double weight = 9.81 * scene.world.body("pad").measure().mass;
  EXPECT_NEAR(scene.world.frame().bodies[0].reactions[0].force.y / weight, 1, 1e-9);
}

// A level of 80 triangles is touched and evaluated, and seen as 1,280.
TEST(GreensScene, a_ball_in_less_detail_is_seen_by_a_displaced_subdivision) {
  const auto ball = [](const std::string& detail) {
    return greens_scene(
        R"({"model": "sphere", "triangles": 1000})",
        R"("semi_regular": {"base": 20, "levels": 2}, "display": {"steps": 2}, "detail": )" + detail +
            R"(, "hold": [{"region": {"half_space": {"point": [0, 0.04, 0], "normal": [0, -1, 0]}}}])");
  };
  LoadedWorld scene = loaded(ball("1"));
  scene.world.step(0.01);
  const BodyFrame& pad = scene.world.frame().bodies[0];
  EXPECT_EQ(pad.topology.elements->element_count(), 80);
  EXPECT_EQ(pad.topology.surface->mesh.triangle_count(), 1280);
  EXPECT_EQ(pad.carriers.size(), 642U);
  EXPECT_THAT(complaint_about(ball("3")), HasSubstr("bodies[0].detail"));
}

TEST(GreensScene, boundary_elements_know_no_weight) {
  const std::string keys =
      R"("semi_regular": {"base": 20, "levels": 1}, "compression": 0, "source": "boundary-elements",
         "hold": [{"region": {"half_space": {"point": [0, 0.06, 0], "normal": [0, -1, 0]}}}])";
  LoadedWorld scene = loaded(greens_scene(R"({"model": "sphere", "triangles": 1000})", keys));
  EXPECT_THAT(scene.world.body("pad").remark(), HasSubstr("by boundary elements"));
  scene.world.step(0.01);
  for (const Vec3& u : displacements(scene.world.frame().bodies[0])) EXPECT_EQ(u, Vec3{});
}

TEST(GreensScene, keys_that_do_not_go_with_it_are_refused_with_what_to_do_instead) {
  const auto complaint = [](const std::string& keys) {
    return complaint_about(greens_scene(kBox, std::string(kHold) + ", " + keys));
  };
  EXPECT_EQ(complaint(R"("source": "boundary-elements")"), "");
  EXPECT_THAT(complaint(R"("strain": "corotated")"), HasSubstr("is linear"));
  EXPECT_THAT(complaint(R"("integrator": "euler")"), HasSubstr("is in balance"));
  EXPECT_THAT(complaint(R"("damping": {"mass": 1})"), HasSubstr("no velocity to damp"));
  EXPECT_THAT(complaint(R"("solver": {"cycles": 1})"), HasSubstr("nothing is solved"));
  EXPECT_THAT(complaint(R"("source": "guess")"), HasSubstr("finite-elements"));
  EXPECT_THAT(complaint(R"("compression": 1.5)"), HasSubstr("bodies[0].compression"));
  EXPECT_THAT(complaint(R"("semi_regular": {"base": 2})"), HasSubstr("bodies[0].semi_regular.base"));
  EXPECT_THAT(complaint_about(greens_scene(kBox, "")), HasSubstr("nothing holds the body"));
  EXPECT_THAT(complaint_about(greens_scene(kBox, R"("hold": [{"region": "all", "axes": "y"}])")),
              HasSubstr("some directions"));
}

TEST(GreensScene, what_responses_do_not_know_is_refused_at_its_place) {
  const auto complaint = [](const std::string& text) { return error_of([&] { loaded(text); }); };
  EXPECT_THAT(complaint(greens_scene(
                  kBox, R"("hold": [{"region": {"sphere": {"centre": [9, 9, 9], "radius": 1}}}])")),
              HasSubstr("bodies[0].hold[0].region: the region holds no vertex"));
  EXPECT_THAT(complaint(greens_scene(
                  kBox, std::string(kHold) +
                            R"(, "forces": [{"type": "radial", "centre": [0, 0, 0], "strength": 1}])")),
              HasSubstr("bodies[0].forces[0]: a body that is known by its responses"));
  EXPECT_THAT(
      complaint(greens_scene(kBox, kHold, R"("cuts": [{"body": "pad", "blade": {"plane": {"point": [0, 0, 0],
                                      "normal": [1, 0, 0]}}}])")),
      HasSubstr("octree"));
}

class GreensFiles : public ScratchFolderTest {
 protected:
  LoadedWorld loaded_from(const std::string& material) {
    const std::string text =
        R"({"sinew": 1, "bodies": [{"name": "pad", "type": "greens", "responses": "pad.greens",
      "mesh": {"model": "sphere", "triangles": 1000}, "semi_regular": {"base": 20, "levels": 2},
      "hold": [{"region": {"half_space": {"point": [0, 0.04, 0], "normal": [0, -1, 0]}}}],
      "material": )" +
        material + "}]}";
    scene_ = scene_from_text(text, {}, "s.json", folder_);
    return load_world(scene_, "s.json");
  }

  SceneDescription scene_;
};

TEST_F(GreensFiles, responses_are_read_if_they_are_those_of_the_body) {
  const std::string material = R"({"young": 1e5, "poisson": 0.3, "density": 1000})";
  const std::string missing = error_of([&] { loaded_from(material); });
  EXPECT_THAT(missing, HasSubstr("bodies[0].responses: there is no file"));
  EXPECT_THAT(missing, HasSubstr("sinew precompute s.json --body pad -o"));
  precompute(greens_problems(scene_, "s.json")[0].problem, {}, folder_ / "pad.greens");
  LoadedWorld scene = loaded_from(material);
  scene.world.step(0.01, {.reactions = true});
  const double weight = 9.81 * scene.world.body("pad").measure().mass;
  EXPECT_NEAR(scene.world.frame().bodies[0].reactions[0].force.y / weight, 1, 1e-9);
  EXPECT_THAT(error_of([&] { loaded_from(R"({"young": 2e5, "poisson": 0.3, "density": 1000})"); }),
              HasSubstr("another material: Young's modulus 100000 Pa"));
}

TEST(GreensScene, responses_of_another_problem_are_refused_with_what_differs) {
  ReferenceProblem wanted;
  wanted.surface = boundary_surface(box_mesh({1, 1, 1}, {1, 1, 1}));
  wanted.held = {1, 1, 1, 0, 0, 0, 0, 0};
  wanted.material = {1e5, 0.3, 1000};
  const auto complaint = [&](auto&& change) {
    ReferenceProblem other = wanted;
    change(other);
    return error_of(
        [&] { require_same_problem(wanted, other, "run \"sinew precompute s.json -o pad.greens\""); });
  };
  EXPECT_EQ(complaint([](ReferenceProblem&) {}), "");
  EXPECT_THAT(complaint([](ReferenceProblem& p) { p.material.young = 2e5; }),
              HasSubstr("Young's modulus 200000 Pa"));
  EXPECT_THAT(complaint([](ReferenceProblem& p) { p.held[3] = 1; }),
              HasSubstr("other holds: 1 vertex is held"));
  EXPECT_THAT(complaint([](ReferenceProblem& p) { p.surface.positions[2].x += 0.1; }),
              HasSubstr("0.1 m away"));
  EXPECT_THAT(
      complaint([](ReferenceProblem& p) { std::swap(p.surface.triangles[0], p.surface.triangles[1]); }),
      HasSubstr("other triangles"));
  EXPECT_THAT(complaint([](ReferenceProblem& p) { p.surface.positions.pop_back(); }), HasSubstr("7"));
  EXPECT_THAT(complaint([](ReferenceProblem& p) { p.material.density = 1; }), HasSubstr("sinew precompute"));
}

}  // namespace
}  // namespace sinew
