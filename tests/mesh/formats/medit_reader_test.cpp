#include <gmock/gmock.h>

#include "mesh/formats/corrupt_files.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/volume_samples.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

MeshFile read(std::string_view bytes) {
  MeshFile file = read_medit(bytes, "sample.mesh");
  require_sound(file, "sample.mesh");
  return file;
}

const std::string kVertices =
    "Vertices 9\n0 0 0 0\n1 0 0 0\n1 1 0 0\n0 1 0 0\n0 0 1 0\n1 0 1 0\n1 1 1 0\n0 1 1 0\n0 0 -1 0\n";
const std::string kSample = "MeshVersionFormatted 2\n# a comment\nDimension\n3\n" + kVertices +
                            "Triangles\n1\n1 2 3 5\nHexahedra\n1\n1 2 3 4 5 6 7 8 30\n"
                            "Corners\n2\n1\n2\nTetrahedra\n2\n1 4 2 9 10\n2 4 3 9 20\nEnd\n";

TEST(MeditReader, gives_nodes_elements_faces_and_references) {
  const MeshFile file = read(kSample);
  expect_sample(file);
  EXPECT_EQ(file.format, "Medit 2 ascii");
  expect_field(file.volume.element_fields, "reference", 1, {10, 20, 30});
  EXPECT_TRUE(file.warnings.empty());
}

TEST(MeditReader, keywords_may_come_in_any_order) {
  const MeshFile file = read(
      "MeshVersionFormatted 1 Dimension 3\nTetrahedra 2\n1 4 2 9 1\n2 4 3 9 2\n"
      "Hexahedra 1\n1 2 3 4 5 6 7 8 3\nTriangles 1\n1 2 3 0\n" +
      kVertices);
  expect_sample(file);
  expect_field(file.volume.element_fields, "reference", 1, {1, 2, 3});
}

TEST(MeditReader, other_cells_are_skipped_with_a_count_and_unknown_keywords_passed_over) {
  const MeshFile file = read("MeshVersionFormatted 1\nDimension 3\n" + kVertices +
                             "Whatever 2\n1.5 -2\n3 4\nEdges 2\n1 2 0\n2 3 0\n"
                             "Tetrahedra 1\n1 4 2 9 6\nEnd\n");
  EXPECT_EQ(file.volume.tetrahedron_count(), 1);
  EXPECT_THAT(file.warnings, ElementsAre("skipped 2 edges"));
  expect_field(file.volume.element_fields, "reference", 1, {6});
}

TEST(MeditReader, prisms_are_refused_and_not_half_read) {
  EXPECT_THAT(error_of([] {
                read("MeshVersionFormatted 1\nDimension 3\n" + kVertices +
                     "Prisms 1\n1 2 3 4 5 6 0\nTetrahedra 1\n1 4 2 9 6\nEnd\n");
              }),
              testing::HasSubstr("holds 1 prism, which sinew has not"));
}

TEST(MeditReader, a_quadrilateral_becomes_two_triangles) {
  const MeshFile file =
      read("MeshVersionFormatted 1\nDimension 3\n" + kVertices + "Quadrilaterals 1\n1 2 3 4 0\n");
  EXPECT_EQ(file.surface.triangle_count(), 2);
  EXPECT_EQ(file.polygons, 1);
}

TEST(MeditReader, every_fault_has_its_message) {
  const auto message = [](const std::string& bytes) { return error_of([&] { read(bytes); }); };
  const std::string head = "MeshVersionFormatted 1\nDimension 3\n";
  EXPECT_THAT(error_of([] { read_medit(std::string_view("\1\0\0\0\2\0\0\0", 8), "a.mesh"); }),
              HasSubstr(".meshb"));
  EXPECT_THAT(error_of([] { read_medit("x", "a.meshb"); }),
              HasSubstr("binary Medit files (.meshb) are not read"));
  EXPECT_THAT(message("OFF\n"), HasSubstr("not a Medit file"));
  EXPECT_THAT(message("MeshVersionFormatted 1\nDimension 2\n"), HasSubstr("dimension 2, not 3"));
  EXPECT_THAT(message(head + kVertices + "Tetrahedra 1\n0 1 2 3 0\n"), HasSubstr("vertices count from 1"));
  EXPECT_THAT(message(head + kVertices + "Tetrahedra 1\n1 2 3 10 0\n"),
              HasSubstr("vertex that is not there"));
  EXPECT_THAT(message(head + kVertices + "Tetrahedra 99999999\n1 2 3 4 0\n"),
              HasSubstr("more than the rest"));
  EXPECT_THAT(message(head + kVertices + "TetrahedraP2 1\n1 2 3 4 5 6 7 8 9 1 0\n"),
              HasSubstr("only 1 second-order tetrahedron"));
}

TEST(MeditReader, survives_damage) { expect_survives_damage(read, kSample); }

}  // namespace
}  // namespace sinew
