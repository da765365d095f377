#pragma once

#include <memory>
#include <span>

#include "elastic/rotation.h"
#include "linalg/rollers.h"
#include "octree/solver/cell_assembly.h"
#include "octree/solver/cell_packs.h"
#include "octree/solver/part_cells.h"

namespace sinew {

// A cell's rotation as a quaternion, whose length may carry a meaning.
struct CellRotation {
  float w = 1, x = 0, y = 0, z = 0;
  bool operator==(const CellRotation&) const = default;
};
Quaternion unit_quaternion(const CellRotation& q);

// The smoother: a sweep is one or two steps of block Jacobi relaxation (3 x 3 blocks). The weights of two
// steps damp the upper part of the spectrum of D^-1 A most evenly (Chebyshev polynomial of degree 2). The
// smoother is symmetric, as CG requires, and independent of any order. Error factor per V-cycle: 0.27 on a
// cube, against 0.23 with multicolour Gauss-Seidel (over-relaxed by 1.1); 0.89 with either if a cut ends
// within the cube. But Gauss-Seidel must gather the corners of a cell eight times per sweep, once for each;
// this smoother does so twice, and once if it starts from zero.
struct ChebyshevParams {
  // The range of eigenvalues of D^-1 A to damp; coarser levels take care of those below. The largest
  // eigenvalue is 2.6, 2.8, 3.1, 3.5, 3.9, 4.4 for Poisson's ratios of 0, 0.2, 0.3, 0.4, 0.45, 0.49. Cycles
  // diverge if `largest` is a fifth too small.
  double largest = 3.1;
  double smallest = 0.52;

  // Steps per sweep. With one, three cycles take eight products with A instead of fourteen. If cuts and thin
  // parts leave most of the error to the coarse levels, the cases in which multigrid is slow, they get as
  // far: to 0.0045 of the error for a cube cut into rods, 0.0044 with two. Without cuts they reach 2.2e-4
  // instead of 1.3e-4.
  int steps = 2;

  // Extra sweeps of two steps in thin regions (CellOperator::set_thin_vertices), and the smallest eigenvalue of
  // D^-1 A that they damp. All their steps are one polynomial: with a 40th of the largest eigenvalue as the
  // smallest, four sweeps leave 0.16 of an error, where four polynomials of two steps each would leave 0.47.
  int thin_sweeps = 0;
  double smallest_of_thin = 0.075;

  std::array<float, 2> weights_of_two() const {
    return {weight_between(smallest, largest, 0, 2), weight_between(smallest, largest, 1, 2)};
  }
  // Of one of the 2 thin_sweeps steps.
  float weight_of_thin(int step) const {
    return weight_between(smallest_of_thin, largest, step, 2 * thin_sweeps);
  }
  // Damps the upper two thirds of the spectrum to a half at most.
  float weight_of_one() const { return static_cast<float>(1.5 / largest); }

 private:
  // Of one step of a Chebyshev polynomial of this degree over [low, high].
  static float weight_between(double low, double high, int step, int degree);
};
// Takes the largest eigenvalue as CellOperator estimates it.
ChebyshevParams chebyshev_for(double largest_eigenvalue);

// The finest level of an octree's multigrid, without stored matrices:
//
//   A = k K + diag(m_v),   K = sum_c H_c^T (s_c R_c K_c R_c^T) H_c
//
// where K_c is the stiffness of a unit cube for mu = 1 and the cell's lambda / mu, H_c the weights by which
// its corners follow the unknowns (vertices.h), R_c its rotation, s_c its stiffness, k a factor, and m_v the
// contribution of masses. Held vertices are left out: they keep their value in x, which must be 0 for A x,
// and their residual is 0. Rollers are left out along their held directions, in the same way: with P the
// projection on the free ones, A stands for P A P, and D^-1 for the inverse of P D P in the free directions.
//
// Vectors have an entry per unknown. All results have the same bits for any number of threads. Nothing is
// allocated except on the first call of each thread.
class CellOperator {
 public:
  // `points` are those of the unknowns; `spacing` is the side of a voxel, m.
  CellOperator(std::span<const CellPlace> places, std::span<const CellUnknowns> unknowns,
               std::span<const LatticePoint> points, double spacing, const CellPacksParams& params = {},
               const CellKernels& kernels = cell_kernels_for(best_instruction_set()));
  // Over packs of these cells, which several operators may share.
  CellOperator(std::shared_ptr<const CellPacks> packs, std::span<const CellPlace> places, double spacing,
               const CellKernels& kernels = cell_kernels_for(best_instruction_set()));

  Index vertices() const { return packs_->vertex_count; }
  Index cells() const { return packs_->cell_count; }
  const CellPacks& packs() const { return *packs_; }

  // Sets s_c = mu per cell, and k. Resets all rotations. Throws Error if a mu is not positive.
  void set_stiffness(std::span<const CellStiffness> stiffness, double factor = 1);
  // Cells that have matrices of their own instead; null: none. Must be set before the stiffness.
  void set_parts(std::shared_ptr<const PartCells> parts) { parts_ = std::move(parts); }
  const PartCells* parts() const { return parts_.get(); }
  // Sets m_v, and which vertices are held; each may be empty. Refers to the rollers, which are not held.
  void set_vertices(std::span<const double> mass, std::span<const char> held,
                    std::span<const Roller> rollers = {});
  // x = P x
  template <typename Row>
  void project_to_free(std::span<Row> x) const {
    project(rollers_, x);
  }

  // Marks the vertices of thin regions: walls and rods of a cell or two that a cut leaves, whose bending is
  // too stiff on coarser levels. Blocks that contain such vertices get the smoother's extra sweeps.
  void set_thin_vertices(std::span<const char> thin);

  // Sets the rotation per cell; lengths are corrected.
  void set_rotations(std::span<const CellRotation> rotations);
  // Sets the rotations nearest to the cells' deformations at displacements u, searched from those that were
  // kept [Dick11, sec. 5].
  void update_rotations(std::span<const Block3<double>> u);
  // Per cell, with |q|^4 = k s_c.
  std::span<const CellRotation> rotations() const { return rotations_; }

  // Keeps the rotations as the start of later searches. Initially these are identities. Their lengths have no
  // meaning.
  void keep_rotations();
  // Per cell. Values that are set are returned, and used as start, with the same bits.
  void set_kept_rotations(std::span<const CellRotation> rotations);
  std::vector<CellRotation> kept_rotations() const;

  // Must be called before smoothing. Does nothing if materials, masses, held vertices and rotations have not
  // changed since the last call.
  void update_diagonal();

  // The largest eigenvalue of D^-1 A, by this many Lanczos steps in some of the blocks, whose diagonal it
  // updates; a few percent too small. For set-up: cuts and rotations change it little.
  double largest_eigenvalue(int steps = 10);

  // D^-1, the inverses of the rows' 3 x 3 blocks: nine numbers each, by columns; 0 at held vertices.
  std::vector<float> inverse_diagonal() const;

  void multiply(std::span<const Block3<float>> x, std::span<Block3<float>> y) const;
  void residual(std::span<const Block3<float>> b, std::span<const Block3<float>> x,
                std::span<Block3<float>> r) const;
  // z = D^-1 r; 0 at held vertices. Returns r . z.
  double precondition(std::span<const Block3<float>> r, std::span<Block3<float>> z) const;
  // One step of relaxation: to = x + omega D^-1 (b - A x).
  void relax(float omega, std::span<const Block3<float>> b, std::span<const Block3<float>> x,
             std::span<Block3<float>> to) const;
  // One step from zero, x = omega D^-1 b, and r = b - A x.
  void relax_from_zero(float omega, std::span<const Block3<float>> b, std::span<Block3<float>> x,
                       std::span<Block3<float>> r) const;
  // Two steps from zero.
  void relax_twice_from_zero(const std::array<float, 2>& omega, std::span<const Block3<float>> b,
                             std::span<Block3<float>> x) const;
  // The same for all sides of a panel.
  void multiply(std::span<const PanelRow<float>> x, std::span<PanelRow<float>> y) const;
  void residual(std::span<const PanelRow<float>> b, std::span<const PanelRow<float>> x,
                std::span<PanelRow<float>> r) const;
  void precondition(std::span<const PanelRow<float>> r, std::span<PanelRow<float>> z) const;
  void relax(float omega, std::span<const PanelRow<float>> b, std::span<const PanelRow<float>> x,
             std::span<PanelRow<float>> to) const;
  void relax_from_zero(float omega, std::span<const PanelRow<float>> b, std::span<PanelRow<float>> x,
                       std::span<PanelRow<float>> r) const;
  // `spare` is work space.
  void relax_twice_from_zero(const std::array<float, 2>& omega, std::span<const PanelRow<float>> b,
                             std::span<PanelRow<float>> x, std::span<PanelRow<float>> spare) const;

  // The extra sweeps in thin regions. `spare` is work space.
  void smooth_thin(const ChebyshevParams& params, std::span<const Block3<float>> b,
                   std::span<Block3<float>> x, std::span<Block3<float>> spare) const;

  // f = scale K x
  void multiply_stiffness(double scale, std::span<const Block3<double>> x, std::span<Block3<double>> f) const;
  // f = scale sum_c H_c^T s_c R_c K_c (R_c^T (X_c + H_c u) - X_c) at displacements u, where X_c is the cell
  // at rest. The forces that the body exerts on its vertices have the opposite sign.
  void elastic_forces(double scale, std::span<const Block3<double>> u, std::span<Block3<double>> f) const;

 private:
  CellPackView view() const;
  void leave_out_held_directions(const Roller& roller);
  void precondition_by(float omega, std::span<const PanelRow<float>> r, std::span<PanelRow<float>> z) const;
  void update_diagonal_of(std::span<const Index> blocks);
  std::vector<Index> sampled_blocks() const;
  Block3<float> preconditioned(Index vertex, const Block3<float>& r) const;
  // y = A x in these blocks.
  void multiply_blocks(std::span<const Index> blocks, std::span<const Block3<float>> x,
                       std::span<Block3<float>> y) const;
  // One step of relaxation in these blocks.
  void relax_blocks(std::span<const Index> blocks, float omega, std::span<const Block3<float>> b,
                    std::span<const Block3<float>> x, std::span<Block3<float>> to) const;
  // Rotations of the cells with matrices of their own, from those in float that kernels have found: these, or those
  // nearest to the deformations.
  void turn_parts();
  void turn_parts(std::span<const Block3<double>> u);
  // Before and after the diagonal of the other cells is inverted.
  std::vector<Mat3> add_diagonal_of_parts();
  void invert_diagonal_of_parts(std::span<const Mat3> of_parts);
  // Calls add(unknown, value) for y = A x of the cells with matrices of their own.
  template <typename Add>
  void product_of_parts(std::span<const Block3<float>> x, Add&& add) const;
  // The same for the sides of a panel: add(unknown, side, value).
  template <typename Add>
  void product_of_parts(std::span<const PanelRow<float>> x, Add&& add) const;
  void subtract_parts(std::span<const Block3<float>> x, std::span<Block3<float>> r) const;
  void relax_parts(float omega, std::span<const Block3<float>> x, std::span<Block3<float>> to) const;
  std::vector<char> in_blocks(std::span<const Index> blocks) const;
  void sum_forces(double scale, double rest, std::span<const Block3<double>> u,
                  std::span<Block3<double>> f) const;

  std::shared_ptr<const CellPacks> packs_;
  CellKernels kernels_;
  LargeVector<PackRest> pack_rest_;
  LargeVector<PackStiffness> pack_stiffness_;
  LargeVector<PackQuaternions> left_;  // remainders of pack_stiffness_'s quaternions in double precision
  LargeVector<PackQuaternions> kept_;
  double factor_ = 1;
  LargeVector<CellRotation> rotations_;
  LargeVector<VertexRow> rows_;
  std::span<const Roller> rollers_;
  bool is_diagonal_old_ = true;
  std::vector<Index> thin_blocks_;
  std::vector<char> is_thin_;  // per vertex: in one of them; empty without parts
  std::shared_ptr<const PartCells> parts_;
  std::vector<Mat3> part_rotations_;
  std::vector<float> mass_of_parts_;  // of their unknowns, while the diagonal is inverted
};

template <typename Add>
void CellOperator::product_of_parts(std::span<const Block3<float>> x, Add&& add) const {
  if (parts_ == nullptr) return;
  parts_->product<float>(factor_, part_rotations_, x, [&](Index v, const Block3<float>& value) {
    if (rows_[v].free != 0) add(v, value);
  });
}

}  // namespace sinew
