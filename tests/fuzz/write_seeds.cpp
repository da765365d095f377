// write_seeds FOLDER: writes the seeds that are not text, in a folder for each target: what our writers give,
// other encodings of the same meshes, a checkpoint, and files of responses.
#include <fmt/format.h>
#include <zlib.h>

#include <cstdio>
#include <filesystem>

#include "base/file.h"
#include "fuzz/checkpoint_world.h"
#include "greens/file/made_files.h"
#include "mesh/formats/file_bytes.h"
#include "mesh/formats/format_writers.h"
#include "mesh/formats/sample_gltf.h"
#include "mesh/formats/volume_samples.h"
#include "world/checkpoint.h"

namespace sinew::fuzz {

namespace {

namespace fs = std::filesystem;

SurfaceMesh triangles() { return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2}, {0, 3, 1}}}; }

VolumeMesh recorded_volume() {
  VolumeMesh mesh = sample_volume();
  mesh.node_fields = {{"displacement", 3, std::vector<double>(27)}, {"velocity", 3, std::vector<double>(27)}};
  mesh.element_fields = {{"stress", 1, {1, 2, 3}}};
  return mesh;
}

VolumeMesh recorded_cells() {
  VolumeMesh mesh = recorded_volume();
  mesh.tetrahedra.clear();
  mesh.element_fields = {{"stress", 1, {3}}, {"level", 1, {1}}};
  return mesh;
}

std::string big_endian_ply() {
  BinaryText file(std::endian::big);
  file.text("ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\n");
  file.text("property double z\nelement face 1\nproperty list uchar ushort vertex_indices\nend_header\n");
  for (const int x : {0, 1, 2}) file.put<float>(x, x * x).put<double>(1);
  return file.put<std::uint8_t>(3).put<std::uint16_t>(0, 1, 2).bytes();
}

std::string binary_vtk() {
  BinaryText file(std::endian::big);
  file.text("# vtk DataFile Version 3.0\ntitle\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 9 double\n")
      .points(sample_volume())
      .text("\nCELLS 2 14\n")
      .put<int>(8, 0, 1, 2, 3, 4, 5, 6, 7, 4, 0, 3, 1, 8);
  return file.text("\nCELL_TYPES 2\n")
      .put<int>(12, 10)
      .text("\nCELL_DATA 2\nFIELD FieldData 1\nmass 1 2 float\n")
      .put<float>(1, 2)
      .bytes();
}

std::string binary_gmsh4() {
  BinaryText file(std::endian::little);
  file.text("$MeshFormat\n4.1 1 8\n").put<int>(1).text("\n$EndMeshFormat\n$Entities\n");
  file.put<std::uint64_t>(0, 0, 0, 1).put<int>(1).put<double>(0, 0, -1, 1, 1, 1);
  file.put<std::uint64_t>(1).put<int>(7).put<std::uint64_t>(0).text("\n$EndEntities\n$Nodes\n");
  file.put<std::uint64_t>(1, 9, 1, 9).put<int>(3, 1, 0).put<std::uint64_t>(9, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  file.points(sample_volume()).text("\n$EndNodes\n$Elements\n").put<std::uint64_t>(1, 1, 1, 1);
  file.put<int>(3, 1, 5).put<std::uint64_t>(1, 1, 1, 2, 3, 4, 5, 6, 7, 8);
  return file.text("\n$EndElements\n").bytes();
}

std::string gzip_nrrd() {
  const std::string data(12, '\3');
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
  std::string packed(100, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  stream.avail_in = static_cast<uInt>(data.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 3 2\nencoding: gzip\n\n" + packed;
}

void put(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  write_file(path, bytes);
}

void write_seeds(const fs::path& folder) {
  put(folder / "ply/ours.ply", ply_bytes(triangles()));
  put(folder / "ply/big.ply", big_endian_ply());
  put(folder / "stl/ours.stl", stl_bytes(triangles()));
  put(folder / "gltf/cube.glb", cube_gltf().container());
  put(folder / "gmsh/ours.msh", gmsh_bytes(sample_volume()));
  put(folder / "gmsh/four_binary.msh", binary_gmsh4());
  put(folder / "vtk/binary.vtk", binary_vtk());
  put(folder / "vtu/ours.vtu", vtu_bytes(sample_volume()));
  put(folder / "nrrd/gzip.nrrd", gzip_nrrd());
  put(folder / "recorded/volume.vtu", vtu_bytes(recorded_volume()));
  put(folder / "recorded/cells.vtu", vtu_bytes(recorded_cells()));
  World world = checkpoint_world();
  for (int step = 0; step < kCheckpointSteps; ++step) world.step(kCheckpointStep);
  fs::create_directories(folder / "checkpoint");
  write_checkpoint(folder / "checkpoint/cut.sinew", world, "scene");
  fs::create_directories(folder / "greens");
  for (const BlockPrecision precision : {BlockPrecision::kFloat, BlockPrecision::kQuantised}) {
    GreensFileHead head = made_up_head(0);
    head.precision = precision;
    write_greens_file(folder / fmt::format("greens/{}.greens", static_cast<int>(precision)), head,
                      *made_up_columns(head));
  }
}

}  // namespace

}  // namespace sinew::fuzz

int main(int argc, char** argv) try {
  if (argc != 2) throw sinew::Error("usage: write_seeds FOLDER");
  sinew::fuzz::write_seeds(argv[1]);
  return 0;
} catch (const sinew::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
