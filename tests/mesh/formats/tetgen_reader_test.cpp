#include <gmock/gmock.h>
#include <unistd.h>

#include "base/file.h"
#include "mesh/formats/corrupt_files.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/volume_samples.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// Two tetrahedra over five nodes, with two attributes and a marker per node and a region per element.
const std::string kNodes =
    "# nodes\n5 3 2 1\n0 0 0 0 .5 5 1\n1 1 0 0 1.5 6 1\n2 0 1 0 2.5 7 1\n"
    "3 0 0 1 3.5 8 0\n4 1 1 1 4.5 9 -2\n";
const std::string kElements = "2 4 1\n0 0 1 2 3 10\n1 1 2 3 4 20 # the last\n";
const std::string kNodesFrom1 = "3 3\n1 0 0 0\n2 1 0 0\n3 0 1 0\n";

class TetgenReader : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  MeshFile read(const std::string& name) const {
    MeshFile file = read_tetgen(read_file(folder_ / name), folder_ / name);
    require_sound(file, name);
    return file;
  }
  void write(const std::string& nodes, const std::string& elements) const {
    write_file(folder_ / "a.1.node", nodes);
    write_file(folder_ / "a.1.ele", elements);
  }

  fs::path folder_ =
      fs::temp_directory_path() /
      fmt::format("sinew_{}_{}", testing::UnitTest::GetInstance()->current_test_info()->name(), getpid());
};

TEST_F(TetgenReader, either_file_leads_to_the_other) {
  write(kNodes, kElements);
  for (const char* name : {"a.1.node", "a.1.ele"}) {
    const MeshFile file = read(name);
    EXPECT_EQ(file.format, "TetGen");
    EXPECT_EQ(file.volume.tetrahedra, (std::vector<Tetrahedron>{{0, 1, 2, 3}, {1, 2, 3, 4}}));
    EXPECT_EQ(file.volume.positions.at(4), (Vec3{1, 1, 1}));
    EXPECT_NEAR(total_volume(file.volume), 1.0 / 6 + 1.0 / 3, 1e-15);
  }
}

TEST_F(TetgenReader, attributes_markers_and_regions_become_fields) {
  write(kNodes, kElements);
  const VolumeMesh mesh = read("a.1.ele").volume;
  expect_field(mesh.node_fields, "attribute", 1, {.5, 1.5, 2.5, 3.5, 4.5});
  expect_field(mesh.node_fields, "attribute_2", 1, {5, 6, 7, 8, 9});
  expect_field(mesh.node_fields, "boundary_marker", 1, {1, 1, 1, 0, -2});
  expect_field(mesh.element_fields, "region", 1, {10, 20});
}

TEST_F(TetgenReader, nodes_may_count_from_one) {
  write("4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n", "1 4 0\n1 1 2 3 4\n");
  EXPECT_EQ(read("a.1.node").volume.tetrahedra, (std::vector<Tetrahedron>{{0, 1, 2, 3}}));
}

TEST_F(TetgenReader, every_fault_has_its_message) {
  write_file(folder_ / "alone.node", kNodes);
  write_file(folder_ / "lonely.ele", kElements);
  EXPECT_THAT(error_of([&] { read("alone.node"); }), HasSubstr("alone.ele, which is missing"));
  EXPECT_THAT(error_of([&] { read("lonely.ele"); }), HasSubstr("lonely.node, which is missing"));
  const auto message = [&](const std::string& nodes, const std::string& elements) {
    write(nodes, elements);
    return error_of([&] { read("a.1.node"); });
  };
  EXPECT_THAT(message(kNodes, "1 4 0\n0 0 1 2 5\n"), HasSubstr("uses node 5; there are 0 to 4"));
  EXPECT_THAT(message(kNodesFrom1, "1 4 0\n0 0 1 2 3\n"), HasSubstr("uses node 0; there are 1 to 3"));
  EXPECT_THAT(message(kNodes, "1 3 0\n0 0 1 2\n"), HasSubstr("tetrahedra of 3 nodes"));
  EXPECT_THAT(message(kNodes, "1 10 0\n0 0 1 2 3 4 0 1 2 3 4\n"),
              HasSubstr("only 1 second-order tetrahedron"));
  EXPECT_THAT(message("1 2 0 0\n0 0 0\n", kElements), HasSubstr("dimension 2"));
  EXPECT_THAT(message("999999999 3 0 0\n0 0 0 0\n", kElements), HasSubstr("more than the rest of the file"));
  EXPECT_THAT(message("2 3 0 0\n0 0 0 0\n7 0 0 0\n", kElements), HasSubstr("node 1 expected, found 7"));
}

TEST_F(TetgenReader, survives_damage_of_either_file) {
  write(kNodes, kElements);
  for (const char* name : {"a.1.node", "a.1.ele"}) {
    const fs::path path = folder_ / name;
    expect_survives_damage([&](std::string_view bytes) { return read_tetgen(bytes, path); }, read_file(path),
                           1000);
  }
}

}  // namespace
}  // namespace sinew
