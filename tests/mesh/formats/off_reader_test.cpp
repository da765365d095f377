#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mesh/formats/format_readers.h"
#include "mesh/formats/sample_surfaces.h"

namespace sinew {
namespace {

using testing::HasSubstr;

const std::vector<Vec3> kCorners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
const std::vector<Triangle> kTwo = {{0, 1, 2}, {0, 2, 3}};

MeshFile read(const std::string& text) { return read_off(text, "sample.off"); }
std::string complaint(const std::string& text) {
  return error_of([&] { read(text); });
}

TEST(OffReader, the_header_may_be_laid_out_in_many_ways) {
  const std::string body = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n";
  for (const char* header :
       {"OFF\n4 2 0\n", "OFF 4 2 0\n", "OFF4 2 0\n", "# made by hand\nOFF\n\n# counts\n4 2 5 # edges\n",
        "4 2 0\n", "OFF\r\n4 2 0\r\n", "OFF\n4 2\n"}) {
    const MeshFile file = read(header + body);
    EXPECT_EQ(file.surface.positions, kCorners) << header;
    EXPECT_EQ(file.surface.triangles, kTwo) << header;
  }
}

TEST(OffReader, normals_and_colours_behind_vertices_and_faces_are_passed_over) {
  const MeshFile coff = read(
      "COFF\n4 2 0\n0 0 0 255 0 0 255\n1 0 0 1 1 1\n1 1 0 0 0 0 1\n0 1 0 9 9 9 9\n3 0 1 2 7 7 7\n3 0 2 3\n");
  EXPECT_EQ(coff.format, "COFF");
  EXPECT_EQ(coff.surface.positions, kCorners);
  EXPECT_EQ(coff.surface.triangles, kTwo);
  const MeshFile noff = read(
      "STCNOFF 4 1 0\n0 0 0 0 0 1 5\n1 0 0 0 0 1 5\n1 1 0 0 0 1 5\n0 1 0 0 0 1 5\n4 0 1 2 3 0.5 0.5 0.5\n");
  EXPECT_EQ(noff.format, "STCNOFF");
  EXPECT_EQ(noff.surface.positions, kCorners);
  EXPECT_EQ(noff.polygons, 1);
}

TEST(OffReader, other_kinds_of_off_are_refused_by_name) {
  EXPECT_THAT(complaint("OFF BINARY\n\x01\x02\x03"), HasSubstr("binary OFF"));
  EXPECT_THAT(complaint("4OFF\n1 1 0\n0 0 0 0\n1 0\n"), HasSubstr("4OFF"));
  EXPECT_THAT(complaint("nOFF 5\n1 1 0\n"), HasSubstr("nOFF"));
  EXPECT_THAT(complaint("hello\n"), HasSubstr("not an OFF file"));
}

TEST(OffReader, counts_that_the_file_cannot_hold_are_refused_before_memory_is_taken) {
  EXPECT_THAT(complaint("OFF\n2000000000 1 0\n0 0 0\n"),
              HasSubstr("more than the rest of the file can hold"));
  EXPECT_THAT(complaint("OFF\n1 2000000000 0\n0 0 0\n"),
              HasSubstr("more than the rest of the file can hold"));
  EXPECT_THAT(complaint("OFF\n1 1 0\n0 0 0\n2000000000 0 0\n"), HasSubstr("corners"));
  EXPECT_THAT(complaint("OFF\n-1 1 0\n"), HasSubstr("negative"));
}

TEST(OffReader, complaints_name_the_line) {
  EXPECT_THAT(complaint("OFF\n1 1 0\n0 x 0\n3 0 0 0\n"), HasSubstr("sample.off, line 3"));
  EXPECT_THAT(complaint("OFF\n1 1 0\n0 inf 0\n3 0 0 0\n"), HasSubstr("not a finite number"));
  EXPECT_THAT(complaint("OFF\n1 1 0\n0 0 0\n3 0 0"), HasSubstr("the file ends"));
}

}  // namespace
}  // namespace sinew
