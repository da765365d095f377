#pragma once

#include "octree/solver/cell_operator.h"
#include "octree/solver/coarse_levels.h"

namespace sinew {

// A V-cycle whose finest level has no stored matrices and whose coarser levels have block rows: an
// approximation of A^-1 b, for defect correction or as a preconditioner. Refers to both parts, which must
// belong together (the same octree, stiffness, masses, held vertices and rotations).
//
// Error factor per cycle with one direction (CycleParams): 0.27 on a cube; about 0.9 near thin parts and
// crack tips, whichever smoother is used. As preconditioner of flexible CG, per iteration: 0.11 and 0.55 to
// 0.65.
class OctreeCycle {
 public:
  OctreeCycle(const CellOperator& finest, const CoarseLevels& coarse) : finest_(finest), coarse_(coarse) {}

  // Row is Block3<float>, or PanelRow<float> for cycles on sixteen right-hand sides at once.
  template <typename Row>
  struct WorkOf {
    UnsetVector<Row> spare;
    CoarseLevels::WorkOf<Row> coarse;
  };
  using Work = WorkOf<Block3<float>>;
  using PanelWork = WorkOf<PanelRow<float>>;
  template <typename Row = Block3<float>>
  WorkOf<Row> make_work() const;

  // x = one V-cycle on A x = b from zero; the previous x does not matter. It is symmetric if
  // params.symmetric.
  template <typename Row>
  void v_cycle(std::span<const Row> b, std::span<Row> x, const ChebyshevParams& smoother,
               const CycleParams& params, WorkOf<Row>& work) const;
  // One more cycle, from x.
  template <typename Row>
  void next_v_cycle(std::span<const Row> b, std::span<Row> x, const ChebyshevParams& smoother,
                    const CycleParams& params, WorkOf<Row>& work) const;

 private:
  // A vector that is smoothed, and a spare one that receives the next step or the residual.
  template <typename Row>
  struct Iterate {
    std::span<Row> x, spare;
  };
  template <typename Row>
  void start_from_zero(std::span<const Row> b, const ChebyshevParams& smoother, const Iterate<Row>& at) const;
  template <typename Row>
  void smooth(std::span<const Row> b, const ChebyshevParams& smoother, int sweeps, Iterate<Row>& at) const;
  template <typename Row>
  void smooth_thin(std::span<const Row> b, const ChebyshevParams& smoother, const Iterate<Row>& at) const;
  // Leaves the residual in the spare vector.
  template <typename Row>
  void smooth_before(std::span<const Row> b, const ChebyshevParams& smoother, int sweeps,
                     Iterate<Row>& at) const;
  // The rest of a cycle, given the residual in the spare vector. The result ends in x.
  template <typename Row>
  void correct_and_smooth(std::span<const Row> b, std::span<Row> x, const ChebyshevParams& smoother,
                          const CycleParams& params, Iterate<Row> at, WorkOf<Row>& work) const;

  const CellOperator& finest_;
  const CoarseLevels& coarse_;
};

}  // namespace sinew
