#include "meshing/inside_check.h"

#include <gmock/gmock.h>

#include "meshing/bcc_lattice.h"
#include "sinew/base/error.h"
#include "sinew/shape/models.h"

namespace sinew {
namespace {

using testing::HasSubstr;

std::string complaint_about(const SurfaceMesh& surface) {
  try {
    require_inside(SignedDistance(surface));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

SurfaceMesh scaled(SurfaceMesh mesh, const Vec3& scale, const Vec3& shift = {}) {
  for (Vec3& p : mesh.positions) p = Vec3{p.x * scale.x, p.y * scale.y, p.z * scale.z} + shift;
  return mesh;
}

TEST(InsideCheck, solids_have_an_inside_however_thin) {
  const SurfaceMesh cube = make_model("cube");
  for (const double thickness : {1.0, 1e-2, 1e-4, 1e-5})
    EXPECT_EQ(complaint_about(scaled(cube, {1, thickness, 1})), "") << thickness;
}

TEST(InsideCheck, a_flat_sheet_has_none) {
  EXPECT_THAT(complaint_about(make_model("cloth")), HasSubstr("nothing is inside"));
}

TEST(InsideCheck, a_solid_with_a_hole_still_has_an_inside) {
  SurfaceMesh sphere = make_model("sphere");
  sphere.triangles.resize(3 * sphere.triangles.size() / 4);
  EXPECT_EQ(complaint_about(sphere), "");
}

TEST(InsideCheck, sizes_and_places_without_digits_are_refused_and_others_are_not) {
  const SurfaceMesh cube = make_model("cube");
  EXPECT_EQ(complaint_about(scaled(cube, {1e-30, 1e-30, 1e-30})), "");
  EXPECT_EQ(complaint_about(scaled(cube, {1, 1, 1}, {1e6, 1e6, 1e6})), "");
  EXPECT_THAT(complaint_about(scaled(cube, {1e80, 1e80, 1e80})), HasSubstr("scale it"));
  EXPECT_THAT(complaint_about(scaled(cube, {1, 1, 1}, {1e15, 0, 0})), HasSubstr("move it nearer"));
}

TEST(BccLattice, more_cubes_than_memory_holds_are_refused) {
  const Box3 box{{0, 0, 0}, {1000, 1000, 1000}};
  EXPECT_THROW(BccLattice(box, 0.1), Error);
  EXPECT_NO_THROW(BccLattice(box, BccLattice::spacing_for(1e6, box)));
  const BccLattice lattice(box, BccLattice::spacing_for(1e6, box));
  const double cubes = 1.0 * lattice.cells()[0] * lattice.cells()[1] * lattice.cells()[2];
  EXPECT_NEAR(cubes / 1e6, 1, 0.1);  // the layer to spare
}

}  // namespace
}  // namespace sinew
