#pragma once

#include <memory>

#include "linalg/dense_matrix.h"
#include "linalg/direct_solver.h"
#include "tet/elastic_rest.h"
#include "tet/quadratic_mesh.h"

namespace sinew {

// A body of quadratic tetrahedra in balance, with linear (Cauchy) strain: the reference that does not lock,
// and the source of Green's functions. A cantilever two cells thick deflects 0.989 of its way at a Poisson's
// ratio of 0.3 and 0.953 at 0.49; of linear tetrahedra, 0.50 and 0.10.
//
//   K u = f on free nodes, u prescribed on held ones
//
// Nodes, forces and displacements are numbered as in `mesh()`.
class QuadraticStatics {
 public:
  // `materials` has one entry per element, or one for all. `held` lists nodes, middles of edges among them.
  // Throws Error if an element is inverted or flat, a node belongs to none, a material is invalid, or a piece
  // of the body is not held by three nodes off one line.
  QuadraticStatics(const VolumeMesh& mesh, std::span<const Material> materials, std::span<const Index> held);
  // The same; holds the nodes, middles of edges among them, whose positions satisfy the predicate.
  template <typename Predicate>
  static QuadraticStatics held_where(const VolumeMesh& mesh, std::span<const Material> materials,
                                     Predicate&& is_held);

  const QuadraticMesh& mesh() const { return mesh_; }
  std::span<const char> held() const { return held_; }  // per node
  // Of all nodes, held ones too; six rigid motions are in its null space.
  const BlockMatrix<double>& stiffness() const { return *K_; }

  // Nodal forces, N: of the weight, and of a traction (Pa) on triangles of corners, such as those of the
  // boundary. Both are consistent: a field of displacements does the same work.
  std::vector<Vec3> weight(const Vec3& gravity) const;
  std::vector<Vec3> traction(std::span<const Triangle> faces, const Vec3& pressure) const;
  // K u: what nodes exert on the world. At held nodes of a solution, minus the load there, it is the reaction.
  std::vector<Vec3> forces(std::span<const Vec3> displacements) const;

  // Displacements, m, in balance with these forces. `prescribed` is per node, read at held ones; empty: they
  // stay. The first call factors the matrix; calls may not run at the same time.
  std::vector<Vec3> solve(std::span<const Vec3> forces, std::span<const Vec3> prescribed = {});

  // How the free nodes `kept` respond to forces on each other, m/N: the rows and columns of K^-1 that
  // belong to them, three for each, dense and symmetric (linalg/schur_complement.h).
  DenseMatrix responses(std::span<const Index> kept) const;

 private:
  void assemble();
  void require_supported(const VolumeMesh& mesh) const;

  QuadraticMesh mesh_;
  std::vector<RestElement> elements_;
  std::vector<char> held_;
  std::unique_ptr<BlockPattern> pattern_;
  std::unique_ptr<BlockMatrix<double>> K_;
  std::unique_ptr<DirectSolver> solver_;  // null before the first solve
};

template <typename Predicate>
QuadraticStatics QuadraticStatics::held_where(const VolumeMesh& mesh, std::span<const Material> materials,
                                              Predicate&& is_held) {
  const QuadraticMesh quadratic = make_quadratic_mesh(mesh);
  std::vector<Index> held;
  for (Index v = 0; v < quadratic.node_count(); ++v)
    if (is_held(quadratic.positions[v])) held.push_back(v);
  return QuadraticStatics(mesh, materials, held);
}

}  // namespace sinew
