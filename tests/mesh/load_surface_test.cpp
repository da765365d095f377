#include "sinew/mesh/repair.h"

#include <gmock/gmock.h>

#include "base/file.h"
#include "mesh/formats/sample_surfaces.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kTetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

TEST(LoadSurface, a_sound_surface_comes_as_it_is_without_a_note) {
  const TemporaryFolder folder;
  write_file(folder / "a.obj", kTetrahedron);
  std::vector<std::string> notes;
  const SurfaceMesh surface = load_surface(folder / "a.obj", notes);
  EXPECT_EQ(surface.triangles, read_mesh(folder / "a.obj").surface.triangles);
  EXPECT_THAT(notes, IsEmpty());
}

TEST(LoadSurface, what_is_repaired_is_noted) {
  const TemporaryFolder folder;
  write_file(folder / "a.obj", std::string(kTetrahedron) + "v 5 5 5\nf 1 3 2\nf 1 1 2\n");
  std::vector<std::string> notes;
  const SurfaceMesh surface = load_surface(folder / "a.obj", notes);
  EXPECT_EQ(surface.triangle_count(), 4);
  EXPECT_EQ(surface.vertex_count(), 4);
  EXPECT_THAT(notes, Contains(HasSubstr("dropped as duplicates")));
  EXPECT_THAT(notes, Contains(HasSubstr("without area dropped")));
  EXPECT_THAT(notes, Contains(HasSubstr("used by no triangle dropped")));
}

TEST(LoadSurface, of_a_volume_the_boundary_is_taken_outward_and_without_inner_nodes) {
  // One tetrahedron cut into four by a node inside it.
  const TemporaryFolder folder;
  write_volume(folder / "a.msh", {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.2, 0.2, 0.2}},
                                  {{0, 1, 2, 4}, {0, 3, 1, 4}, {0, 2, 3, 4}, {1, 3, 2, 4}},
                                  {},
                                  {},
                                  {}});
  std::vector<std::string> notes;
  const SurfaceMesh surface = load_surface(folder / "a.msh", notes);
  EXPECT_EQ(surface.triangle_count(), 4);
  EXPECT_EQ(surface.vertex_count(), 4);
  EXPECT_NEAR(signed_volume(surface), 1.0 / 6, 1e-15);
  EXPECT_THAT(notes, Contains(HasSubstr("its boundary is taken")));
}

TEST(LoadSurface, triangles_without_any_area_are_no_surface) {
  const TemporaryFolder folder;
  write_file(folder / "a.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
  std::vector<std::string> notes;
  EXPECT_THROW(load_surface(folder / "a.obj", notes), Error);
}

}  // namespace
}  // namespace sinew
