#include "scene/scene_texts.h"

namespace sinew {
namespace {

using testing::HasSubstr;

SceneDescription read(const std::vector<std::string>& overrides, const std::string& text = small_scene()) {
  return scene_from_text(text, overrides, "s.json");
}

Index tets_of(const SceneDescription& scene) {
  return std::get<TetBodyDescription>(scene.bodies[0].kind).tets;
}

TEST(SceneOverrides, change_what_the_file_says) {
  EXPECT_EQ(read({"step=0.5"}).step, 0.5);
  EXPECT_EQ(tets_of(read({"bodies[0].tets=500"})), 500);
  EXPECT_EQ(read({"gravity=false"}).gravity, Vec3{});
  EXPECT_EQ(read({"gravity=[0, 0, -1]"}).gravity, (Vec3{0, 0, -1}));
  EXPECT_EQ(read({"steps=7"}, small_scene("", R"("steps": 9)")).steps, 7);
}

TEST(SceneOverrides, find_an_item_by_its_name) {
  EXPECT_EQ(tets_of(read({"bodies.bar.tets=500"})), 500);
  EXPECT_EQ(read({"bodies.bar.name=rod"}).bodies[0].name, "rod");
}

TEST(SceneOverrides, open_the_name_that_stands_for_an_object) {
  EXPECT_EQ(read({"bodies.bar.material.young=1e5"}).bodies[0].material.material, (Material{1e5, 0.48, 1100}));
}

TEST(SceneOverrides, make_the_objects_that_are_not_there) {
  EXPECT_EQ(read({"bodies[0].place.turn.degrees=90"}).bodies[0].place.turn.degrees, 90);
  EXPECT_EQ(read({"bodies[0].solver.method=cg"}).bodies[0].params.solver.method, SolverMethod::kCg);
}

TEST(SceneOverrides, reach_into_lists_of_numbers) {
  EXPECT_EQ(read({"gravity[1]=5"}, small_scene("", R"("gravity": [1, 2, 3])")).gravity, (Vec3{1, 5, 3}));
  EXPECT_EQ(std::get<BoxMeshDescription>(read({"bodies[0].mesh.box.cells[2]=9"}).bodies[0].mesh).cells[2], 9);
}

TEST(SceneOverrides, apply_in_their_order) { EXPECT_EQ(read({"steps=1", "steps=2"}).steps, 2); }

TEST(SceneOverrides, take_as_text_what_is_no_json) {
  EXPECT_EQ(read({"title=a = b"}).title, "a = b");
  EXPECT_EQ(read({"title=\"quoted\""}).title, "quoted");
}

TEST(SceneOverrides, supply_what_the_file_lacks) {
  EXPECT_EQ(read({"sinew=1"}, R"({"bodies": [{"name": "a", "material": "fat", "mesh": {"model": "bar"}}]})")
                .bodies[0]
                .name,
            "a");
}

TEST(SceneOverrides, hide_nothing_that_is_wrong_in_the_file) {
  EXPECT_THAT(complaint_about(small_scene(R"("damping": 5)"), {"bodies[0].damping.mass=1"}),
              HasSubstr("bodies[0].damping is 5, which has no keys"));
  EXPECT_THAT(complaint_about("[]", {"steps=1"}), HasSubstr("the scene is a list of 0 values"));
}

TEST(SceneOverrides, a_bad_one_is_refused_by_itself) {
  const struct {
    const char *override, *message;
  } kCases[] = {
      {"steps", "--set steps: it is not of the form path=value"},
      {"=3", "it is not of the form path=value"},
      {".=3", "the path ends in a dot"},
      {"steps.=3", "the path ends in a dot"},
      {"stpes=3", "there is no stpes; did you mean 'steps'?"},
      {"bodies[0].materal.young=3", "there is no bodies[0].materal; did you mean 'material'?"},
      {"bodies[0].material.yung=3", "there is no bodies[0].material.yung; did you mean 'young'?"},
      {"bodies[1].tets=3", "there is no bodies[1]: it is a list of 1 value"},
      {"bodies[x].tets=3", "'[x]' is not of the form [number]"},
      {"bodies[0.tets=3", "'[0' is not of the form [number]"},
      {"bodies[-1].tets=3", "'[-1]' is not of the form [number]"},
      {"bodies.bat.tets=3", "nothing in bodies has the name 'bat'; did you mean 'bar'?"},
      {"gravity[0]=1", "there is no gravity[0]: it is not given"},
      {"title.x=1", "there is no title.x"},
      {"title[0]=1", "there is no title[0]"},
      {"steps=-3", "--set steps=-3: steps: -3 is not a whole number of at least 0"},
      {"steps=many", "--set steps=many: steps: \"many\" is not a whole number of at least 0"},
      {"steps=", "steps: \"\" is not a whole number"},
      {"step=1e999", "\"1e999\" is not a number above 0, in s"},
      {"step=nan", "\"nan\" is not a number above 0, in s"},
      {"bodies[0].strain=grene",
       "\"grene\" is not \"cauchy\", \"corotated\" or \"green\"; did you mean 'green'?"},
      {R"(bodies[0].damping={"mass": 1, "mass": 2})", "mass: the key stands here for the second time"},
      {"sinew=2", "the scene has version 2, this sinew reads 1"},
      {"bodies=[]", "a list of 0 values is not a list that is not empty, each a body"},
  };
  for (const auto& [text, message] : kCases) {
    const std::string complaint = complaint_about(small_scene(), {text});
    EXPECT_THAT(complaint, HasSubstr(message));
    EXPECT_THAT(complaint, HasSubstr("--set "));
  }
}

}  // namespace
}  // namespace sinew
