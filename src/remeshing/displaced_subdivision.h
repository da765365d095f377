#pragma once

#include <span>
#include <vector>

#include "remeshing/loop_limit.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// A fine surface that follows a coarse control mesh [Lee et al. 2000; JamesPai03, sec. 9.2, fig. 12]: Loop's limit
// surface of the control mesh, displaced along its normals by one number per fine vertex, which was sampled from a
// detailed surface at rest.
//
//                  detailed surface
//            _.-^-._   /
//           /   |d  '-'            position = limit point + d * unit normal of the limit
//        --x----x----x--           limit points and tangents: fixed sums over control vertices
//       control vertices
//
// Rigid motions of the control vertices move the fine surface rigidly, details turn with it.
class DisplacedSubdivision {
 public:
  // Fine vertices are those of `steps` Loop subdivisions of the control mesh, numbered as there. The control mesh is
  // a closed, oriented manifold, the detailed surface near it; throws Error if not, and if steps are not 0 to 6.
  DisplacedSubdivision(const SurfaceMesh& control, int steps, const SurfaceMesh& detailed);

  Index control_count() const { return control_count_; }
  Index vertex_count() const { return static_cast<Index>(displacements_.size()); }
  const std::vector<Triangle>& triangles() const { return triangles_; }
  // Along the outward normal, in the surfaces' unit.
  std::span<const double> displacements() const { return displacements_; }
  // Fine vertices whose normal met no part of the detailed surface: their distance to its nearest point, along the
  // normal, was taken.
  Index missed() const { return missed_; }

  // Positions of the fine vertices from those of the control vertices, and with unit normals of the triangles around, by
  // area. Allocate nothing; the same bits for any number of threads.
  void evaluate(std::span<const Vec3> control, std::span<Vec3> positions) const;
  void evaluate(std::span<const Vec3> control, std::span<Vec3> positions, std::span<Vec3> normals) const;

  // The limit point of a fine vertex, without what displaces it.
  ControlSum limit_point(Index fine) const;

 private:
  // What a fine vertex takes from a control vertex: its limit point, and two tangents in counter-clockwise order.
  struct Share {
    Index control;
    double point, tangent, other_tangent;
  };

  void limit_shares(const SurfaceMesh& control, int steps);
  void sample(const SurfaceMesh& control, const SurfaceMesh& detailed);

  Index control_count_ = 0, missed_ = 0;
  std::vector<Triangle> triangles_;
  std::vector<Index> first_share_;  // per fine vertex, and one more at the end
  std::vector<Share> shares_;
  std::vector<Index> first_triangle_, star_;  // the triangles at each fine vertex
  std::vector<double> displacements_;
};

}  // namespace sinew
