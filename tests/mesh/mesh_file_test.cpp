#include "sinew/mesh/mesh_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "mesh/formats/format_writers.h"
#include "mesh/formats/sample_gltf.h"
#include "mesh/mesh_check.h"

namespace sinew {
namespace {

using testing::HasSubstr;

const std::string kOff = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
const std::string kAsciiStl =
    "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 "
    "0\nendloop\nendfacet\nendsolid\n";

TEST(MeshFile, what_is_written_is_read_back_whatever_the_case_of_its_extension) {
  const TemporaryFolder folder;
  for (const char* name : {"cube.obj", "cube.PLY", "cube.Stl"}) {
    write_surface(folder / name, cube_surface());
    EXPECT_TRUE(same_shape(read_mesh(folder / name).surface, cube_surface())) << name;
  }
}

TEST(MeshFile, every_surface_extension_has_its_reader) {
  const TemporaryFolder folder;
  const std::pair<const char*, std::string> files[] = {
      {"a.off", kOff},      {"a.coff", "C" + kOff},         {"a.noff", "N" + kOff},
      {"a.stl", kAsciiStl}, {"a.gltf", cube_gltf().text()}, {"a.glb", cube_gltf().container()}};
  for (const auto& [name, bytes] : files) {
    write_file(folder / name, bytes);
    EXPECT_GT(read_mesh(folder / name).surface.triangle_count(), 0) << name;
  }
}

TEST(MeshFile, a_file_under_the_wrong_name_is_told_its_right_one) {
  const TemporaryFolder folder;
  const std::tuple<const char*, std::string, const char*> files[] = {
      {"bunny.obj", ply_bytes(cube_surface()), "rename it to bunny.ply"},
      {"bunny.ply", obj_bytes(cube_surface()), "rename it to bunny.obj"},
      {"bunny.off", stl_bytes(cube_surface()), "rename it to bunny.stl"},
      {"bunny.obj", kAsciiStl, "rename it to bunny.stl"},
      {"bunny.stl", "# note\nN" + kOff, "rename it to bunny.off"},
      {"bunny.ply", cube_gltf().container(), "rename it to bunny.gltf"},
      {"bunny.vtk", cube_gltf().text(), "rename it to bunny.gltf"},
      {"bunny.stl", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n", "rename it to bunny.msh"},
      {"bunny.vtu", "# vtk DataFile Version 3.0\n", "rename it to bunny.vtk"},
      {"bunny.vtk", "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\">\n",
       "rename it to bunny.vtu"},
      {"bunny.msh", "# by hand\nMeshVersionFormatted 1\n", "rename it to bunny.mesh"}};
  for (const auto& [name, bytes, hint] : files) {
    write_file(folder / name, bytes);
    EXPECT_THAT(error_of([&, path = folder / name] { read_mesh(path); }), HasSubstr(hint));
  }
}

TEST(MeshFile, an_unknown_extension_lists_the_known_ones) {
  const TemporaryFolder folder;
  for (const char* name : {"a.fbx", "a"}) write_file(folder / name, "o");
  const std::string message = error_of([&] { read_mesh(folder / "a.fbx"); });
  EXPECT_THAT(message, HasSubstr("unknown extension '.fbx'"));
  EXPECT_THAT(message, HasSubstr(".obj .ply .stl .off"));
  EXPECT_THAT(error_of([&] { read_mesh(folder / "a"); }), HasSubstr("no extension"));
  EXPECT_THAT(error_of([] { write_surface("a.off", cube_surface()); }), HasSubstr(".obj .ply .stl"));
  EXPECT_THAT(error_of([] { write_volume("a.mesh", {}); }), HasSubstr(".vtu .msh"));
}

TEST(MeshFile, a_missing_file_and_a_folder_are_named_before_their_extension) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_of([&] { read_mesh(folder / "nothing"); }), HasSubstr("no such file"));
  EXPECT_THAT(error_of([&] { read_mesh(folder / "."); }), HasSubstr("is a folder"));
}

TEST(MeshFile, missing_and_empty_files_are_told_apart) {
  const TemporaryFolder folder;
  EXPECT_THAT(error_of([&] { read_mesh(folder / "a.obj"); }), HasSubstr("no such file"));
  write_file(folder / "a.obj", "");
  EXPECT_THAT(error_of([&] { read_mesh(folder / "a.obj"); }), HasSubstr("empty"));
}

TEST(MeshFile, vertices_alone_are_no_surface) {
  const TemporaryFolder folder;
  write_file(folder / "a.obj", "v 0 0 0\nv 1 0 0\n");
  EXPECT_THAT(error_of([&] { read_mesh(folder / "a.obj"); }),
              HasSubstr("no faces and no elements, only 2 vertices"));
}

TEST(MeshCheck, the_first_bad_vertex_is_named_and_all_are_counted) {
  MeshFile file{"PLY", cube_surface(), {}, 0, {}};
  file.surface.positions[3].y = NAN;
  file.surface.positions[6].x = INFINITY;
  const std::string message = error_of([&] { require_sound(file, "a.ply"); });
  EXPECT_THAT(message, HasSubstr("a.ply: 2 of 8 vertices"));
  EXPECT_THAT(message, HasSubstr("vertex 3 (counted from 0): 2 nan 0"));
}

TEST(MeshCheck, the_first_bad_index_is_named_and_all_are_counted) {
  MeshFile file{"PLY", cube_surface(), {}, 0, {}};
  file.surface.triangles[4] = {0, 8, 9};
  file.surface.triangles[7] = {-1, 0, 1};
  const std::string message = error_of([&] { require_sound(file, "a.ply"); });
  EXPECT_THAT(message, HasSubstr("2 of 12 triangles"));
  EXPECT_THAT(message, HasSubstr("number 4 (counted from 0): vertex 8 of 8"));
  MeshFile volume;
  volume.volume = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2, 4}}, {}, {}, {}};
  EXPECT_THAT(error_of([&] { require_sound(volume, "a.msh"); }), HasSubstr("1 of 1 tetrahedra"));
}

}  // namespace
}  // namespace sinew
