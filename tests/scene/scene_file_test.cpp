#include "sinew/scene/scene_description.h"

#include <unistd.h>

#include <fstream>
#include <numbers>

#include "base/file.h"
#include "scene/scene_texts.h"

namespace sinew {
namespace {

using testing::HasSubstr;

SceneDescription read(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return scene_from_text(text, overrides, "s.json");
}
const TetBodyDescription& tet_of(const BodyDescription& body) {
  return std::get<TetBodyDescription>(body.kind);
}
BodyDescription body_of(const std::string& of_body) { return read(small_scene(of_body)).bodies.at(0); }

TEST(SceneFile, what_is_left_out_has_the_defaults_of_the_description) {
  const SceneDescription scene = read(small_scene()), defaults;
  ASSERT_EQ(scene.bodies.size(), 1u);
  const BodyDescription &body = scene.bodies[0], expected;
  EXPECT_EQ(scene.gravity, defaults.gravity);
  EXPECT_EQ(scene.step, defaults.step);
  EXPECT_EQ(scene.steps, defaults.steps);
  EXPECT_EQ(scene.record, defaults.record);
  EXPECT_EQ(body.mesh, MeshDescription(BoxMeshDescription{{1, 0.2, 0.2}, {10, 2, 2}}));
  EXPECT_EQ(body.material.material, named_material("rubber"));
  EXPECT_EQ(body.type(), "tet");
  EXPECT_EQ(tet_of(body).tets, tet_of(expected).tets);
  EXPECT_EQ(body.place, expected.place);
  EXPECT_EQ(body.params.strain, Strain::kCorotated);
  EXPECT_FALSE(body.params.integrator);
  EXPECT_FALSE(tet_of(body).sheet);
}

TEST(SceneFile, comments_of_both_kinds_are_allowed_anywhere) {
  const std::string text = small_scene("/* c */ \"tets\": 50 // d\n");
  EXPECT_EQ(tet_of(read("// first\n/* a\n b */" + text + "// last").bodies[0]).tets, 50);
}

TEST(SceneFile, a_byte_order_mark_is_allowed) {
  EXPECT_EQ(read("\xEF\xBB\xBF" + small_scene()).bodies[0].name, "bar");
}

TEST(SceneFile, lengths_are_in_the_unit_of_the_scene_and_all_else_in_si) {
  const SceneDescription scene = read(R"({"bodies": [
    {"name": "a", "velocity": [1, 0, 0], "mesh": {"box": {"size": [100, 20, 20], "cells": [1, 1, 1]}},
     "material": {"young": 1e5}, "place": {"move": [0, 50, 0]},
     "hold": [{"region": {"sphere": {"centre": [10, 0, 0], "radius": 5}}}],
     "forces": [{"type": "point", "at": [100, 0, 0], "force": [0, -3, 0]}]}],
    "record": {"probes": [{"name": "p", "at": [100, 0, 0]}]},
    "unit": "mm", "sinew": 1})");
  const BodyDescription& body = scene.bodies[0];
  EXPECT_DOUBLE_EQ(std::get<BoxMeshDescription>(body.mesh).size.x, 0.1);
  EXPECT_DOUBLE_EQ(body.place.move.y, 0.05);
  EXPECT_DOUBLE_EQ(std::get<SphereRegionDescription>(body.hold[0].region.shape).radius, 0.005);
  EXPECT_DOUBLE_EQ(std::get<PointForce>(body.forces[0]).at.x, 0.1);
  EXPECT_DOUBLE_EQ(std::get<PointForce>(body.forces[0]).force.y, -3);
  EXPECT_DOUBLE_EQ(scene.record.probes[0].at.x, 0.1);
  EXPECT_DOUBLE_EQ(body.velocity.x, 1);
  EXPECT_DOUBLE_EQ(body.material.material.young, 1e5);
  EXPECT_DOUBLE_EQ(scene.gravity.y, -9.81);
}

TEST(SceneFile, an_inch_is_25_4_millimetres) {
  const std::string place = R"("place": {"move": [1, 0, 0]})";
  EXPECT_DOUBLE_EQ(read(small_scene(place, R"("unit": "in")")).bodies[0].place.move.x, 0.0254);
}

TEST(SceneFile, gravity_pulls_against_the_up_axis_unless_it_is_given) {
  EXPECT_EQ(read(small_scene("", R"("up": "z")")).gravity, (Vec3{0, 0, -9.81}));
  EXPECT_EQ(read(small_scene("", R"("gravity": [1, 2, 3], "up": "z")")).gravity, (Vec3{1, 2, 3}));
  EXPECT_EQ(read(small_scene("", R"("gravity": false)")).gravity, Vec3{});
}

TEST(SceneFile, strain_integrator_and_solver_are_those_of_the_body) {
  const ElasticParams params = body_of(R"("strain": "green", "integrator": "static", "mass": "lumped",
      "damping": {"mass": 0.5}, "solver": {"method": "cg", "sweeps_after": 3, "newton_iterations": 4})")
                                   .params;
  EXPECT_EQ(params.strain, Strain::kGreen);
  EXPECT_EQ(params.integrator, Integrator::kStatic);
  EXPECT_TRUE(params.lumped_mass);
  EXPECT_EQ(params.damping.mass, 0.5);
  EXPECT_EQ(params.solver.method, SolverMethod::kCg);
  EXPECT_EQ(params.solver.sweeps_after, 3);
  EXPECT_EQ(params.newton_iterations, 4);
}

TEST(SceneFile, motion_is_read_in_radians) {
  const Motion motion = body_of(R"("hold": [{"region": "all", "motion": {"velocity": [1, 0, 0], "from": 2,
      "turn": {"axis": [0, 0, 2], "degrees_per_second": 180}, "swing": {"amplitude": [0, 1, 0], "frequency": 3}}}])")
                            .hold.at(0)
                            .motion;
  EXPECT_DOUBLE_EQ(motion.turning, std::numbers::pi);
  EXPECT_EQ(motion.axis, (Vec3{0, 0, 1}));
  EXPECT_EQ(motion.velocity, (Vec3{1, 0, 0}));
  EXPECT_EQ(motion.swing, (Vec3{0, 1, 0}));
  EXPECT_EQ(motion.swing_frequency, 3);
  EXPECT_EQ(motion.during.from, 2);
}

TEST(SceneFile, parameters_beside_the_name_of_a_material_replace_its_own) {
  const SceneDescription scene = read(small_scene(), {R"(bodies[0].material={"young": 7, "name": "steel"})"});
  EXPECT_EQ(scene.bodies[0].material.material, (Material{7, 0.3, 7850}));
}

TEST(SceneFile, a_probe_belongs_to_the_first_body_unless_it_says_otherwise) {
  const auto scene = read(small_scene("", R"("record": {"probes": [{"name": "tip", "at": [1, 0, 0]}]})"));
  EXPECT_EQ(scene.record.probes[0].body, "bar");
}

TEST(SceneFile, directions_are_read_as_unit_vectors) {
  EXPECT_EQ(body_of(R"("place": {"turn": {"axis": [0, 0, 5], "degrees": 90}})").place.turn.axis,
            (Vec3{0, 0, 1}));
}

TEST(SceneFile, regions_hold_regions) {
  const auto body = body_of(R"("hold": [{"region": {"not": {"any": [{"box": [[0, 0, 0], [1, 1, 1]]}, "all",
      {"near": {"surface": {"model": "sphere"}, "distance": 0.1}}]}}}])");
  const auto& inner = std::get<NotRegionDescription>(body.hold.at(0).region.shape).part;
  ASSERT_EQ(inner.size(), 1u);
  const auto& parts = std::get<AnyRegionDescription>(inner[0].shape).parts;
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(std::get<BoxRegionDescription>(parts[0].shape).upper, (Vec3{1, 1, 1}));
  EXPECT_TRUE(std::holds_alternative<EverywhereDescription>(parts[1].shape));
  EXPECT_DOUBLE_EQ(std::get<NearRegionDescription>(parts[2].shape).distance, 0.1);
}

TEST(SceneFile, every_type_of_force_is_read) {
  const auto body = body_of(R"("forces": [
      {"type": "wind", "velocity": [3, 0, 0], "gust": 0.5, "until": 2},
      {"type": "radial", "centre": [0, 0, 0], "strength": -4},
      {"type": "point", "at": [1, 0, 0], "force": [0, 1, 0], "from": 1},
      {"type": "surface", "region": "all", "pressure": 100}])");
  EXPECT_EQ(std::get<Wind>(body.forces.at(0)).during.until, 2);
  EXPECT_EQ(std::get<Radial>(body.forces.at(1)).strength, -4);
  EXPECT_EQ(std::get<PointForce>(body.forces.at(2)).during.from, 1);
  EXPECT_EQ(std::get<SurfaceForceDescription>(body.forces.at(3)).pressure, 100);
}

class SceneFiles : public testing::Test {
 protected:
  SceneFiles() {
    std::filesystem::create_directories(folder_ / "meshes");
    write_file(folder_ / "meshes" / "a.obj", "v 0 0 0\n");
  }
  ~SceneFiles() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& mesh) const {
    write_file(folder_ / "s.json", R"({"sinew": 1, "unit": "mm", "bodies": [
        {"name": "a", "material": "rubber", "mesh": )" +
                                       mesh + "}]}");
    return folder_ / "s.json";
  }

  std::filesystem::path folder_ = testing::TempDir() + "sinew_scene_file_test_" + std::to_string(getpid());
};

TEST_F(SceneFiles, paths_are_relative_to_the_scene) {
  const SceneDescription scene = read_scene(write(R"("meshes/a.obj")"));
  const auto& mesh = std::get<MeshFileDescription>(scene.bodies[0].mesh);
  EXPECT_EQ(mesh.file, folder_ / "meshes/a.obj");
  EXPECT_EQ(mesh.metres_per_unit, 0.001);
}

TEST_F(SceneFiles, a_mesh_may_have_a_unit_of_its_own) {
  const SceneDescription scene = read_scene(write(R"({"unit": "cm", "file": "meshes/a.obj"})"));
  EXPECT_EQ(std::get<MeshFileDescription>(scene.bodies[0].mesh).metres_per_unit, 0.01);
}

TEST_F(SceneFiles, the_text_of_a_scene_is_the_same_scene_with_its_overrides_wherever_it_lies) {
  for (const char* mesh : {R"("meshes/a.obj")", R"({"unit": "cm", "file": "meshes/../meshes/a.obj"})"}) {
    const std::vector<std::string> overrides{"step=0.003", "bodies.a.colour=[0.1, 0.25, 1]",
                                             "view.zoom=1e-3"};
    const SceneDescription scene = read_scene(write(mesh), overrides);
    std::filesystem::create_directories(folder_ / "elsewhere");
    write_file(folder_ / "elsewhere" / "copy.json", scene.text);
    const SceneDescription copy = read_scene(folder_ / "elsewhere" / "copy.json");
    EXPECT_EQ(copy.text, scene.text);
    EXPECT_EQ(copy.checksum, scene.checksum);
    EXPECT_EQ(copy.step, 0.003);
    EXPECT_EQ(copy.bodies[0].colour, (Vec3{0.1, 0.25, 1}));
    EXPECT_EQ(copy.view.zoom, 1e-3);
    EXPECT_TRUE(std::filesystem::equivalent(std::get<MeshFileDescription>(copy.bodies[0].mesh).file,
                                            folder_ / "meshes/a.obj"));
    EXPECT_NE(read_scene(write(mesh)).checksum, scene.checksum);
  }
}

TEST_F(SceneFiles, without_its_files_a_scene_can_be_read_but_not_loaded) {
  const SceneDescription scene = read_scene(write(R"("meshes/a.obj")"), std::vector<std::string>{"up=z"});
  std::filesystem::remove(folder_ / "meshes/a.obj");
  EXPECT_EQ(scene_without_files(scene.text, "copy.json").up, UpAxis::kZ);
  EXPECT_THROW(scene_from_text(scene.text), Error);
  EXPECT_THROW(scene_without_files("{}", "copy.json"), Error);
}

TEST_F(SceneFiles, a_missing_mesh_is_refused_with_the_place_that_asked_for_it) {
  try {
    read_scene(write(R"("b.obj")"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("s.json:2: bodies[0].mesh: there is no file"));
    EXPECT_THAT(error.what(), HasSubstr("relative to the folder of the scene"));
  }
}

TEST_F(SceneFiles, a_missing_or_empty_scene_is_refused) {
  EXPECT_THROW(read_scene(folder_ / "no.json"), Error);
  std::ofstream(folder_ / "empty.json").close();
  EXPECT_THROW(read_scene(folder_ / "empty.json"), Error);
}

TEST(ScenePages, the_schema_in_docs_is_up_to_date) {
  EXPECT_EQ(read_file(SINEW_SOURCE_DIR "/docs/scene.schema.json"), scene_schema())
      << "write it again: sinew scene --schema > docs/scene.schema.json";
}

TEST(ScenePages, the_reference_page_in_docs_is_up_to_date) {
  EXPECT_EQ(read_file(SINEW_SOURCE_DIR "/docs/scene.md"), scene_reference())
      << "write it again: sinew scene --reference > docs/scene.md";
}

TEST(ScenePages, the_example_of_the_page_is_a_scene) {
  const std::string page = scene_reference();
  const std::size_t start = page.find("```\n") + 4;
  EXPECT_EQ(read(page.substr(start, page.find("```", start) - start)).bodies.at(0).name, "bar");
}

}  // namespace
}  // namespace sinew
