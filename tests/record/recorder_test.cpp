#include "sinew/record/recorder.h"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <csignal>

#include "base/file.h"
#include "base/scratch_folder.h"
#include "mesh/surface_columns.h"
#include "record/probe.h"
#include "sinew/world/world.h"
#include "world/spring_body.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr FrameContents kAll{.stress = true, .energies = true};

class RecorderTest : public ScratchFolderTest {
 protected:
  RecorderTest() {
    world_.add(tumbling_body("solid"));
    world_.add(std::make_unique<SpringBody>("sheet", two_triangle_sheet()));
    for (int s = 0; s < 3; ++s) world_.step(0.01, kAll);
  }
  void record(const std::string& format, const std::vector<Probe>& probes = {}) {
    make_recorder(format, folder_, 1, probes)->record(world_.frame());
  }

  World world_;
};

TEST_F(RecorderTest, a_volume_reads_back_with_its_fields) {
  record("vtu");
  const VolumeMesh mesh = read_mesh(folder_ / "solid_00000003.vtu").volume;
  const BodyFrame& frame = world_.frame().bodies[0];
  EXPECT_EQ(mesh.positions, frame.positions);
  EXPECT_EQ(mesh.tetrahedra, frame.topology.elements->tetrahedra);
  ASSERT_EQ(mesh.node_fields.size(), 3u);
  EXPECT_EQ(mesh.node_fields[0].name, "displacement");
  EXPECT_EQ(mesh.node_fields[0].components, 3);
  EXPECT_EQ(mesh.node_fields[0].values[4], frame.positions[1].y);
  EXPECT_EQ(mesh.node_fields[1].name, "velocity");
  EXPECT_EQ(mesh.node_fields[1].values[4], frame.velocities[1].y);
  EXPECT_EQ(mesh.node_fields[2].name, "stress");
  EXPECT_THAT(mesh.node_fields[2].values, ElementsAre(7.5, 7.5, 7.5, 7.5));
  ASSERT_EQ(mesh.element_fields.size(), 1u);
  EXPECT_EQ(mesh.element_fields[0].name, "stress");
  EXPECT_THAT(mesh.element_fields[0].values, ElementsAre(7.5));
}

TEST_F(RecorderTest, the_csv_has_counts_and_sums_of_contact_if_things_collide) {
  Frame frame = world_.frame();
  frame.contact.is_on = true;
  frame.contact.sums = {{"solid", "sheet", {1, 2, 3}}, {"ground", "", {0, -4.5, 0}}};
  frame.contact.contacts = 12, frame.contact.active = 5, frame.contact.held_back = 1,
  frame.contact.exempt = 7;
  make_recorder("csv", folder_, 1, {})->record(frame);
  const std::string text = read_file(folder_ / "run.csv");
  EXPECT_THAT(text,
              HasSubstr(",contact.contacts,contact.active,contact.held_back,contact.blocked,contact.exempt,"
                        "contact.solid.sheet.fx,contact.solid.sheet.fy,contact.solid.sheet.fz,"
                        "contact.ground.fx,contact.ground.fy,contact.ground.fz\n"));
  EXPECT_THAT(text, testing::EndsWith(",12,5,1,0,7,1,2,3,0,-4.5,0\n"));
  record("csv");
  EXPECT_THAT(read_file(folder_ / "run.csv"), testing::Not(HasSubstr("contact")));
}

TEST_F(RecorderTest, a_sheet_is_written_as_triangles_with_its_fields) {
  record("vtu");
  const MeshFile file = read_mesh(folder_ / "sheet_00000003.vtu");
  EXPECT_FALSE(file.is_volume());
  EXPECT_EQ(file.surface.positions, world_.frame().bodies[1].positions);
  EXPECT_EQ(file.surface.triangles, two_triangle_sheet().elements->triangles);
  const std::string bytes = read_file(folder_ / "sheet_00000003.vtu");
  for (const char* name : {"displacement", "velocity", "stress"})
    EXPECT_THAT(bytes, HasSubstr(fmt::format("Name=\"{}\"", name)));
}

TEST_F(RecorderTest, each_body_has_a_series_that_names_its_frames) {
  const auto recorder = make_vtu_recorder(folder_, 1);
  recorder->record(world_.frame());
  world_.step(0.01, kAll);
  recorder->record(world_.frame());
  const std::string series = read_file(folder_ / "sheet.pvd");
  EXPECT_THAT(series, HasSubstr("timestep=\"0.03\" group=\"\" part=\"0\" file=\"sheet_00000003.vtu\""));
  EXPECT_THAT(series, HasSubstr("timestep=\"0.04\" group=\"\" part=\"0\" file=\"sheet_00000004.vtu\""));
}

TEST_F(RecorderTest, surfaces_are_where_the_nodes_moved_them) {
  record("ply"), record("obj");
  for (const char* name : {"solid_00000003.ply", "solid_00000003.obj"}) {
    const SurfaceMesh surface = read_mesh(folder_ / name).surface;
    EXPECT_EQ(surface.positions, world_.frame().bodies[0].positions) << name;
    EXPECT_EQ(surface.triangle_count(), 4) << name;
  }
}

TEST_F(RecorderTest, a_recorded_surface_has_normals_colours_and_what_moves_it) {
  make_recorder("ply", folder_, 1, {}, {std::nullopt, Vec3{0.2, 0.4, 1}})->record(world_.frame());
  const MeshFile sheet = read_surface_with_columns(folder_ / "sheet_00000003.ply").file;
  std::vector<std::string> names;
  for (const Field& field : sheet.vertex_fields) names.push_back(field.name);
  EXPECT_THAT(names, ElementsAre("nx", "ny", "nz", "red", "green", "blue", "dx", "dy", "dz", "element"));
  const BodyFrame& frame = world_.frame().bodies[1];
  for (std::size_t v = 0; v < frame.positions.size(); ++v) {
    const auto at = [&](int column) { return sheet.vertex_fields[column].values[v]; };
    EXPECT_NEAR(std::hypot(at(0), at(1), at(2)), 1, 1e-6);
    EXPECT_THAT(std::vector({at(3), at(4), at(5)}), ElementsAre(51, 102, 255));
    const Vec3 rest = frame.positions[v] - Vec3{at(6), at(7), at(8)};
    EXPECT_LT(distance(rest, frame.topology.surface->mesh.positions[v]), 1e-7);
    EXPECT_THAT(frame.topology.elements->triangles.at(static_cast<std::size_t>(at(9))), testing::Contains(v));
  }
}

TEST_F(RecorderTest, a_line_has_the_energies_of_every_body_and_every_probe) {
  record("csv", {{"tip", "solid", {0, 0, 1}}, {"middle", "sheet", {0.5, 0, 0.5}}});
  const std::string text = read_file(folder_ / "run.csv");
  EXPECT_THAT(text, StartsWith("step,time,solid.kinetic,solid.elastic,solid.external,solid.total,"
                               "sheet.kinetic,sheet.elastic,sheet.external,sheet.total,"
                               "tip.x,tip.y,tip.z,tip.dx,tip.dy,tip.dz,"
                               "middle.x,middle.y,middle.z,middle.dx,middle.dy,middle.dz\n3,0.03,"));
  const Energies& e = world_.frame().bodies[0].energies;
  EXPECT_THAT(text,
              HasSubstr(fmt::format("\n3,0.03,{},{},{},{},", e.kinetic, e.elastic, e.external, e.total())));
  const Vec3& p = world_.frame().bodies[0].positions[3];
  EXPECT_THAT(text, HasSubstr(fmt::format(",{},{},{},{},{},", p.x, p.y, p.z, p.x, p.y)));
}

TEST_F(RecorderTest, reactions_of_holds_come_last_with_names_of_body_and_hold) {
  Frame frame = world_.frame();
  frame.bodies[0].reactions = {{"foot", {1, 2, 3}, {4, 5, 6}, {7, 8, 9}}};
  frame.bodies[1].reactions = {{"hold0", {}, Vec3{std::nan(""), 0, 0}, {}}};
  make_recorder("csv", folder_, 1, {})->record(frame);
  const std::string text = read_file(folder_ / "run.csv");
  EXPECT_THAT(text,
              HasSubstr("sheet.total,solid.foot.x,solid.foot.y,solid.foot.z,solid.foot.fx,solid.foot.fy,"
                        "solid.foot.fz,solid.foot.tx,solid.foot.ty,solid.foot.tz,sheet.hold0.x,"));
  EXPECT_THAT(text, testing::EndsWith(",1,2,3,4,5,6,7,8,9,0,0,0,,0,0,0,0,0\n"));
}

TEST_F(RecorderTest, numbers_that_are_not_finite_leave_their_cells_empty) {
  static_cast<SpringBody&>(world_.body("solid")).velocities()[0] = {1e200, 0, 0};
  world_.publish(kAll);
  record("csv", {{"tip", "solid", {0, 0, 1}}});
  const std::string text = read_file(folder_ / "run.csv");
  const Energies& e = world_.frame().bodies[0].energies;
  ASSERT_FALSE(std::isfinite(e.kinetic));
  EXPECT_THAT(text, HasSubstr(fmt::format("\n3,0.03,,{},{},,", e.elastic, e.external)));
  EXPECT_THAT(text, testing::Not(HasSubstr("inf")));
  const std::string line = text.substr(text.find('\n') + 1);
  EXPECT_EQ(std::count(line.begin(), line.end(), ','), std::count(text.begin(), text.end(), ',') / 2);
}

TEST_F(RecorderTest, a_probe_at_a_node_moves_with_it_and_one_inside_with_the_mean) {
  ProbeTracker tracker(
      {{"node", "solid", {0, 1, 0}}, {"centre", "solid", {.25, .25, .25}}, {"edge", "sheet", {0.5, 0, 0}}});
  const std::vector<Vec3> moved = tracker.displacements(world_.frame());
  const BodyFrame& solid = world_.frame().bodies[0];
  const Vec3 rest{0, 1, 0};
  EXPECT_LT(distance(moved[0], solid.positions[2] - rest), 1e-9);
  Vec3 mean;
  for (Index v = 0; v < 4; ++v)
    mean += 0.25 * (solid.positions[v] - solid.topology.elements->rest_positions[v]);
  EXPECT_LT(distance(moved[1], mean), 1e-9);
  const double fall = world_.frame().bodies[1].positions[0].y;
  EXPECT_LT(distance(moved[2], {0, fall, 0}), 1e-6 * -fall);
}

TEST_F(RecorderTest, probes_that_cannot_be_are_refused_by_name) {
  const auto message = [&](const Probe& probe) { return error_of([&] { record("csv", {probe}); }); };
  EXPECT_THAT(message({"p", "solid", {9, 9, 9}}), HasSubstr("probe 'p': the point (9, 9, 9) m lies outside"));
  EXPECT_THAT(message({"p", "solid", {9, 9, 9}, "s.json:7: record.probes[0].at", {"mm", 0.001}}),
              HasSubstr("s.json:7: record.probes[0].at: the point (9000, 9000, 9000) mm lies outside"));
  EXPECT_THAT(message({"p", "sheet", {0, 9, 0}}), HasSubstr("lies outside of body 'sheet'"));
  EXPECT_THAT(message({"p", "soild", {0, 0, 0}}), HasSubstr("did you mean 'solid'?"));
  EXPECT_THAT(message({"", "solid", {0, 0, 0}}), HasSubstr("has no name"));
  EXPECT_THAT(error_of([&] {
                record("csv", {{"p", "solid", {}}, {"p", "sheet", {}}});
              }),
              HasSubstr("two probes are called 'p'"));
  EXPECT_FALSE(fs::exists(folder_ / "run.csv"));
}

TEST_F(RecorderTest, an_unknown_format_is_refused_with_those_there_are) {
  EXPECT_THAT(error_of([&] { record("vtuu"); }),
              HasSubstr("did you mean 'vtu'?\n  recorded are vtu, ply, obj, csv, checksums"));
  EXPECT_THAT(error_of([&] { make_recorder("vtu", folder_, 0, {}); }), HasSubstr("every 0 steps"));
}

TEST_F(RecorderTest, a_folder_that_is_not_there_is_an_error_in_every_format) {
  for (const char* format : {"vtu", "ply", "obj", "csv", "checksums"})
    EXPECT_THAT(error_of([&] { make_recorder(format, folder_ / "no", 1, {})->record(world_.frame()); }),
                HasSubstr("check that the folder exists"))
        << format;
}

TEST_F(RecorderTest, checksums_tell_bodies_apart_that_differ_by_one_bit) {
  const auto lines_of = [&](const Frame& frame) {
    make_checksum_recorder(folder_, 1)->record(frame);
    return read_file(folder_ / "checksums.csv");
  };
  world_.publish({.stress = true, .energies = true, .forces = true});
  const std::string before = lines_of(world_.frame());
  EXPECT_THAT(before, StartsWith("step,solid,sheet,tools\n3,"));
  EXPECT_EQ(lines_of(world_.frame()), before);
  Frame moved = world_.frame();
  double& x = moved.bodies[1].positions[0].x;
  x = std::nextafter(x, 1e9);
  const std::string after = lines_of(moved);
  const auto field = [](const std::string& text, int number) {
    std::size_t at = text.find('\n');
    for (int k = 0; k < number; ++k) at = text.find(',', at) + 1;
    return text.substr(at, 16);
  };
  EXPECT_EQ(field(after, 1), field(before, 1));
  EXPECT_NE(field(after, 2), field(before, 2));
  EXPECT_EQ(field(after, 3), field(before, 3));
}

TEST_F(RecorderTest, resuming_drops_later_lines_and_one_that_was_not_finished) {
  const auto recorder = make_csv_recorder(folder_, 1, {});
  recorder->record(world_.frame());
  const std::string until_3 = read_file(folder_ / "run.csv");
  write_file(folder_ / "run.csv", until_3 + "4,0.04,1\n5,0.05,1\n6,0.0");
  make_csv_recorder(folder_, 1, {})->resume(world_.frame());
  EXPECT_EQ(read_file(folder_ / "run.csv"), until_3);
  write_file(folder_ / "run.csv", until_3 + "4,0.0");
  make_csv_recorder(folder_, 1, {})->resume(world_.frame());
  EXPECT_EQ(read_file(folder_ / "run.csv"), until_3);
}

// A limit on the size of files is reached in the middle of a line.
using RecorderDeathTest = RecorderTest;
TEST_F(RecorderDeathTest, a_line_that_does_not_fit_on_the_disk_is_an_error_and_leaves_no_half) {
  const auto record_until_full = [&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    const auto recorder = make_csv_recorder(folder_, 1, {});
    const std::string message = error_of([&] {
      for (int s = 0; s < 100; ++s) recorder->record(world_.frame());
    });
    _exit(message.find("File too large") != std::string::npos ? 3 : 4);
  };
  EXPECT_EXIT(record_until_full(), testing::ExitedWithCode(3), "");
  const std::string text = read_file(folder_ / "run.csv");
  EXPECT_GT(text.size(), 500u);
  EXPECT_LT(text.size(), 1000u);
  EXPECT_EQ(text.back(), '\n');
}

TEST_F(RecorderTest, a_csv_of_another_run_is_not_continued) {
  const auto message = [&](const std::string& contents) {
    write_file(folder_ / "run.csv", contents);
    return error_of([&] { make_csv_recorder(folder_, 1, {})->resume(world_.frame()); });
  };
  EXPECT_THAT(message("step,time,other.kinetic\n1,0.01,5\n"), HasSubstr("has other columns"));
  record("csv");
  const std::string good = read_file(folder_ / "run.csv");
  EXPECT_THAT(message(good + "nonsense\n"), HasSubstr("does not begin with a step"));
}

TEST_F(RecorderTest, a_series_that_is_damaged_is_not_continued) {
  write_file(folder_ / "solid.pvd", "<VTKFile><DataSet timestep=\"soon\" file=\"a\"/></VTKFile>");
  EXPECT_THAT(error_of([&] { make_vtu_recorder(folder_, 1)->resume(world_.frame()); }),
              HasSubstr("timestep is not a number"));
}

Frame frame_of(const std::vector<std::string>& names) {
  Frame frame;
  for (const std::string& name : names) frame.bodies.emplace_back().body = name;
  return frame;
}

TEST(FileStems, names_become_files_of_the_folder_and_stay_apart) {
  EXPECT_THAT(file_stems(frame_of({"bar", "a/b", "a b", "../x", "--help", "a\nb"})),
              ElementsAre("bar", "a_b", "a_b_2", "_._x", "_-help", "a_b_3"));
  EXPECT_THAT(file_stems(frame_of({"a/b", "a_b", "a_b_2"})), ElementsAre("a_b_3", "a_b", "a_b_2"));
}

TEST(FileStems, a_name_too_long_for_a_file_is_cut_between_letters) {
  const auto stems = file_stems(frame_of({std::string(500, 'x'), std::string(500, 'x') + "y"}));
  EXPECT_EQ(stems[0].size(), 180u);
  EXPECT_EQ(stems[1], stems[0] + "_2");
  const std::string umlauts =
      file_stems(frame_of({"x" + std::string("äääääääääääääääääääää") + std::string(180, 'y')}))[0];
  EXPECT_EQ(umlauts.size(), 180u);
  std::string wide = "x";
  while (wide.size() < 300) wide += "ä";
  EXPECT_EQ(file_stems(frame_of({wide}))[0], wide.substr(0, 179));
}

TEST_F(RecorderTest, a_body_with_an_impossible_file_name_is_recorded) {
  World world;
  world.add(tumbling_body(std::string(3000, '/')));
  for (const char* format : {"vtu", "ply", "obj", "csv", "checksums"})
    make_recorder(format, folder_, 1, {})->record(world.frame());
  EXPECT_TRUE(fs::exists(folder_ / (std::string(180, '_') + "_00000000.obj")));
}

}  // namespace
}  // namespace sinew
