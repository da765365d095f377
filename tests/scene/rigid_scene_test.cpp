#include <gmock/gmock.h>

#include "base/error_of.h"
#include "base/scratch_folder.h"
#include "scene/scene_texts.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/playback/frame_source.h"
#include "sinew/record/run.h"
#include "sinew/rigid/rigid_body.h"
#include "sinew/scene/load_world.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

using testing::HasSubstr;

std::string rigid_scene(const std::string& of_body = R"("density": 500)", const std::string& of_scene = "") {
  return R"({"sinew": 1, "step": 0.01, "steps": 4,
 "bodies": [
  {"name": "brick", "type": "rigid", "mesh": {"box": {"size": [0.2, 0.1, 0.1], "cells": [2, 1, 1]}})" +
         (of_body.empty() ? "" : ",\n   " + of_body) + "}\n ]" + (of_scene.empty() ? "" : ",\n " + of_scene) +
         "}\n";
}

LoadedWorld loaded(const std::string& text) {
  return load_world(scene_from_text(text, {}, "s.json"), "s.json");
}

const RigidBody& brick(const LoadedWorld& loaded) {
  return dynamic_cast<const RigidBody&>(loaded.world.body("brick"));
}

TEST(RigidScene, a_body_has_the_mass_place_velocity_and_spin_that_the_scene_says) {
  const LoadedWorld scene = loaded(rigid_scene(
      R"("density": 500, "velocity": [1, 2, 3], "spin": [0, 4, 0], "place": {"scale": 2, "move": [0, 1, 0]})"));
  const RigidBody& body = brick(scene);
  EXPECT_NEAR(body.measure().mass, 500 * 0.4 * 0.2 * 0.2, 1e-12);
  EXPECT_NEAR(norm(body.centre() - Vec3{0.2, 1.1, 0.1}), 0, 1e-15);
  EXPECT_EQ(body.velocity(), (Vec3{1, 2, 3}));
  EXPECT_NEAR(norm(body.angular_velocity() - Vec3{0, 4, 0}), 0, 1e-14);
  // A brick of 2 x 1 x 1 cells has 12 vertices.
  EXPECT_EQ(scene.world.frame().bodies[0].positions.size(), 12U);
}

TEST(RigidScene, bodies_with_the_same_mesh_share_it) {
  const LoadedWorld scene = loaded(R"({"sinew": 1, "bodies": [
    {"name": "a", "type": "rigid", "density": 100, "mesh": {"model": "sphere", "triangles": 500}},
    {"name": "b", "type": "rigid", "density": 900, "mesh": {"model": "sphere", "triangles": 500},
     "place": {"turn": {"axis": [1, 0, 0], "degrees": 40}, "move": [0, 1, 0]}}]})");
  const auto& bodies = scene.world.frame().bodies;
  EXPECT_EQ(bodies[0].topology, bodies[1].topology);
}

TEST(RigidScene, gravity_and_forces_of_the_scene_act_on_it) {
  LoadedWorld scene = loaded(rigid_scene(
      R"("density": 500, "forces": [{"type": "point", "at": [0.2, 0.05, 0.05], "force": [5, 0, 0]}])"));
  scene.world.step(0.01);
  EXPECT_NEAR(brick(scene).velocity().y, -0.0981, 1e-12);
  EXPECT_NEAR(brick(scene).velocity().x, 0.05, 1e-12);
}

TEST(RigidScene, keys_that_do_not_go_with_it_are_refused_with_what_to_do_instead) {
  const auto complaint = [](const std::string& keys) { return complaint_about(rigid_scene(keys)); };
  EXPECT_THAT(complaint(""), HasSubstr("\"density\" is missing"));
  EXPECT_THAT(complaint(R"("density": 0)"), HasSubstr("a number above 0"));
  EXPECT_THAT(complaint(R"("density": "heavy")"), HasSubstr("density"));
  EXPECT_THAT(complaint(R"("density": 1, "spin": 3)"), HasSubstr("bodies[0].spin"));
  EXPECT_THAT(complaint(R"("density": 1, "hold": [{"region": "all"}])"),
              HasSubstr("what does not move freely is an obstacle"));
  EXPECT_THAT(complaint(R"("density": 1, "material": "rubber")"), HasSubstr("has a \"density\" alone"));
  for (const char* key : {R"("solver": {"cycles": 2})", R"("strain": "green")", R"("tets": 50)",
                          R"("cells": 8)", R"("damping": {"mass": 1})", R"("integrator": "static")"})
    EXPECT_THAT(complaint(std::string(R"("density": 1, )") + key),
                HasSubstr("does not go with a body of type \"rigid\""));
  EXPECT_THAT(complaint_about(small_scene(R"("density": 1)")),
              HasSubstr("does not go with a body of type \"tet\""));
  EXPECT_THAT(complaint_about(R"({"sinew": 1, "bodies": [{"name": "b", "type": "rigid", "density": 1,
                                "mesh": {"rectangle": {"size": [1, 1], "cells": [2, 2]}}}]})"),
              HasSubstr("a rectangle has no inside"));
}

TEST(RigidScene, a_rigid_body_cannot_be_cut) {
  EXPECT_THAT(error_of([] {
                loaded(rigid_scene(R"("density": 1)",
                                   R"("cuts": [{"body": "brick", "blade": {"plane": {"point": [0, 0, 0],
                                      "normal": [1, 0, 0]}}}])"));
              }),
              HasSubstr("there is no body that can be cut"));
}

class RigidFiles : public ScratchFolderTest {
 protected:
  LoadedWorld loaded_from(const SurfaceMesh& mesh, const std::string& of_scene = "") {
    write_surface(folder_ / "mesh.ply", mesh);
    const std::string text =
        R"({"sinew": 1, "step": 0.01, "steps": 4, "bodies": [{"name": "brick", "type": "rigid",
      "mesh": {"file": "mesh.ply"}, "density": 1000}])" +
        of_scene + "}";
    return load_world(scene_from_text(text, {}, "s.json", folder_), "s.json");
  }
};

TEST_F(RigidFiles, an_open_surface_is_refused_at_its_place) {
  SurfaceMesh mesh = make_model("sphere", 500, {});
  mesh.triangles.resize(mesh.triangles.size() - 5);
  const std::string message = error_of([&] { loaded_from(mesh); });
  EXPECT_THAT(message, HasSubstr("s.json: bodies[0].mesh: the surface is open"));
  EXPECT_THAT(message, HasSubstr("sinew mesh"));
}

TEST_F(RigidFiles, a_surface_that_is_inside_out_is_turned) {
  SurfaceMesh mesh = make_model("sphere", 500, {});
  const double volume = signed_volume(mesh);
  for (Triangle& t : mesh.triangles) std::swap(t[0], t[1]);
  EXPECT_NEAR(brick(loaded_from(mesh)).measure().volume / volume, 1, 1e-5);
}

TEST_F(RigidFiles, a_run_is_recorded_and_played_back) {
  LoadedWorld scene = loaded_from(make_model("sphere", 500, {}), R"(, "ground": true)");
  scene.run.folder = folder_ / "out";
  scene.run.formats = {"vtu", "ply", "obj", "csv"};
  run(scene.world, scene.run);
  RecordedRun played(folder_ / "out");
  const BodyFrame &seen = played.read(4).bodies[0], &then = scene.world.frame().bodies[0];
  EXPECT_EQ(seen.positions.size(), then.positions.size());
  EXPECT_EQ(seen.topology.surface->mesh.triangles, then.topology.surface->mesh.triangles);
  for (std::size_t v = 0; v < then.positions.size(); ++v)
    EXPECT_NEAR(norm(seen.positions[v] - then.positions[v]), 0, 1e-6);
}

}  // namespace
}  // namespace sinew
