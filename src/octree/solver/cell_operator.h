#pragma once

#include <span>

#include "elastic/rotation.h"
#include "linalg/panel.h"
#include "octree/solver/cell_assembly.h"
#include "octree/solver/cell_packs.h"

namespace sinew {

// A cell's rotation as a quaternion, of which the length may have a meaning of its own.
struct CellRotation {
  float w = 1, x = 0, y = 0, z = 0;
  bool operator==(const CellRotation&) const = default;
};
Quaternion unit_quaternion(const CellRotation& q);

// A sweep is one or two steps of Jacobi relaxation with 3 x 3 blocks. The weights of two damp what lies in
// the upper part of the spectrum of D^-1 A most evenly: Chebyshev's polynomial of degree 2. It is symmetric,
// as CG asks, and has no order. A V-cycle with it converges by 0.27 on a cube, with Gauss-Seidel by colours
// (over-relaxed by 1.1) by 0.23, with either by 0.89 where a cut ends within it; but Gauss-Seidel has to
// gather a cell's corners eight times a sweep, once for each, where this does twice, and once from zero.
struct ChebyshevParams {
  // Eigenvalues of D^-1 A to damp between; the coarser levels take what is below. The largest one
  // is 2.6, 2.8, 3.1, 3.5, 3.9, 4.4 where Poisson's ratio is 0, 0.2, 0.3, 0.4, 0.45, 0.49; with a fifth less,
  // cycles diverge.
  double largest = 3.1;
  double smallest = 0.52;

  // With one, three cycles take eight products with A instead of fourteen, and where cuts and thin parts
  // leave most of the error to the coarse levels, which is where multigrid is slow, they come as far: to
  // 0.0045 of the error of a cube cut into rods, 0.0044 with two. Where nothing is cut, to 2.2e-4 instead
  // of 1.3e-4.
  int steps = 2;

  // Extra sweeps in thin regions (CellOperator::set_thin_vertices), and the smallest eigenvalue of D^-1 A
  // that they damp.
  int thin_sweeps = 0;
  double smallest_of_thin = 0.19;

  std::array<float, 2> weights_of_two() const { return weights_between(smallest, largest); }
  std::array<float, 2> weights_of_thin() const { return weights_between(smallest_of_thin, largest); }
  // Damps the upper two thirds to a half at most.
  float weight_of_one() const { return static_cast<float>(1.5 / largest); }

 private:
  static std::array<float, 2> weights_between(double low, double high);
};
// For the largest eigenvalue as CellOperator estimates it.
ChebyshevParams chebyshev_for(double largest_eigenvalue);

// The finest level of an octree's multigrid, without stored matrices:
//
//   A = k K + diag(m_v),   K = sum_c H_c^T (s_c R_c K_c R_c^T) H_c
//
// with K_c the stiffness of a unit cube for mu = 1 and the cell's lambda / mu, H_c the weights by which its
// corners follow the unknowns (vertices.h), R_c its rotation, s_c its stiffness, k a factor and m_v what
// masses add.
// Held vertices are out of it: they keep their value in x, which must be 0 where A x is asked, and have
// residual 0.
//
// Vectors have an entry for each unknown. All results have the same bits for any number of threads; no step
// allocates, but for each thread's first.
class CellOperator {
 public:
  // `points` are those of the unknowns; `spacing` is the side of a voxel, m.
  CellOperator(std::span<const CellPlace> places, std::span<const CellUnknowns> unknowns,
               std::span<const LatticePoint> points, double spacing, const CellPacksParams& params = {},
               const CellKernels& kernels = cell_kernels_for(best_instruction_set()));

  Index vertices() const { return packs_.vertex_count; }
  Index cells() const { return packs_.cell_count; }
  const CellPacks& packs() const { return packs_; }

  // Per cell: s_c is its mu; and k. Cells are unturned then. Throws Error for a mu that is not positive.
  void set_stiffness(std::span<const CellStiffness> stiffness, double factor = 1);
  // Per vertex: m_v, and whether it is held; empty where there is none.
  void set_vertices(std::span<const double> mass, std::span<const char> held);

  // Marks the vertices of thin regions: walls and rods of a cell or two that a cut leaves, whose bending
  // coarser levels take for too stiff. Blocks with one of them get the smoother's extra sweeps.
  void set_thin_vertices(std::span<const char> thin);

  // Per cell, lengths being put right.
  void set_rotations(std::span<const CellRotation> rotations);
  // To the nearest of the cells' deformations at displacements u, searched from those that were kept
  // [Dick11, sec. 5].
  void update_rotations(std::span<const Block3<double>> u);
  // Per cell; |q|^4 = k s_c.
  std::span<const CellRotation> rotations() const { return rotations_; }

  // Keeps the rotations for searches to start from; at first, those of cells that are not turned. Their
  // length has no meaning.
  void keep_rotations();
  // Per cell. What is set is searched from, and given back, to the bit.
  void set_kept_rotations(std::span<const CellRotation> rotations);
  std::vector<CellRotation> kept_rotations() const;

  // To be called before smoothing. Does nothing where materials, masses, held vertices and rotations are
  // those of the last time.
  void update_diagonal();

  // The largest eigenvalue of D^-1 A, by so many steps of Lanczos' method in some of the blocks: a few
  // percent too small. For set-up: cuts and rotations change it little.
  double largest_eigenvalue(int steps = 10) const;

  // D^-1, the inverses of the rows' 3 x 3 blocks, nine numbers each, by columns; 0 at held vertices.
  std::vector<float> inverse_diagonal() const;

  void multiply(std::span<const Block3<float>> x, std::span<Block3<float>> y) const;
  void residual(std::span<const Block3<float>> b, std::span<const Block3<float>> x,
                std::span<Block3<float>> r) const;
  // z = D^-1 r, the rows' 3 x 3 blocks; 0 at held vertices.
  void precondition(std::span<const Block3<float>> r, std::span<Block3<float>> z) const;
  // A step of relaxation: to = x + omega D^-1 (b - A x).
  void relax(float omega, std::span<const Block3<float>> b, std::span<const Block3<float>> x,
             std::span<Block3<float>> to) const;
  // A step from zero, x = omega D^-1 b, and r = b - A x.
  void relax_from_zero(float omega, std::span<const Block3<float>> b, std::span<Block3<float>> x,
                       std::span<Block3<float>> r) const;
  // Two steps from zero.
  void relax_twice_from_zero(const std::array<float, 2>& omega, std::span<const Block3<float>> b,
                             std::span<Block3<float>> x) const;
  // The same for every side of a panel.
  void multiply(std::span<const PanelRow<float>> x, std::span<PanelRow<float>> y) const;
  void residual(std::span<const PanelRow<float>> b, std::span<const PanelRow<float>> x,
                std::span<PanelRow<float>> r) const;
  void precondition(std::span<const PanelRow<float>> r, std::span<PanelRow<float>> z) const;
  void relax(float omega, std::span<const PanelRow<float>> b, std::span<const PanelRow<float>> x,
             std::span<PanelRow<float>> to) const;
  void relax_from_zero(float omega, std::span<const PanelRow<float>> b, std::span<PanelRow<float>> x,
                       std::span<PanelRow<float>> r) const;
  // What is in `spare` does not matter.
  void relax_twice_from_zero(const std::array<float, 2>& omega, std::span<const PanelRow<float>> b,
                             std::span<PanelRow<float>> x, std::span<PanelRow<float>> spare) const;

  // The extra sweeps of thin regions. What is in `spare` does not matter.
  void smooth_thin(const ChebyshevParams& params, std::span<const Block3<float>> b,
                   std::span<Block3<float>> x, std::span<Block3<float>> spare) const;

  // f = scale K x
  void multiply_stiffness(double scale, std::span<const Block3<double>> x, std::span<Block3<double>> f) const;
  // f = scale sum_c H_c^T s_c R_c K_c (R_c^T (X_c + H_c u) - X_c) at displacements u, X_c being the cell at
  // rest: what the body exerts on its vertices has the other sign.
  void elastic_forces(double scale, std::span<const Block3<double>> u, std::span<Block3<double>> f) const;

 private:
  CellPackView view() const;
  void precondition_by(float omega, std::span<const PanelRow<float>> r, std::span<PanelRow<float>> z) const;
  std::vector<Index> sampled_blocks() const;
  Block3<float> preconditioned(Index vertex, const Block3<float>& r) const;
  // y = A x in these blocks.
  void multiply_blocks(std::span<const Index> blocks, std::span<const Block3<float>> x,
                       std::span<Block3<float>> y) const;
  // A step of relaxation in these blocks.
  void relax_blocks(std::span<const Index> blocks, float omega, std::span<const Block3<float>> b,
                    std::span<const Block3<float>> x, std::span<Block3<float>> to) const;
  void sum_forces(double scale, double rest, std::span<const Block3<double>> u,
                  std::span<Block3<double>> f) const;

  CellPacks packs_;
  CellKernels kernels_;
  LargeVector<PackRest> pack_rest_;
  LargeVector<PackStiffness> pack_stiffness_;
  LargeVector<PackQuaternions> left_;  // of rotations in double, by pack_stiffness_
  LargeVector<PackQuaternions> kept_;
  double factor_ = 1;
  LargeVector<CellRotation> rotations_;
  LargeVector<VertexRow> rows_;
  bool is_diagonal_old_ = true;
  std::vector<Index> thin_blocks_;
};

}  // namespace sinew
