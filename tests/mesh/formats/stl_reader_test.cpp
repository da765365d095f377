#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mesh/formats/format_readers.h"
#include "mesh/formats/format_writers.h"
#include "mesh/formats/sample_surfaces.h"

namespace sinew {
namespace {

using testing::HasSubstr;

const std::string kFacet =
    "facet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 1 1 0\n endloop\nendfacet\n";
const std::string kOther =
    "FACET NORMAL nan nan nan\n OUTER LOOP\n  VERTEX 0 0 0\n  VERTEX 1 1 0\n  VERTEX 0 1 0\n "
    "ENDLOOP\nENDFACET\n";

MeshFile read(const std::string& bytes) { return read_stl(bytes, "sample.stl"); }
std::string complaint(const std::string& bytes) {
  return error_of([&] { read(bytes); });
}

TEST(StlReader, equal_corners_become_one_vertex_in_order_of_appearance) {
  const MeshFile file = read("solid a b c\n" + kFacet + kOther + "endsolid a b c\n");
  EXPECT_EQ(file.format, "STL ascii, welded");
  EXPECT_EQ(file.surface.positions, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
  EXPECT_EQ(file.surface.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
}

TEST(StlReader, several_solids_are_one_surface) {
  const MeshFile file = read("solid\n" + kFacet + "endsolid\nsolid facet\n" + kOther + "endsolid facet\n");
  EXPECT_EQ(file.surface.triangle_count(), 2);
}

TEST(StlReader, a_binary_cube_is_closed_after_the_weld) {
  const MeshFile file = read(stl_bytes(cube_surface()));
  EXPECT_EQ(file.format, "STL binary, welded");
  EXPECT_EQ(file.surface.vertex_count(), 8);
  EXPECT_TRUE(same_shape(file.surface, cube_surface()));
  EXPECT_DOUBLE_EQ(signed_volume(file.surface), 8);
}

TEST(StlReader, a_binary_file_that_begins_with_solid_is_still_binary) {
  std::string bytes = stl_bytes(cube_surface());
  for (const char* header : {"solid cube", "solid\nfacet normal"}) {
    bytes.replace(0, std::string(header).size(), header);
    EXPECT_EQ(read(bytes).surface.triangle_count(), 12) << header;
  }
  bytes.replace(0, 20, "solid cube          ");
  const MeshFile longer = read(bytes + "trailer");
  EXPECT_EQ(longer.surface.triangle_count(), 12);
  EXPECT_THAT(longer.warnings.at(0), HasSubstr("7 bytes"));
}

TEST(StlReader, damaged_files_are_named) {
  const std::string bytes = stl_bytes(cube_surface());
  EXPECT_THAT(complaint(bytes.substr(0, bytes.size() - 1)), HasSubstr("12 x 50 bytes"));
  std::string many = bytes;
  many.replace(80, 4, "\xff\xff\xff\xff");
  EXPECT_THAT(complaint(many), HasSubstr("4294967295 x 50 bytes"));
  EXPECT_THAT(complaint("solid\n" + kFacet), HasSubstr("ends inside a solid"));
  EXPECT_THAT(complaint("solid\n" + kFacet.substr(0, 60)), HasSubstr("sample.stl, line"));
  EXPECT_THAT(complaint("solid\nfacet\nvertex 0 0 0\nendfacet\nendsolid\n"),
              HasSubstr("a facet of 1 corners"));
  EXPECT_THAT(complaint("solid\nfacet\nhello\n"), HasSubstr("'hello'"));
}

}  // namespace
}  // namespace sinew
