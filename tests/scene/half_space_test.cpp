#include <gtest/gtest.h>

#include "base/random.h"
#include "scene/loading/region_loading.h"
#include "scene/scene_texts.h"
#include "sinew/model/region.h"

namespace sinew {
namespace {

TEST(HalfSpace, of_a_scene_and_of_a_program_are_the_same_side_for_the_same_vector) {
  const Vec3 point{0.1, -0.2, 0.3}, normal{1, -2, 0.5};
  const SceneDescription scene = scene_from_text(small_scene(
      R"("hold": [{"region": {"half_space": {"point": [0.1, -0.2, 0.3], "normal": [1, -2, 0.5]}}}])"));
  const Region of_scene = region_of(scene.bodies[0].hold[0].region);
  const Region of_program{HalfSpaceRegion{point, normal}};
  Random random(11);
  int inside = 0;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 p = random.in_box({-1, -1, -1}, {1, 1, 1});
    ASSERT_EQ(contains(of_scene, p), contains(of_program, p));
    ASSERT_EQ(contains(of_program, p), dot(p - point, normal) >= 0);
    inside += contains(of_program, p) ? 1 : 0;
  }
  EXPECT_GT(inside, 100);
  EXPECT_LT(inside, 900);
}

}  // namespace
}  // namespace sinew
