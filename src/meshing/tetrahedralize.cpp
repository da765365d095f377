#include "sinew/meshing/tetrahedra.h"

#include <cmath>

#include "mesh/tetrahedron_adjacency.h"
#include "meshing/containing_mesh.h"
#include "meshing/crumbs.h"
#include "meshing/element_budget.h"
#include "meshing/isosurface_stuffing.h"

namespace sinew {

namespace {

constexpr double kLeastShare = 0.6;  // of the volume, below which a mesh does not stand for its solid

}  // namespace

VolumeMesh tetrahedralize(const SurfaceMesh& surface, const SignedDistance& solid, Index target) {
  require_budget(solid, target);
  const GrownSolid field(solid, 0);
  const double volume = rough_volume(surface, solid);
  const double guess = std::cbrt(kTetrahedraPerCube * volume / target);
  const double least = least_spacing(target, field.box());
  if (guess < least || !can_follow(surface, volume, guess)) return containing_mesh(surface, solid, target);
  VolumeMesh mesh = mesh_of_size(target, guess, least, [&](double spacing) {
                      return stuff(field, BccLattice(field.box(), spacing));
                    }).mesh;
  split_hinges(mesh);
  drop_crumbs(mesh, surface, solid.tree());
  const bool right_size = std::abs(mesh.tetrahedron_count() - target) <= 0.2 * target;
  const bool whole = total_volume(mesh) >= kLeastShare * volume;
  return right_size && whole ? mesh : containing_mesh(surface, solid, target);
}

}  // namespace sinew
