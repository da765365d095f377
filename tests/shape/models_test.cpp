#include "sinew/shape/models.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "mesh/surface_topology.h"
#include "shape/model_table.h"
#include "shape/surface_checks.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

using testing::HasSubstr;

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::vector<std::string> closed_model_names() {
  std::vector<std::string> names;
  for (const ModelInfo& info : model_list())
    if (info.name != "cloth") names.push_back(info.name);
  return names;
}

class EveryModel : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(, EveryModel, testing::ValuesIn(closed_model_names()),
                         [](const auto& instance) { return instance.param; });

void expect_sound(const SurfaceMesh& mesh, Index wanted) {
  EXPECT_NEAR(mesh.triangle_count(), wanted, 0.1 * wanted);
  EXPECT_EQ(checks::bad_edges(mesh), 0);
  EXPECT_EQ(checks::bad_vertices(mesh), 0);
  EXPECT_EQ(vertex_components(mesh).count, 1);
  EXPECT_GT(signed_volume(mesh), 0);
  EXPECT_GT(checks::smallest_angle(mesh), 8);
}

TEST_P(EveryModel, is_one_closed_manifold_body_that_stands_in_the_middle) {
  const ModelInfo& info = find_model(GetParam());
  const Index wanted = std::max(info.triangles / 3, info.fewest_triangles);
  const SurfaceMesh mesh = make_model(info.name, wanted);
  expect_sound(mesh, wanted);
  const Box3 box = bounding_box(mesh);
  EXPECT_NEAR(box.lower.y, 0, 0.01 * box.diagonal());
  EXPECT_NEAR(box.center().x, 0, 0.02 * box.diagonal());
  EXPECT_NEAR(box.center().z, 0, 0.02 * box.diagonal());
}

TEST_P(EveryModel, is_sound_with_its_fewest_triangles) {
  const ModelInfo& info = find_model(GetParam());
  const Index few = std::max<Index>(info.fewest_triangles, 500);
  expect_sound(make_model(info.name, few), few);
}

TEST(Models, bodies_without_holes_have_none) {
  for (const char* name : {"sphere", "bar", "bear", "rabbit", "liver", "finger", "bowl", "tower"})
    EXPECT_EQ(checks::genus(make_model(name, 8'000)), 0) << name;
}

TEST(Models, torus_and_knot_have_one_handle) {
  EXPECT_EQ(checks::genus(make_model("torus")), 1);
  EXPECT_EQ(checks::genus(make_model("knot", 8'000)), 1);
}

TEST(Models, every_arch_of_the_bridge_can_be_passed) {
  for (const int arches : {1, 2, 5}) {
    const Distance bridge = model_distance("bridge", {{"arches", arches}});
    int passages = 0;
    for (int i = -599; i < 599; ++i)
      passages += bridge({0.01 * i, 0.3, 0}) < 0 && bridge({0.01 * (i + 1), 0.3, 0}) >= 0;
    EXPECT_EQ(passages, arches);
  }
}

TEST(Models, the_knot_has_its_42254_triangles) {
  EXPECT_NEAR(make_model("knot").triangle_count(), 42'254, 200);
}

TEST(Models, a_sharp_box_has_its_exact_volume) {
  const SurfaceMesh bar = make_model("bar", 1'000, {{"length", 2}, {"height", 0.3}, {"width", 0.1}});
  EXPECT_NEAR(signed_volume(bar), 0.06, 1e-12);
  EXPECT_NEAR(surface_area(bar), 2 * (0.6 + 0.03 + 0.2), 1e-12);
}

TEST(Models, a_rounded_cube_lies_between_its_ball_and_its_box) {
  const double volume = signed_volume(make_model("cube", 8'000, {{"round", 0.05}}));
  // Minkowski: the inner cube, its faces, its edges (a quarter cylinder each) and a whole ball at the
  // corners.
  const double a = 0.1, r = 0.05, pi = 3.14159265358979;
  EXPECT_NEAR(volume, a * a * a + 6 * a * a * r + 3 * pi * a * r * r + 4 * pi / 3 * r * r * r, 2e-5);
}

TEST(Models, cloth_is_a_flat_open_square) {
  const SurfaceMesh cloth = make_model("cloth");
  EXPECT_EQ(cloth.triangle_count(), 5'000);
  EXPECT_NEAR(surface_area(cloth), 1, 1e-12);
  EXPECT_EQ(checks::bad_edges(cloth), 4 * 50);
  EXPECT_EQ(vertex_components(cloth).count, 1);
  for (Index t = 0; t < cloth.triangle_count(); ++t) ASSERT_GT(cloth.area_vector(t).y, 0);
  EXPECT_THROW(model_distance("cloth"), Error);
}

TEST(Models, a_size_scales_the_body) {
  const double small = signed_volume(make_model("liver", 4'000, {{"width", 0.12}}));
  EXPECT_NEAR(signed_volume(make_model("liver", 4'000)) / small, 8, 1e-6);
}

TEST(Models, a_mistyped_name_is_guessed) {
  EXPECT_THAT(message_of([] { make_model("rabit"); }), HasSubstr("no model 'rabit'; did you mean 'rabbit'?"));
  EXPECT_THAT(message_of([] { make_model("xylophone"); }), HasSubstr("no model 'xylophone'"));
  EXPECT_THAT(message_of([] { make_model(""); }), HasSubstr("no model ''"));
}

TEST(Models, an_unknown_key_names_the_accepted_ones) {
  EXPECT_THAT(message_of([] { make_model("knot", 0, {{"tubes", 1}}); }), HasSubstr("size, tube"));
}

TEST(Models, a_value_out_of_range_names_the_range) {
  EXPECT_THAT(message_of([] { make_model("bear", 0, {{"belly", 9}}); }), HasSubstr("from 0.8 to 1.4"));
  EXPECT_THAT(message_of([] {
                make_model("bear", 0, {{"belly", std::nan("")}});
              }),
              HasSubstr("from 0.8 to 1.4"));
  EXPECT_THAT(message_of([] { make_model("torus", 0, {{"tube", 0.2}}); }), HasSubstr("no hole"));
  EXPECT_THAT(message_of([] {
                make_model("bowl", 0, {{"wall", 0.2}});
              }),
              HasSubstr("the wall fills the bowl"));
  EXPECT_THAT(message_of([] {
                make_model("cube", 0, {{"round", 0.2}});
              }),
              HasSubstr("half the thinnest side"));
}

TEST(Models, a_count_must_be_whole) {
  EXPECT_THAT(message_of([] {
                make_model("bridge", 0, {{"arches", 2.5}});
              }),
              HasSubstr("not a whole number"));
}

TEST(Models, too_few_or_too_many_triangles_are_refused) {
  EXPECT_THAT(message_of([] { make_model("bike", 100); }), HasSubstr("too few"));
  EXPECT_THAT(message_of([] { make_model("bike", -5); }), HasSubstr("too few"));
  EXPECT_THAT(message_of([] { make_model("bike", 2'000'000'000); }), HasSubstr("too many"));
}

TEST(Models, a_body_too_thin_for_its_triangles_is_refused) {
  EXPECT_THAT(message_of([] { make_model("bowl", 2'500, {{"wall", 0.001}}); }), HasSubstr("more triangles"));
  EXPECT_THAT(message_of([] { make_model("torus", 300, {{"tube", 0.0001}}); }), HasSubstr("more triangles"));
}

}  // namespace
}  // namespace sinew
