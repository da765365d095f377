#include "scene/sag_estimate.h"

#include <gmock/gmock.h>

#include "base/error_of.h"
#include "scene/scene_texts.h"

namespace sinew {
namespace {

// A bar of 1 m x 0.1 m x 0.1 m and no lateral strain, held at its lower end.
SceneDescription column(const std::string& type, const std::string& more = "") {
  return scene_from_text(R"({"sinew": 1, "up": "z", "bodies": [{"name": "bar", "type": ")" + type +
                         R"(", "mesh": {"box": {"size": [0.1, 0.1, 1], "cells": [4, 4, 40]}},
      "material": {"young": 1e6, "poisson": 0, "density": 1000},
      "hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [0, 0, -1]}}}])" +
                         more + "}]}");
}

TEST(SagEstimate, a_column_is_pressed_and_bent_as_a_beam_is) {
  // rho g L^2 / 2E down; as a cantilever of the same weight, rho g A L^4 / 8 E I sideways.
  const double pressed = 1000 * 9.81 / 2e6, bent = 1000 * 9.81 * 12 / (8 * 1e6 * 0.01);
  for (const char* type : {"tet", "octree"}) {
    const SagEstimate sag = estimate_sag(column(type), "s.json");
    EXPECT_NEAR(sag.down, pressed, 0.02 * pressed) << type;
    // Four linear tetrahedra across a beam are too stiff by a sixth.
    EXPECT_NEAR(sag.sideways, bent, 0.2 * bent) << type;
  }
}

TEST(SagEstimate, what_moves_the_body_besides_is_left_out) {
  const SagEstimate plain = estimate_sag(column("tet"), "s.json");
  const SagEstimate other = estimate_sag(column("tet", R"(, "velocity": [1, 2, 3], "strain": "cauchy",
      "forces": [{"type": "point", "at": [0, 0, 1], "force": [5, 0, 0]}])"),
                                         "s.json");
  EXPECT_DOUBLE_EQ(other.down, plain.down);
  EXPECT_DOUBLE_EQ(other.sideways, plain.sideways);
}

TEST(SagEstimate, a_body_that_nothing_holds_is_refused) {
  SceneDescription scene = column("tet");
  scene.bodies[0].hold.clear();
  EXPECT_THAT(error_of([&] { estimate_sag(scene, "s.json"); }), testing::HasSubstr("s.json: bodies[0]"));
}

TEST(SagEstimate, without_gravity_nothing_sags) {
  SceneDescription scene = column("tet");
  scene.gravity = {};
  EXPECT_EQ(estimate_sag(scene, "s.json").down, 0);
}

}  // namespace
}  // namespace sinew
