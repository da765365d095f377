#include "sinew/playback/frame_source.h"

#include <gmock/gmock.h>

#include <cmath>

#include "base/file.h"
#include "base/scratch_folder.h"
#include "mesh/pvd_series.h"
#include "mesh/surface_columns.h"
#include "sinew/embed/embedding.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/record/recorder.h"
#include "sinew/scene/load_world.h"
#include "sinew/scene/scene_description.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

// A ball that is seen finer than its elements, and a sheet; both fall and deform, being held at one side.
constexpr const char* kScene = R"({"sinew": 1, "step": 0.02, "steps": 6, "record": {"every": 2}, "bodies": [
    {"name": "ball", "mesh": {"model": "sphere", "triangles": 600}, "tets": 200, "material": {"young": 3e3},
     "hold": [{"region": {"half_space": {"point": [-0.06, 0, 0], "normal": [-1, 0, 0]}}}]},
    {"name": "sheet", "mesh": {"rectangle": {"size": [1, 1], "cells": [4, 4]}}, "material": "rubber",
     "sheet": {"thickness": 0.01},
     "hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [-1, 0, 0]}}}]}]})";

LoadedWorld loaded_scene() { return load_world(scene_from_text(kScene), "scene.json"); }

double largest_distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    largest = std::max(largest, distance(a[i], b[i]));
  return largest;
}

class RecordedRunTest : public ScratchFolderTest {
 protected:
  void record(const std::vector<std::string>& formats, std::int64_t steps = 6) const {
    LoadedWorld loaded = loaded_scene();
    loaded.run.folder = folder_;
    loaded.run.formats = formats;
    loaded.run.steps = steps;
    run(loaded.world, loaded.run);
  }
  void expect_error(const std::string& message) const {
    EXPECT_THAT(error_of([&] {
                  RecordedRun run(folder_);
                  for (const std::int64_t step : run.steps()) run.read(step);
                }),
                HasSubstr(message));
  }
  static void expect_same_nodes(const BodyFrame& played, const BodyFrame& live) {
    EXPECT_EQ(played.body, live.body);
    EXPECT_EQ(played.positions, live.positions);
    EXPECT_EQ(played.velocities, live.velocities);
    EXPECT_EQ(played.stress, live.stress);
    EXPECT_EQ(played.topology.elements->tetrahedra, live.topology.elements->tetrahedra);
    EXPECT_EQ(played.topology.elements->triangles, live.topology.elements->triangles);
    EXPECT_LT(
        largest_distance(played.topology.elements->rest_positions, live.topology.elements->rest_positions),
        1e-12);
  }
};

TEST_F(RecordedRunTest, what_was_recorded_is_what_the_world_had) {
  record({"vtu", "ply"});
  RecordedRun played(folder_);
  EXPECT_THAT(played.steps(), ElementsAre(0, 2, 4, 6));
  LoadedWorld live = loaded_scene();
  live.world.publish({.stress = true});
  for (const std::int64_t step : played.steps()) {
    while (live.world.step_count() < step) live.world.step(live.run.dt, {.stress = true});
    const Frame &a = played.read(step), &b = live.world.frame();
    EXPECT_EQ(a.step, b.step);
    EXPECT_EQ(a.time, b.time);
    ASSERT_EQ(a.bodies.size(), 2U);
    for (int i = 0; i < 2; ++i) {
      expect_same_nodes(a.bodies[i], b.bodies[i]);
      EXPECT_EQ(a.bodies[i].topology.surface->mesh.triangles, b.bodies[i].topology.surface->mesh.triangles);
      EXPECT_LT(largest_distance(surface_positions(a.bodies[i]), surface_positions(b.bodies[i])), 1e-6);
    }
  }
}

TEST_F(RecordedRunTest, without_its_surface_a_body_is_seen_by_its_boundary) {
  record({"vtu"});
  RecordedRun played(folder_);
  LoadedWorld live = loaded_scene();
  while (live.world.step_count() < 6) live.world.step(live.run.dt);
  const BodyFrame& ball = played.read(6).bodies[0];
  EXPECT_EQ(most_nodes_per_point(*ball.topology.embedding), 1);
  SurfaceMesh boundary = boundary_surface({ball.positions, ball.topology.elements->tetrahedra, {}, {}, {}});
  drop_unused_vertices(boundary);
  EXPECT_EQ(ball.topology.surface->mesh.triangles, boundary.triangles);
  EXPECT_EQ(surface_positions(ball), boundary.positions);
  EXPECT_EQ(surface_positions(played.read(6).bodies[1]), live.world.frame().bodies[1].positions);
}

TEST_F(RecordedRunTest, surfaces_alone_are_bodies_of_their_own_vertices) {
  for (const char* format : {"ply", "obj"}) {
    record({format, "csv"});
    RecordedRun played(folder_);
    LoadedWorld live = loaded_scene();
    while (live.world.step_count() < 4) live.world.step(live.run.dt);
    const Frame& frame = played.read(4);
    EXPECT_NEAR(frame.time, 0.08, 1e-15);
    const BodyFrame& ball = frame.bodies[0];
    EXPECT_EQ(ball.positions, surface_positions(live.world.frame().bodies[0]));
    EXPECT_EQ(surface_positions(ball), ball.positions);
    EXPECT_EQ(most_nodes_per_point(*ball.topology.embedding), 1);
    EXPECT_EQ(ball.topology.elements->element_count(), 0);
    EXPECT_TRUE(ball.stress.empty());
    EXPECT_LT(largest_distance(ball.topology.elements->rest_positions,
                               live.world.frame().bodies[0].topology.surface->mesh.positions),
              1e-6);
    for (const auto& entry : fs::directory_iterator(folder_)) fs::remove(entry.path());
  }
}

TEST_F(RecordedRunTest, frames_are_the_same_in_any_order_and_share_their_topology) {
  record({"vtu", "ply"});
  RecordedRun forward(folder_), backward(folder_);
  const auto topology = forward.read(0).bodies[0].topology;
  const std::vector<Vec3> last = surface_positions(forward.read(6).bodies[0]);
  EXPECT_EQ(forward.read(6).bodies[0].topology, topology);
  EXPECT_EQ(surface_positions(backward.read(6).bodies[0]), last);
  EXPECT_EQ(surface_positions(backward.read(2).bodies[0]), surface_positions(forward.read(2).bodies[0]));
}

TEST_F(RecordedRunTest, a_surface_recorded_from_a_deformed_frame_on_follows_too) {
  record({"vtu", "ply"});
  const std::vector<Vec3> surface = surface_positions(RecordedRun(folder_).read(6).bodies[0]);
  for (const char* body : {"ball", "sheet"}) {
    PvdSeries series(folder_ / (std::string(body) + ".pvd"));
    for (const int step : {4, 6}) series.add(0.02 * step, folder_ / frame_file_name(body, step, ".vtu"));
  }
  RecordedRun late(folder_);
  EXPECT_THAT(late.steps(), ElementsAre(4, 6));
  const BodyFrame& ball = late.read(6).bodies[0];
  EXPECT_LT(largest_distance(surface_positions(ball), surface), 1e-5);
  EXPECT_LT(largest_distance(ball.topology.surface->mesh.positions,
                             loaded_scene().world.frame().bodies[0].topology.surface->mesh.positions),
            1e-5);
}

TEST_F(RecordedRunTest, frames_of_an_earlier_and_longer_run_are_passed_over) {
  record({"vtu"}, 6);
  record({"vtu"}, 2);
  EXPECT_THAT(RecordedRun(folder_).steps(), ElementsAre(0, 2));
}

TEST_F(RecordedRunTest, a_frame_of_some_bodies_only_is_passed_over) {
  record({"vtu"});
  PvdSeries series(folder_ / "sheet.pvd");
  series.resume(0.05);
  EXPECT_THAT(RecordedRun(folder_).steps(), ElementsAre(0, 2));
}

TEST_F(RecordedRunTest, another_mesh_is_another_topology) {
  PvdSeries series(folder_ / "box.pvd");
  for (const int step : {0, 1, 2}) {
    VolumeMesh box = box_mesh({1, 1, 1}, {step == 0 ? 1 : 2, 1, 1});
    box.node_fields.push_back({"displacement", 3, std::vector<double>(3 * box.positions.size())});
    const fs::path file = folder_ / frame_file_name("box", step, ".vtu");
    write_volume(file, box);
    series.add(step, file);
  }
  RecordedRun played(folder_);
  const auto first = played.read(0).bodies[0].topology, second = played.read(1).bodies[0].topology;
  EXPECT_NE(first, second);
  EXPECT_EQ(second.elements->tetrahedra.size(), 12U);
  EXPECT_EQ(second.surface->mesh.triangle_count(), 20);
  EXPECT_EQ(played.read(2).bodies[0].topology, second);
  EXPECT_THAT(played.read(2).bodies[0].velocities, testing::Each(Vec3{}));
  EXPECT_TRUE(played.read(2).bodies[0].stress.empty());
}

// Three bodies, not in the order of the alphabet, with all that a picture needs in the copy of the scene.
TEST_F(RecordedRunTest, bodies_colours_camera_and_tools_are_those_of_the_scene) {
  const std::string box = R"("mesh": {"box": {"size": [1, 0.2, 0.2], "cells": [5, 1, 1]}},
      "hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [-1, 0, 0]}}}])";
  const std::string text = fmt::format(
      R"({{"sinew": 1, "step": 0.02, "steps": 2, "up": "z", "unit": "cm", "bodies": [
      {{"name": "z", {0}, "material": "rubber", "colour": [0, 0.5, 1]}}, {{"name": "a/b", {0}, "material": "rubber"}},
      {{"name": "a_b", "type": "octree", {0}, "material": "rubber", "colour": [1, 0, 0]}}],
      "cuts": [{{"blade": {{"tool": [[0, 0, -9], [0, 0, 9]], "keyframes": [
        {{"time": 0, "position": [11, 11, 0]}}, {{"time": 0.2, "position": [11, 4, 0]}}]}}}}],
      "view": {{"azimuth": 77, "show": ["stress"], "target": [1, 2, 3]}}}})",
      box);
  LoadedWorld loaded = load_world(scene_from_text(text), "scene.json");
  LoadedWorld live = load_world(scene_from_text(text), "scene.json");
  for (const std::vector<std::string>& formats :
       {std::vector<std::string>{"vtu", "ply"}, std::vector<std::string>{"ply"}}) {
    SCOPED_TRACE(formats.size());
    loaded.run.folder = folder_ / formats.back() / formats.front();
    loaded.run.formats = formats;
    run(loaded.world, loaded.run);
    loaded.world.restore(live.world.state());
    // A body that another scene has left here.
    RunOptions other = loaded_scene().run;
    other.folder = loaded.run.folder, other.formats = formats, other.steps = 2, other.scene.clear();
    LoadedWorld stranger = loaded_scene();
    run(stranger.world, other);

    RecordedRun played(loaded.run.folder);
    EXPECT_EQ(played.look().view, live.view);
    EXPECT_EQ(played.look().up, live.up);
    EXPECT_EQ(played.look().colours, live.colours);
    const Frame& frame = played.read(2);
    std::vector<std::string> names;
    for (const BodyFrame& body : frame.bodies) names.push_back(body.body);
    EXPECT_THAT(names, ElementsAre("z", "a/b", "a_b"));
    EXPECT_NEAR(frame.time, 0.04, 1e-15);
    ASSERT_EQ(frame.tools.size(), 1U);
    LoadedWorld world = load_world(scene_from_text(text), "scene.json");
    for (int step = 0; step < 2; ++step) world.world.step(world.run.dt);
    EXPECT_EQ(frame.tools[0].position, world.world.frame().tools.at(0).position);
    EXPECT_EQ(frame.tools[0].shape->positions, world.world.frame().tools[0].shape->positions);
  }
}

TEST_F(RecordedRunTest, a_damaged_copy_of_the_scene_is_passed_over) {
  record({"ply"});
  ASSERT_TRUE(fs::exists(folder_ / kSceneCopy));
  write_file(folder_ / kSceneCopy, "{");
  EXPECT_EQ(RecordedRun(folder_).read(2).bodies.size(), 2U);
  fs::remove(folder_ / kSceneCopy);
  EXPECT_EQ(RecordedRun(folder_).look().view, ViewDescription{});
}

TEST_F(RecordedRunTest, a_surface_of_another_frame_is_named) {
  record({"vtu", "ply"});
  const MeshFile sheet = read_surface_with_columns(folder_ / "sheet_00000000.ply").file;
  std::vector<SurfaceColumn> columns;
  for (const Field& field : sheet.vertex_fields)
    columns.push_back({field.name, SurfaceColumn::Type::kFloat, field.values});
  columns.back().values[3] = 1e6;
  write_surface(folder_ / "sheet_00000000.ply", sheet.surface, columns);
  expect_error("sheet_00000000.vtu: its surface is of another frame: there is no element 1000000");
  fs::copy_file(folder_ / "sheet_00000006.ply", folder_ / "sheet_00000000.ply",
                fs::copy_options::overwrite_existing);
  expect_error("sheet_00000000.vtu: its surface is of another frame: vertex");
}

// As files of an earlier version are, and those of other programs.
TEST_F(RecordedRunTest, surfaces_that_do_not_say_what_moves_them_follow_the_elements_they_lie_in) {
  record({"vtu", "ply"});
  const std::vector<Vec3> told = surface_positions(RecordedRun(folder_).read(6).bodies[0]);
  for (const int step : {0, 2, 4, 6})
    for (const char* body : {"ball", "sheet"}) {
      const fs::path file = folder_ / frame_file_name(body, step, ".ply");
      write_surface(file, read_mesh(file).surface);
    }
  EXPECT_LT(largest_distance(surface_positions(RecordedRun(folder_).read(6).bodies[0]), told), 1e-6);
}

TEST_F(RecordedRunTest, a_step_that_was_not_recorded_is_refused) {
  record({"ply"});
  RecordedRun played(folder_);
  EXPECT_THAT(error_of([&] { played.read(3); }),
              HasSubstr("step 3 was not recorded\n  there are 4 steps, from 0 to 6"));
}

TEST_F(RecordedRunTest, where_nothing_can_be_played_the_message_says_how_to_record) {
  expect_error(
      "there is no recorded frame here\n  record it with 'sinew run SCENE --out FOLDER --format vtu,ply'");
  record({"csv"});
  expect_error("there is no recorded frame here");
  write_file(folder_ / "teapot.ply", "not a frame");
  expect_error("there is no recorded frame here");
  EXPECT_THAT(error_of([&] { RecordedRun(folder_ / "no"); }), HasSubstr("no such folder"));
  EXPECT_THAT(error_of([&] { RecordedRun(folder_ / "run.csv"); }), HasSubstr("is a file, not the folder"));
}

TEST_F(RecordedRunTest, files_that_are_missing_or_damaged_are_named) {
  record({"vtu", "ply"});
  const fs::path frame = folder_ / "ball_00000004.vtu";
  const std::string bytes = read_file(frame);
  write_file(frame, bytes.substr(0, bytes.size() / 2));
  expect_error("ball_00000004.vtu");
  fs::remove(frame);
  expect_error("ball_00000004.vtu: a recorded frame cannot be played: no such file\n  record it with");
  write_file(frame, bytes);
  write_file(folder_ / "ball_00000000.ply", "ply\nformat ascii 1.0\n");
  expect_error("ball_00000000.ply");
  write_volume(folder_ / "ball_00000000.vtu", box_mesh({1, 1, 1}, {1, 1, 1}));
  expect_error("ball_00000000.vtu: the frame has no displacement");
  const std::string series = read_file(folder_ / "ball.pvd");
  write_file(folder_ / "ball.pvd", series.substr(0, series.size() / 2));
  expect_error("ball.pvd");
  write_file(folder_ / "ball.pvd", "<VTKFile><DataSet timestep=\"0\" file=\"ball.vtu\"/></VTKFile>");
  expect_error("the name of the frame 'ball.vtu' does not end in a step");
  write_file(folder_ / "ball.pvd", "<VTKFile></VTKFile>");
  expect_error("no recorded step in common");
}

TEST(FrameFileName, a_name_tells_its_stem_and_step) {
  for (const char* stem : {"bar", "a_b", "_._x", "x_00000001"})
    for (const std::int64_t step : {0L, 12L, 123456789012L}) {
      const auto file = frame_file_of(frame_file_name(stem, step, ".vtu"));
      ASSERT_TRUE(file);
      EXPECT_EQ(file->stem, stem);
      EXPECT_EQ(file->step, step);
    }
  for (const char* name : {"bar.vtu", "bar_12.vtu", "_00000012.vtu", "bar_0000001x.vtu", "bar_00000012", ""})
    EXPECT_FALSE(frame_file_of(name)) << name;
}

TEST_F(RecordedRunTest, a_level_that_no_cell_has_is_refused) {
  VolumeMesh cell;
  for (int i = 0; i < 8; ++i)
    cell.positions.push_back({double((i ^ i >> 1) & 1), double(i >> 1 & 1), double(i >> 2)});
  cell.hexahedra = {{0, 1, 2, 3, 4, 5, 6, 7}};
  cell.node_fields = {{"displacement", 3, std::vector<double>(24)}};
  const fs::path file = folder_ / frame_file_name("cube", 0, ".vtu");
  for (const double level : {-1.0, 256.0, 1e300, std::nan("")}) {
    cell.element_fields = {{"level", 1, {level}}};
    write_volume(file, cell);
    PvdSeries(folder_ / "cube.pvd").add(0, file);
    expect_error("the level of a cell is not between 0 and 255");
  }
}

}  // namespace
}  // namespace sinew
