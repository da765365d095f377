#include <gtest/gtest.h>

#include "mesh/formats/corrupt_files.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/format_sniffer.h"
#include "mesh/formats/format_writers.h"
#include "mesh/formats/sample_gltf.h"

namespace sinew {
namespace {

BytesReader reader_of(FormatReader reader, const char* name) {
  return [=](std::string_view bytes) {
    sniff_format(bytes);
    return reader(bytes, name);
  };
}

// Every feature of the format in a few lines, so that damage finds each of them.
const std::string kObj =
    "# sample\nmtllib a.mtl\no cube\nv 0 0 0\nv 1 0 0 1 1 1\nv 1.5e0 1 \\\n0\nv 0 1 -0.5\nv 0.5 0.5 1\nvt 0 "
    "0\n"
    "vn 0 0 1\ng side\nusemtl red\nf 1/1/1 2/1/1 3/1/1 4/1/1\nf -5//1 -4//1 -1//1\nf 1 2 3 5 4\nl 1 2\np 1\n";
const std::string kOff =
    "CNOFF # sample\n5 3 0\n0 0 0 0 0 1 1 1 1 1\n1 0 0 0 0 1 1 1 1 1\n1 1 0 0 0 1 1 1 1 1\n0 1 0 0 0 1 0 0 0 "
    "1\n"
    "0.5 0.5 1 0 0 1 0 0 0 1\n4 0 1 2 3 255 0 0\n3 0 1 4\n5 0 1 2 4 3\n";
const std::string kPlyHeader =
    " 1.0\ncomment sample\nelement vertex 4\nproperty float x\nproperty double y\nproperty short z\n"
    "property list uchar int tags\nelement face 2\nproperty uchar red\nproperty list uchar int "
    "vertex_indices\n"
    "element tristrips 1\nproperty list int int vertex_indices\nelement edge 1\nproperty int a\nend_header\n";

std::string ascii_ply() {
  return "ply\nformat ascii" + kPlyHeader +
         "0 0 0 0\n1 0 0 1 7\n1 1 0 2 7 7\n0 1 0 0\n255 4 0 1 2 3\n255 3 0 1 2\n7 0 1 2 3 -1 0 1\n5\n";
}

std::string binary_ply(std::endian order) {
  std::string bytes =
      order == std::endian::little ? "ply\nformat binary_little_endian" : "ply\nformat binary_big_endian";
  bytes += kPlyHeader;
  for (int i = 0; i < 4; ++i) {
    bytes +=
        bytes_of(float(i % 2), order) + bytes_of(double(i / 2), order) + bytes_of(std::int16_t(i), order);
    bytes += bytes_of(std::uint8_t{1}) + bytes_of(std::int32_t{7}, order);
  }
  const auto list = [&](std::initializer_list<std::int32_t> values) {
    for (const std::int32_t v : values) bytes += bytes_of(v, order);
  };
  bytes += bytes_of(std::uint8_t{255}) + bytes_of(std::uint8_t{4});
  list({0, 1, 3, 2});
  bytes += bytes_of(std::uint8_t{255}) + bytes_of(std::uint8_t{3});
  list({0, 1, 2});
  list({7, 0, 1, 2, 3, -1, 0, 1});
  list({5});
  return bytes;
}

std::string ascii_stl() {
  std::string text = "solid cube\n";
  const SurfaceMesh cube = cube_surface();
  for (Index t = 0; t < 4; ++t) {
    text += "facet normal 0 0 1\nouter loop\n";
    for (const Vec3& p : cube.corners(t)) text += fmt::format("vertex {} {} {}\n", p.x, p.y, p.z);
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid cube\n";
}

SampleGltf rich_gltf() {
  SampleGltf sample = cube_gltf();
  sample.add_primitive(0, -1, 5);
  sample.add_primitive(0, -1, 1);
  sample.json["nodes"] = {{{"children", {1, 2}}, {"scale", {2, 1, -1}}, {"rotation", {0, 0, 0, 1}}},
                          {{"mesh", 0}, {"matrix", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1}}},
                          {{"mesh", 0}}};
  return sample;
}

TEST(DamagedSurfaces, obj) { expect_survives_damage(reader_of(read_obj, "a.obj"), kObj); }
TEST(DamagedSurfaces, off) { expect_survives_damage(reader_of(read_off, "a.off"), kOff); }
TEST(DamagedSurfaces, ply_ascii) { expect_survives_damage(reader_of(read_ply, "a.ply"), ascii_ply()); }
TEST(DamagedSurfaces, ply_little_endian) {
  expect_survives_damage(reader_of(read_ply, "a.ply"), binary_ply(std::endian::little));
}
TEST(DamagedSurfaces, ply_big_endian) {
  expect_survives_damage(reader_of(read_ply, "a.ply"), binary_ply(std::endian::big));
}
TEST(DamagedSurfaces, stl_ascii) { expect_survives_damage(reader_of(read_stl, "a.stl"), ascii_stl()); }
TEST(DamagedSurfaces, stl_binary) {
  expect_survives_damage(reader_of(read_stl, "a.stl"), stl_bytes(cube_surface()));
}
TEST(DamagedSurfaces, gltf) { expect_survives_damage(reader_of(read_gltf, "a.gltf"), rich_gltf().text()); }
TEST(DamagedSurfaces, glb) { expect_survives_damage(reader_of(read_gltf, "a.glb"), rich_gltf().container()); }

TEST(DamagedSurfaces, a_file_of_another_format_is_refused_by_every_reader) {
  const FormatReader readers[] = {read_obj, read_off, read_ply, read_stl, read_gltf};
  const std::string files[] = {kObj, kOff, ascii_ply(), ascii_stl(), rich_gltf().text()};
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) {
      const bool read =
          expect_sound_or_error(reader_of(readers[i], "a"), files[j], fmt::format("{} {}", i, j));
      EXPECT_EQ(read, i == j) << i << " " << j;
    }
}

}  // namespace
}  // namespace sinew
