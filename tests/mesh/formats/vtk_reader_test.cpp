#include <gmock/gmock.h>

#include "mesh/formats/corrupt_files.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/volume_samples.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

MeshFile read(std::string_view bytes) {
  MeshFile file = read_vtk(bytes, "sample.vtk");
  require_sound(file, "sample.vtk");
  return file;
}

const std::string kPoints = "POINTS 9 float\n0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1 0 0 -1\n";

std::string head(const std::string& version, const std::string& encoding, const std::string& dataset) {
  return "# vtk DataFile Version " + version + "\na title\n" + encoding + "\nDATASET " + dataset + "\n";
}

const std::string kOld =
    head("2.0", "ASCII", "UNSTRUCTURED_GRID") + kPoints +
    "CELLS 4 23\n8 0 1 2 3 4 5 6 7\n4 0 3 1 8\n3 0 1 2\n4 1 3 2 8\n"
    "CELL_TYPES 4\n12 10 5 10\n"
    "CELL_DATA 4\nSCALARS density double\nLOOKUP_TABLE default\n1 2 3 4\n"
    "FIELD FieldData 2\nflow 2 4 float\n1 2 3 4 5 6 7 8\nid%20number 1 4 int\n10 20 30 40\n"
    "POINT_DATA 9\nVECTORS velocity float\n"
    "0 0 0 1 0 0 2 0 0 3 0 0 4 0 0 5 0 0 6 0 0 7 0 0 8 0 0\n"
    "SCALARS heat float 1\nLOOKUP_TABLE mine\n0 1 2 3 4 5 6 7 nan\n"
    "LOOKUP_TABLE mine 2\n0 0 0 1 1 1 1 1\n";

const std::string kNew = head("5.1", "ASCII", "UNSTRUCTURED_GRID") + kPoints +
                         "METADATA\nINFORMATION 0\n\n"
                         "CELLS 5 19\nOFFSETS vtktypeint64\n0 8 12 15 19\n"
                         "CONNECTIVITY vtktypeint64\n0 1 2 3 4 5 6 7 0 3 1 8 0 1 2 1 3 2 8\n"
                         "CELL_TYPES 4\n12 10 5 10\n";

std::string binary(bool new_layout) {
  BinaryText file(std::endian::big);
  file.text(head(new_layout ? "5.1" : "3.0", "BINARY", "UNSTRUCTURED_GRID") + "POINTS 9 double\n")
      .points(sample_volume());
  if (new_layout) {
    file.text("\nCELLS 5 19\nOFFSETS vtktypeint64\n").put<std::int64_t>(0, 8, 12, 15, 19);
    file.text("\nCONNECTIVITY vtktypeint64\n");
    file.put<std::int64_t>(0, 1, 2, 3, 4, 5, 6, 7, 0, 3, 1, 8, 0, 1, 2, 1, 3, 2, 8);
  } else {
    file.text("\nCELLS 4 23\n");
    file.put<int>(8, 0, 1, 2, 3, 4, 5, 6, 7, 4, 0, 3, 1, 8, 3, 0, 1, 2, 4, 1, 3, 2, 8);
  }
  file.text("\nCELL_TYPES 4\n").put<int>(12, 10, 5, 10);
  file.text("\nCELL_DATA 4\nFIELD FieldData 2\ndensity 1 4 unsigned_short\n")
      .put<std::uint16_t>(1, 2, 3, 40000);
  file.text("\nmass 1 4 float\n").put<float>(1, 2, 3, 4);
  return file.text("\nPOINT_DATA 9\nSCALARS heat char\nLOOKUP_TABLE default\n")
      .text("\n\1\2\3\4\5\6\7\xff\n")
      .bytes();
}

TEST(VtkReader, old_text_files_give_cells_and_data) {
  const MeshFile file = read(kOld);
  expect_sample(file);
  EXPECT_EQ(file.format, "VTK 2.0 ascii");
  expect_field(file.volume.element_fields, "density", 1, {2, 4, 1});
  expect_field(file.volume.element_fields, "flow", 2, {3, 4, 7, 8, 1, 2});
  expect_field(file.volume.element_fields, "id number", 1, {20, 40, 10});
  ASSERT_EQ(file.volume.node_fields.size(), 2u);
  EXPECT_EQ(file.volume.node_fields[0].name, "velocity");
  EXPECT_EQ(file.volume.node_fields[0].values.at(24), 8);
  EXPECT_EQ(file.volume.node_fields[1].values.at(7), 7);
}

TEST(VtkReader, offsets_and_connectivity_give_the_same_cells) {
  const MeshFile file = read(kNew);
  expect_sample(file);
  EXPECT_EQ(file.format, "VTK 5.1 ascii");
}

TEST(VtkReader, binary_files_are_big_endian) {
  for (const bool new_layout : {false, true}) {
    const MeshFile file = read(binary(new_layout));
    expect_sample(file);
    EXPECT_EQ(file.format, new_layout ? "VTK 5.1 binary" : "VTK 3.0 binary");
    expect_field(file.volume.element_fields, "density", 1, {2, 40000, 1});
    expect_field(file.volume.element_fields, "mass", 1, {2, 4, 1});
    expect_field(file.volume.node_fields, "heat", 1, {10, 1, 2, 3, 4, 5, 6, 7, -1});
  }
}

TEST(VtkReader, a_voxel_is_a_hexahedron_with_its_corners_in_order) {
  const MeshFile file = read(head("3.0", "ASCII", "UNSTRUCTURED_GRID") +
                             "POINTS 8 double\n0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1\n"
                             "CELLS 2 14\n8 0 1 2 3 4 5 6 7\n4 0 1 2 3\nCELL_TYPES 2\n11\n8\n");
  EXPECT_EQ(file.volume.hexahedra, (std::vector<Hexahedron>{{0, 1, 3, 2, 4, 5, 7, 6}}));
  EXPECT_NEAR(total_volume(file.volume), 1, 1e-15);
  EXPECT_EQ(file.surface.triangles, (std::vector<Triangle>{{0, 1, 3}, {0, 3, 2}}));
  EXPECT_EQ(file.polygons, 1);
}

TEST(VtkReader, polygons_are_split_and_strips_keep_their_orientation) {
  const MeshFile file =
      read(head("4.2", "ASCII", "POLYDATA") + "POINTS 5 float\n0 0 0 1 0 0 1 1 0 0 1 0 0.5 2 0\n" +
           "VERTICES 1 2\n1 0\nLINES 1 3\n2 0 1\nPOLYGONS 2 10\n5 0 1 2 4 3\n3 0 1 2\n"
           "TRIANGLE_STRIPS 1 5\n4 0 1 3 2\n");
  ASSERT_EQ(file.surface.triangle_count(), 6);
  EXPECT_EQ(file.polygons, 1);
  for (Index t = 0; t < 6; ++t) EXPECT_GT(file.surface.area_vector(t).z, 0) << t;
  EXPECT_NEAR(surface_area(file.surface), 1.5 + 0.5 + 1, 1e-15);
  EXPECT_THAT(file.warnings, ElementsAre("skipped 1 point set", "skipped 1 polyline"));
}

TEST(VtkReader, other_cells_are_skipped_and_their_data_with_them) {
  const MeshFile file = read(head("3.0", "ASCII", "UNSTRUCTURED_GRID") + kPoints +
                             "CELLS 3 12\n3 0 1 2\n4 0 3 1 8\n2 0 1\nCELL_TYPES 3\n4 10 3\n"
                             "CELL_DATA 3\nSCALARS s int\nLOOKUP_TABLE default\n7 8 9\n");
  EXPECT_THAT(file.warnings, ElementsAre("skipped 1 line", "skipped 1 polyline"));
  expect_field(file.volume.element_fields, "s", 1, {8});
}

TEST(VtkReader, a_grid_of_tetrahedra_and_prisms_is_refused_and_not_half_read) {
  const auto complaint = error_of([] {
    read(head("3.0", "ASCII", "UNSTRUCTURED_GRID") + kPoints +
         "CELLS 3 18\n6 0 1 2 3 4 5\n4 0 3 1 8\n5 0 1 2 3 4\nCELL_TYPES 3\n13 10 14\n");
  });
  EXPECT_THAT(complaint, HasSubstr("holds 1 prism, 1 pyramid, which sinew has not: a part of the body"));
  EXPECT_THAT(complaint, HasSubstr("first-order tetrahedra"));
}

TEST(VtkReader, every_fault_has_its_message) {
  const auto message = [](const std::string& bytes) { return error_of([&] { read(bytes); }); };
  const std::string grid = head("3.0", "ASCII", "UNSTRUCTURED_GRID");
  EXPECT_THAT(message("ply\n"), HasSubstr("not a VTK file"));
  EXPECT_THAT(message(head("9.0", "ASCII", "POLYDATA")), HasSubstr("version of the VTK format is not read"));
  for (const char* kind : {"STRUCTURED_POINTS", "STRUCTURED_GRID", "RECTILINEAR_GRID"})
    EXPECT_THAT(message(head("3.0", "ASCII", kind)), HasSubstr(kind));
  EXPECT_THAT(message(grid + "POINTS 1000000 float\n0 0 0\n"), HasSubstr("more than the rest"));
  EXPECT_THAT(message(grid + kPoints + "CELLS 1 5\n4 0 1 2 9\nCELL_TYPES 1\n10\n"),
              HasSubstr("vertex that is not there"));
  EXPECT_THAT(message(grid + kPoints + "CELLS 1 5\n4 0 1 2 -3\nCELL_TYPES 1\n10\n"), HasSubstr("node -3"));
  EXPECT_THAT(message(grid + kPoints + "CELLS 1 5\n5 0 1 2 3\nCELL_TYPES 1\n10\n"),
              HasSubstr("a cell of 5 nodes"));
  EXPECT_THAT(message(grid + kPoints + "CELLS 1 4\n3 0 1 2\nCELL_TYPES 1\n10\n"),
              HasSubstr("does not fit its type 10"));
  EXPECT_THAT(message(grid + kPoints + "CELLS 1 5\n4 0 1 2 3\n"), HasSubstr("1 cells, but 0 cell types"));
  EXPECT_THAT(message(grid + kPoints + "CELLS 1 7\n6 0 1 2 3 4 5\nCELL_TYPES 1\n13\n"),
              HasSubstr("only 1 prism"));
  EXPECT_THAT(message(kNew + "CELL_DATA 3\nSCALARS s int\nLOOKUP_TABLE default\n1 2 3\n"),
              HasSubstr("field 's' has 3"));
  EXPECT_THAT(message(kNew + "CELL_DATA 4\nSCALARS s bit\n"), HasSubstr("values of type 'bit' are not read"));
}

TEST(VtkReader, survives_damaged_text) {
  for (const std::string& valid : {kOld, kNew}) expect_survives_damage(read, valid);
}

TEST(VtkReader, survives_damaged_binaries) {
  for (const bool new_layout : {false, true}) expect_survives_damage(read, binary(new_layout));
}

}  // namespace
}  // namespace sinew
