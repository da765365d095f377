#include <gmock/gmock.h>

#include "base/error_of.h"
#include "scene/scene_texts.h"
#include "sinew/adaptive/adaptive_tet_body.h"
#include "sinew/scene/load_world.h"

namespace sinew {
namespace {

using testing::HasSubstr;

std::string adaptive_scene(const std::string& of_body = "") {
  return R"({"sinew": 1, "step": 0.01, "steps": 4, "bodies": [
    {"name": "bear", "type": "adaptive-tet", "mesh": {"model": "bear", "triangles": 1500}, "tets": 1000, "levels": 3,
     "material": "rubber")" +
         (of_body.empty() ? "" : ", " + of_body) + "}]}";
}

LoadedWorld loaded(const std::string& text) {
  return load_world(scene_from_text(text, {}, "s.json"), "s.json");
}

std::string refused(const std::string& of_body) {
  return error_of([&] { loaded(adaptive_scene(of_body)); });
}

TEST(AdaptiveScene, a_body_has_the_levels_and_the_refinement_that_the_scene_says) {
  LoadedWorld scene = loaded(adaptive_scene(R"("refinement": {"changes": false}, "damping": {"mass": 2})"));
  const auto& fine = dynamic_cast<const AdaptiveTetBody&>(scene.world.body("bear"));
  EXPECT_EQ(fine.resolution().active_of_level.size(), 3U);
  EXPECT_EQ(fine.resolution().active_of_level[0], fine.resolution().nodes);
  LoadedWorld other = loaded(adaptive_scene());
  other.world.step(0.01);
  const auto& coarse = dynamic_cast<const AdaptiveTetBody&>(other.world.body("bear"));
  EXPECT_EQ(coarse.resolution().active_of_level[0], 0);
}

TEST(AdaptiveScene, keys_that_it_does_not_have_are_refused_with_what_to_do) {
  EXPECT_THAT(refused(R"("strain": "green")"), HasSubstr("leave it out: strain is corotated"));
  EXPECT_THAT(refused(R"("solver": {"tolerance": 0.01})"), HasSubstr("solver_tolerance"));
  EXPECT_THAT(refused(R"("refinement": {"tolerance": 0})"), HasSubstr("bodies[0].refinement.tolerance"));
  EXPECT_THAT(
      error_of([] {
        loaded(
            R"({"sinew": 1, "bodies": [{"name": "a", "type": "adaptive-tet", "material": "rubber", "mesh": {"rectangle": {"size": [1, 1], "cells": [2, 2]}}}]})");
      }),
      HasSubstr("a rectangle has no inside"));
}

}  // namespace
}  // namespace sinew
