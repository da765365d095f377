#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/sample_gltf.h"

namespace sinew {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::vector<Vec3> kCorners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 2, 0}};

MeshFile read(const std::string& bytes) { return read_gltf(bytes, "sample.gltf"); }
std::string complaint(const SampleGltf& sample) {
  return error_of([&] { read(sample.text()); });
}

TEST(GltfReader, a_cube_reads_alike_from_a_data_uri_a_container_and_a_file_beside_it) {
  const SampleGltf sample = cube_gltf();
  EXPECT_TRUE(same_shape(read(sample.text()).surface, cube_surface()));
  const MeshFile binary = read(sample.container());
  EXPECT_EQ(binary.format, "glTF 2.0 binary");
  EXPECT_TRUE(same_shape(binary.surface, cube_surface()));
  const TemporaryFolder folder;
  write_file(folder / "my buffer.bin", sample.buffer);
  const MeshFile beside = read_gltf(sample.with_uri("my%20buffer.bin"), folder / "cube.gltf");
  EXPECT_TRUE(same_shape(beside.surface, cube_surface()));
}

TEST(GltfReader, indices_have_one_two_or_four_bytes) {
  SampleGltf sample;
  const int positions = sample.add_positions(kCorners);
  sample.add_primitive(positions, sample.add_indices<std::uint8_t>({0, 1, 2}, 5121));
  sample.add_primitive(positions, sample.add_indices<std::uint16_t>({1, 3, 2}, 5123));
  sample.add_primitive(positions, sample.add_indices<std::uint32_t>({2, 3, 4}, 5125));
  const MeshFile file = read(sample.text());
  EXPECT_EQ(file.surface.triangles, (std::vector<Triangle>{{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}));
  EXPECT_EQ(file.surface.positions, kCorners) << "shared by the three primitives";
}

TEST(GltfReader, strips_and_fans_become_triangles_of_one_orientation) {
  SampleGltf strip;
  strip.add_primitive(strip.add_positions(kCorners), -1, 5);
  EXPECT_EQ(read(strip.text()).surface.triangles, (std::vector<Triangle>{{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}));
  SampleGltf fan;
  fan.add_primitive(fan.add_positions(kCorners), fan.add_indices<std::uint16_t>({0, 1, 3, 4}, 5123), 6);
  EXPECT_EQ(read(fan.text()).surface.triangles, (std::vector<Triangle>{{0, 1, 3}, {0, 3, 4}}));
}

TEST(GltfReader, points_and_lines_are_skipped_with_their_count) {
  SampleGltf sample = cube_gltf();
  for (const int mode : {0, 1, 3}) sample.add_primitive(0, -1, mode);
  const MeshFile file = read(sample.text());
  EXPECT_EQ(file.surface.triangle_count(), 12);
  EXPECT_THAT(file.warnings, testing::ElementsAre("3 primitives of points or lines skipped"));
}

TEST(GltfReader, node_transforms_are_applied_from_the_root_down) {
  SampleGltf sample = cube_gltf();
  // A quarter turn about z takes x to y; the parent scales and shifts what the child has turned.
  const double h = std::sqrt(0.5);
  sample.json["nodes"] = {{{"children", {1}}, {"scale", {2, 2, 2}}, {"translation", {10, 0, 0}}},
                          {{"mesh", 0}, {"rotation", {0, 0, h, h}}}};
  const MeshFile file = read(sample.text());
  const SurfaceMesh cube = cube_surface();
  for (Index v = 0; v < 8; ++v) {
    const Vec3& p = cube.positions[v];
    EXPECT_LT(distance(file.surface.positions[v], {10 - 2 * p.y, 2 * p.x, 2 * p.z}), 1e-12);
  }
  EXPECT_NEAR(signed_volume(file.surface), 64, 1e-9);
}

TEST(GltfReader, a_matrix_says_the_same_as_its_parts) {
  SampleGltf sample = cube_gltf();
  sample.json["nodes"] = {{{"mesh", 0}, {"matrix", {0, 3, 0, 0, -3, 0, 0, 0, 0, 0, 3, 0, 1, 2, 3, 1}}}};
  const MeshFile file = read(sample.text());
  EXPECT_EQ(file.surface.positions[1], (Vec3{1, 8, 3}));
  EXPECT_NEAR(signed_volume(file.surface), 8 * 27, 1e-9);
}

TEST(GltfReader, a_mirrored_body_still_faces_outward) {
  SampleGltf sample = cube_gltf();
  sample.json["nodes"][0]["scale"] = {-1, 1, 1};
  EXPECT_NEAR(signed_volume(read(sample.text()).surface), 8, 1e-12);
}

TEST(GltfReader, a_mesh_shown_twice_is_there_twice_and_other_scenes_are_not) {
  SampleGltf sample = cube_gltf();
  sample.json["nodes"] = {{{"mesh", 0}}, {{"mesh", 0}, {"translation", {5, 0, 0}}}, {{"mesh", 0}}};
  sample.json["scenes"] = {{{"nodes", {2}}}, {{"nodes", {0, 1}}}};
  sample.json["scene"] = 1;
  EXPECT_EQ(read(sample.text()).surface.triangle_count(), 24);
  sample.json.erase("scenes");
  EXPECT_EQ(read(sample.text()).surface.triangle_count(), 36) << "without scenes all roots are shown";
}

TEST(GltfReader, interleaved_and_quantized_positions_are_read) {
  SampleGltf sample;
  std::string bytes;
  for (const int x : {0, 32767, -32767})
    for (const int value : {x, 0, x * x / 32767, 99}) bytes += bytes_of(static_cast<std::int16_t>(value));
  const int positions = sample.add_accessor(bytes, 3, "VEC3", 5122);
  sample.json["bufferViews"][0]["byteStride"] = 8;
  sample.json["accessors"][0]["normalized"] = true;
  sample.add_primitive(positions);
  EXPECT_EQ(read(sample.text()).surface.positions, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 1}, {-1, 0, 1}}));
}

TEST(GltfReader, what_is_not_read_is_refused_by_name) {
  SampleGltf sample = cube_gltf();
  sample.json["extensionsRequired"] = {"KHR_draco_mesh_compression"};
  EXPECT_THAT(complaint(sample), HasSubstr("KHR_draco_mesh_compression"));
  sample = cube_gltf();
  sample.json["accessors"][0]["sparse"] = {{"count", 1}};
  EXPECT_THAT(complaint(sample), HasSubstr("sparse"));
  sample = cube_gltf();
  sample.json["asset"]["version"] = "1.0";
  EXPECT_THAT(complaint(sample), HasSubstr("version 1.0"));
  for (const char* uri :
       {"http://example.org/cube.bin", "/etc/hostname", "missing.bin", "data:,plain", "../.."})
    EXPECT_THAT(error_of([&] { read(cube_gltf().with_uri(uri)); }), HasSubstr("sample.gltf")) << uri;
}

TEST(GltfReader, data_outside_its_buffer_is_never_read) {
  const auto change = [](const char* list, const char* key, json value) {
    SampleGltf sample = cube_gltf();
    sample.json[list][0][key] = std::move(value);
    return complaint(sample);
  };
  EXPECT_THAT(change("accessors", "count", 9), HasSubstr("reaches past the end"));
  EXPECT_THAT(change("accessors", "count", 18446744073709551615U), HasSubstr("reaches past the end"));
  EXPECT_THAT(change("accessors", "byteOffset", 18446744073709551615U), HasSubstr("reaches past the end"));
  EXPECT_THAT(change("accessors", "count", -1), HasSubstr("not a sound glTF file"));
  EXPECT_THAT(change("accessors", "componentType", 5124), HasSubstr("component type"));
  EXPECT_THAT(change("accessors", "type", "VEC2"), HasSubstr("VEC3"));
  EXPECT_THAT(change("bufferViews", "byteOffset", 1000000), HasSubstr("past the end of buffer"));
  EXPECT_THAT(change("bufferViews", "byteLength", 18446744073709551615U),
              HasSubstr("past the end of buffer"));
  EXPECT_THAT(change("bufferViews", "byteStride", 1), HasSubstr("stride"));
  EXPECT_THAT(change("bufferViews", "buffer", 1), HasSubstr("no buffers[1]"));
}

TEST(GltfReader, a_tree_with_a_loop_ends_with_a_message) {
  SampleGltf sample = cube_gltf();
  sample.json["nodes"] = {{{"children", {1}}}, {{"children", {0}}}};
  EXPECT_THAT(complaint(sample), HasSubstr("below itself"));
}

TEST(GltfReader, a_small_file_cannot_show_its_mesh_without_end) {
  SampleGltf sample;
  const int positions = sample.add_positions(std::vector<Vec3>(30000));
  for (int i = 0; i < 600; ++i) sample.add_primitive(positions);
  json nodes = json::array();
  for (int i = 0; i < 600; ++i) nodes.push_back(i);
  sample.json["nodes"] = json::array();
  for (int i = 0; i < 600; ++i) sample.json["nodes"].push_back({{"mesh", 0}});
  sample.json["scenes"][0]["nodes"] = nodes;
  EXPECT_THAT(complaint(sample), HasSubstr("more than"));
}

TEST(GltfReader, deeply_nested_json_is_refused_without_harm) {
  EXPECT_THAT(error_of([&] { read("{\"asset\":" + std::string(200000, '[')); }),
              HasSubstr("not a sound glTF"));
}

}  // namespace
}  // namespace sinew
