#include <gmock/gmock.h>

#include <cmath>

#include "mesh/formats/corrupt_files.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/volume_samples.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

MeshFile read(std::string_view bytes) {
  MeshFile file = read_gmsh(bytes, "sample.msh");
  require_sound(file, "sample.msh");
  return file;
}

const std::string kVersion1 = R"($NOD
9
1 0 0 0
2 1 0 0
3 1 1 0
4 0 1 0
5 0 0 1
6 1 0 1
7 1 1 1
8 0 1 1
9 0 0 -1
$ENDNOD
$ELM
5
1 5 7 1 8 1 2 3 4 5 6 7 8
2 4 8 2 4 1 4 2 9
3 2 9 3 3 1 2 3
4 4 8 2 4 2 4 3 9
5 15 1 1 1 3
$ENDELM
)";

// Node tags with gaps, in no order.
const std::string kVersion2 = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
1
3 1 "$Nodes of all kinds"
$EndPhysicalNames
$Nodes
9
100 0 0 0
7 1 0 0
3000000000 1 1 0
4 0 1 0
5 0 0 1
6 1 0 1
70 1 1 1
8 0 1 1
9 0 0 -1
$EndNodes
$Elements
4
11 5 2 7 1 100 7 3000000000 4 5 6 70 8
20 4 3 8 2 0 100 4 7 9
13 2 2 9 3 100 7 3000000000
14 4 2 8 2 7 4 3000000000 9
$EndElements
$NodeData
1
"heat"
1
0.5
3
0
1
2
100 2.5
9 -1
$EndNodeData
$ElementData
2
"stress"
"an interpolation scheme"
1
0
4
0
3
4
0
14 1 2 3
13 9 9 9
20 4 5 6
11 7 8 9
$EndElementData
$Surface
anything at all
$EndSurface
)";

const std::string kVersion4 = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$Entities
1 0 1 2
1 0 0 0 0
5 0 0 0 1 1 0 1 90 0
1 0 0 0 1 1 1 2 7 17 1 5
2 0 0 -1 1 1 0 1 8 0
$EndEntities
$Nodes
2 9 1 99
0 1 0 1
99
0 0 0
3 1 1 8
2
3
4
5
6
7
8
9
1 0 0 .1 .2 .3
1 1 0 .1 .2 .3
0 1 0 .1 .2 .3
0 0 1 .1 .2 .3
1 0 1 .1 .2 .3
1 1 1 .1 .2 .3
0 1 1 .1 .2 .3
0 0 -1 .1 .2 .3
$EndNodes
$Elements
4 4 1 4
3 1 5 1
1 99 2 3 4 5 6 7 8
3 2 4 1
2 99 4 2 9
2 5 2 1
3 99 2 3
3 2 4 1
4 2 4 3 9
$EndElements
)";

std::string binary2(std::endian order) {
  BinaryText file(order);
  file.text("$MeshFormat\n2.2 1 8\n").put<int>(1).text("\n$EndMeshFormat\n$Nodes\n9\n");
  const VolumeMesh sample = sample_volume();
  for (int i = 0; i < 9; ++i)
    file.put<int>(10 * i + 10)
        .put<double>(sample.positions[i].x, sample.positions[i].y, sample.positions[i].z);
  file.text("\n$EndNodes\n$Elements\n4\n");
  file.put<int>(5, 1, 2, 1, 7, 1, 10, 20, 30, 40, 50, 60, 70, 80);
  file.put<int>(4, 1, 2, 2, 8, 2, 10, 40, 20, 90);
  file.put<int>(2, 1, 2, 3, 9, 3, 10, 20, 30);
  file.put<int>(4, 1, 2, 4, 8, 2, 20, 40, 30, 90);
  file.text("\n$EndElements\n$ElementData\n1\n\"heat\"\n1\n0\n3\n0\n1\n4\n");
  for (int i = 1; i <= 4; ++i) file.put<int>(i).put<double>(0.1 * i);
  return file.text("\n$EndElementData\n").bytes();
}

template <typename Size>
std::string binary4(std::endian order) {
  BinaryText file(order);
  file.text(sizeof(Size) == 8 ? "$MeshFormat\n4.1 1 8\n" : "$MeshFormat\n4.1 1 4\n").put<int>(1);
  file.text("\n$EndMeshFormat\n$Entities\n").template put<Size>(0, 0, 0, 1);
  file.put<int>(1).template put<double>(0, 0, -1, 1, 1, 1).template put<Size>(1).template put<int>(7);
  file.template put<Size>(0).text("\n$EndEntities\n$Nodes\n").template put<Size>(1, 9, 1, 9);
  file.put<int>(3, 1, 0).template put<Size>(9, 1, 2, 3, 4, 5, 6, 7, 8, 9).points(sample_volume());
  file.text("\n$EndNodes\n$Elements\n").template put<Size>(3, 4, 1, 4);
  file.put<int>(3, 1, 5).template put<Size>(1, 1, 1, 2, 3, 4, 5, 6, 7, 8);
  file.put<int>(2, 1, 2).template put<Size>(1, 3, 1, 2, 3);
  file.put<int>(3, 1, 4).template put<Size>(2, 2, 1, 4, 2, 9, 4, 2, 4, 3, 9);
  return file.text("\n$EndElements\n").bytes();
}

TEST(GmshReader, version_1_gives_nodes_elements_and_regions) {
  const MeshFile file = read(kVersion1);
  expect_sample(file);
  EXPECT_EQ(file.format, "Gmsh 1 ascii");
  expect_field(file.volume.element_fields, "physical", 1, {8, 8, 7});
  expect_field(file.volume.element_fields, "elementary", 1, {2, 2, 1});
  EXPECT_THAT(file.warnings, ElementsAre("skipped 1 point"));
}

TEST(GmshReader, version_2_resolves_node_tags_with_gaps) {
  const MeshFile file = read(kVersion2);
  expect_sample(file);
  EXPECT_EQ(file.format, "Gmsh 2.2 ascii");
  EXPECT_THAT(file.warnings, IsEmpty());
  expect_field(file.volume.element_fields, "physical", 1, {8, 8, 7});
  expect_field(file.volume.element_fields, "elementary", 1, {2, 2, 1});
}

TEST(GmshReader, data_follows_the_order_of_the_elements_and_is_nan_where_the_file_has_none) {
  const MeshFile file = read(kVersion2);
  expect_field(file.volume.element_fields, "stress", 3, {4, 5, 6, 1, 2, 3, 7, 8, 9});
  const Field& heat = file.volume.node_fields.at(0);
  EXPECT_EQ(heat.name, "heat");
  EXPECT_EQ(heat.values.at(0), 2.5);
  EXPECT_EQ(heat.values.at(8), -1);
  for (int i = 1; i < 8; ++i) EXPECT_TRUE(std::isnan(heat.values[i]));
}

TEST(GmshReader, version_4_takes_tags_from_the_entities) {
  const MeshFile file = read(kVersion4);
  expect_sample(file);
  EXPECT_EQ(file.format, "Gmsh 4.1 ascii");
  expect_field(file.volume.element_fields, "physical", 1, {8, 8, 7});
  expect_field(file.volume.element_fields, "elementary", 1, {2, 2, 1});
}

TEST(GmshReader, binary_files_of_both_byte_orders_equal_their_text) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const MeshFile two = read(binary2(order));
    expect_sample(two);
    EXPECT_EQ(two.format, "Gmsh 2.2 binary");
    expect_field(two.volume.element_fields, "physical", 1, {8, 8, 7});
    expect_field(two.volume.element_fields, "heat", 1, {0.1 * 2, 0.1 * 4, 0.1 * 1});
    for (const std::string& bytes : {binary4<std::uint64_t>(order), binary4<std::uint32_t>(order)}) {
      const MeshFile four = read(bytes);
      expect_sample(four);
      EXPECT_EQ(four.format, "Gmsh 4.1 binary");
      expect_field(four.volume.element_fields, "physical", 1, {7, 7, 7});
    }
  }
}

TEST(GmshReader, line_ends_of_windows_make_no_difference) {
  std::string crlf;
  for (const char c : kVersion2) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  expect_sample(read(crlf));
}

std::string version2(const std::string& elements) {
  return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n"
         "$EndNodes\n$Elements\n" +
         elements + "$EndElements\n";
}

TEST(GmshReader, a_quadrilateral_becomes_two_triangles) {
  const MeshFile file = read(version2("1\n1 3 0 1 2 3 4\n"));
  EXPECT_EQ(file.surface.triangle_count(), 2);
  EXPECT_EQ(file.surface.vertex_count(), 5);
  EXPECT_EQ(file.polygons, 1);
  EXPECT_FALSE(file.is_volume());
}

TEST(GmshReader, other_elements_are_skipped_and_counted_by_name) {
  const MeshFile file =
      read(version2("5\n1 4 0 1 2 3 4\n2 1 0 1 2\n3 1 0 1 3\n4 9 0 1 2 3 4 5 1\n5 140 0 1 2 3\n"));
  EXPECT_EQ(file.volume.tetrahedron_count(), 1);
  EXPECT_THAT(file.warnings, ElementsAre("skipped 1 Gmsh type 140 cell", "skipped 2 lines",
                                         "skipped 1 second-order triangle"));
}

TEST(GmshReader, tetrahedra_beside_prisms_or_second_order_ones_are_refused_and_not_half_read) {
  EXPECT_THAT(error_of([] { read(version2("2\n1 4 0 1 2 3 4\n2 6 0 1 2 3 4 5 1\n")); }),
              HasSubstr("holds 1 prism, which sinew has not"));
  EXPECT_THAT(error_of([] { read(version2("2\n1 4 0 1 2 3 4\n2 11 0 1 2 3 4 5 1 2 3 4 5\n")); }),
              HasSubstr("holds 1 second-order tetrahedron"));
  // The faces of what is not read are no body either.
  EXPECT_THAT(error_of([] { read(version2("2\n1 2 0 1 2 3\n2 7 0 1 2 3 4 5\n")); }),
              HasSubstr("holds 1 pyramid"));
}

TEST(GmshReader, a_file_of_nothing_but_other_elements_is_refused_by_their_name) {
  EXPECT_THAT(error_of([] { read(version2("2\n1 7 0 1 2 3 4 5\n2 7 0 1 2 3 4 5\n")); }),
              HasSubstr("only 2 pyramids"));
}

TEST(GmshReader, every_fault_has_its_message) {
  const auto message = [](const std::string& bytes) { return error_of([&] { read(bytes); }); };
  EXPECT_THAT(message("solid cube\n"), HasSubstr("not a Gmsh file"));
  EXPECT_THAT(message("$MeshFormat\n4 0 8\n$EndMeshFormat\n"),
              HasSubstr("version 4 of the Gmsh format is not read"));
  EXPECT_THAT(message(version2("1\n1 4 0 1 2 3 77\n")), HasSubstr("element 1 uses node 77"));
  EXPECT_THAT(message(version2("1\n1 4 0 1 2 3\n")), HasSubstr("line 15"));
  EXPECT_THAT(message(version2("1000000000\n1 4 0 1 2 3 4\n")),
              HasSubstr("more than the rest of the file can hold"));
  EXPECT_THAT(message(version2("1\n1 4 0 1 2 3 4\n") + "$Surface\n"), HasSubstr("$EndSurface is missing"));
  EXPECT_THAT(message("$NOD\n2\n1 0 0 0\n1 0 0 0\n$ENDNOD\n"), HasSubstr("node 1 is given twice"));
  EXPECT_THAT(message("$NOD\n1\n1 0 nan 0\n$ENDNOD\n$ELM\n1\n1 4 0 0 4 1 1 1 1\n$ENDELM\n"),
              HasSubstr("not a finite number"));
}

TEST(GmshReader, survives_damaged_text) {
  for (const std::string& valid : {kVersion1, kVersion2, kVersion4}) expect_survives_damage(read, valid);
}

TEST(GmshReader, survives_damaged_binaries) {
  for (const std::string& valid :
       {binary2(std::endian::little), binary2(std::endian::big), binary4<std::uint64_t>(std::endian::little)})
    expect_survives_damage(read, valid);
}

}  // namespace
}  // namespace sinew
