#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mesh/formats/format_readers.h"
#include "mesh/formats/sample_surfaces.h"

namespace sinew {
namespace {

using testing::HasSubstr;

const std::string kSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

MeshFile read(const std::string& text) { return read_obj(text, "sample.obj"); }
std::string complaint(const std::string& text) {
  return error_of([&] { read(text); });
}

TEST(ObjReader, quadrilaterals_and_polygons_become_triangles) {
  const MeshFile file = read(kSquare + "v 0.5 2 0\nf 1 2 3 4\nf 1 2 3 5 4\n");
  EXPECT_EQ(file.format, "OBJ");
  EXPECT_EQ(file.surface.vertex_count(), 5);
  EXPECT_EQ(file.surface.triangle_count(), 5);
  EXPECT_EQ(file.polygons, 2);
  EXPECT_TRUE(file.warnings.empty());
}

TEST(ObjReader, every_form_of_a_corner_names_the_same_vertex) {
  for (const char* face :
       {"f 1 2 3", "f 1/7 2/8 3/9", "f 1//7 2//8 3//9", "f 1/1/1 2/2/2 3/3/3", "f 1/ 2/ 3/"})
    EXPECT_EQ(read(kSquare + face).surface.triangles, (std::vector<Triangle>{{0, 1, 2}})) << face;
}

TEST(ObjReader, negative_indices_count_from_the_last_vertex_so_far) {
  const MeshFile file = read(kSquare + "f -4 -3 -2\nv 9 9 9\nf -5//-1 -4//-1 -1//-1\n");
  EXPECT_EQ(file.surface.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 1, 4}}));
}

TEST(ObjReader, faces_may_come_before_their_vertices) {
  EXPECT_EQ(read("f 1 2 3\n" + kSquare).surface.triangles, (std::vector<Triangle>{{0, 1, 2}}));
}

TEST(ObjReader, windows_and_old_mac_line_ends_read_alike) {
  for (const std::string end : {"\r\n", "\r"}) {
    std::string text = kSquare + "# note\nf 1 2 3\n\nf 1 3 4";
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += end.size())
      text.replace(at, 1, end);
    EXPECT_EQ(read(text).surface.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
  }
}

TEST(ObjReader, a_backslash_continues_a_statement_on_the_next_line) {
  const MeshFile file =
      read("v 0 \\\n0 0\nv 1 0\\\n 0 \\\r\n0.5 0.5 0.5\nv 1 1 0\ng a \\\nv 9 9 9\nf 1 2 \\\n 3\n");
  EXPECT_EQ(file.surface.vertex_count(), 3);
  EXPECT_EQ(file.surface.triangles, (std::vector<Triangle>{{0, 1, 2}}));
}

TEST(ObjReader, colours_and_weights_behind_the_coordinates_are_ignored) {
  const MeshFile file = read("v 1 2 3 0.5 0.25 1\nv 4 5 6 1.0\nv +7e0 8 9\nf 1 2 3\n");
  EXPECT_EQ(file.surface.positions, (std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}));
}

TEST(ObjReader, groups_and_materials_are_ignored_silently) {
  const MeshFile file =
      read("mtllib a.mtl\no thing\n" + kSquare + "vt 0 0\nvn 0 0 1\ng top\nusemtl red\ns off\nf 1 2 3");
  EXPECT_TRUE(file.warnings.empty());
}

TEST(ObjReader, lines_points_and_unknown_statements_are_skipped_with_their_count) {
  const MeshFile file = read(kSquare + "l 1 2\np 1\np 2\nfrobnicate 7\nf 1 2 3\n");
  ASSERT_EQ(file.warnings.size(), 2u);
  EXPECT_THAT(file.warnings[0], HasSubstr("3 lines, points"));
  EXPECT_THAT(file.warnings[1], HasSubstr("1 unknown"));
}

TEST(ObjReader, complaints_name_the_line) {
  EXPECT_THAT(complaint(kSquare + "f 1 2 x\n"), HasSubstr("sample.obj, line 5"));
  EXPECT_THAT(complaint(kSquare + "f 1 0 2\n"), HasSubstr("'0' is not a vertex number"));
  EXPECT_THAT(complaint(kSquare + "f 1 -5 2\n"), HasSubstr("'-5' is not a vertex number"));
  EXPECT_THAT(complaint(kSquare + "f 1 2 99999999999\n"), HasSubstr("is not a vertex number"));
  EXPECT_THAT(complaint("v 0 0 0\nv 1 2\nv 0 0 0\n"), HasSubstr("line 2"));
  EXPECT_THAT(complaint("v 0 nan 0\n"), HasSubstr("finite"));
  EXPECT_THAT(complaint("a letter\nto a friend\n"), HasSubstr("no OBJ statement"));
}

}  // namespace
}  // namespace sinew
