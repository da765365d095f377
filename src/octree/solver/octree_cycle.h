#pragma once

#include "octree/solver/cell_operator.h"
#include "octree/solver/coarse_levels.h"

namespace sinew {

// A V-cycle whose finest level is without matrices and whose coarser ones have rows: about A^-1 b, for defect
// correction or as a preconditioner. Two levels that belong together (of one octree, with the same stiffness,
// masses, held vertices and rotations) must outlive it.
//
// By one direction (CycleParams) it converges by 0.27 per cycle on a cube and by 0.9 where parts are a few
// cells thin or a cut ends, whatever the finest smoother; as a preconditioner of flexible CG by 0.11 and 0.55
// to 0.65.
class OctreeCycle {
 public:
  OctreeCycle(const CellOperator& finest, const CoarseLevels& coarse) : finest_(finest), coarse_(coarse) {}

  // Row is Block3<float>, or PanelRow<float> for cycles on sixteen right-hand sides at once, which are linear
  // (CycleParams).
  template <typename Row>
  struct WorkOf {
    UnsetVector<Row> spare;
    CoarseLevels::WorkOf<Row> coarse;
  };
  using Work = WorkOf<Block3<float>>;
  using PanelWork = WorkOf<PanelRow<float>>;
  template <typename Row = Block3<float>>
  WorkOf<Row> make_work() const;

  // x = one V-cycle on A x = b from zero; what is in x does not matter. With params.symmetric it is
  // symmetric.
  template <typename Row>
  void v_cycle(std::span<const Row> b, std::span<Row> x, const ChebyshevParams& smoother,
               const CycleParams& params, WorkOf<Row>& work) const;
  // One more, from x.
  template <typename Row>
  void next_v_cycle(std::span<const Row> b, std::span<Row> x, const ChebyshevParams& smoother,
                    const CycleParams& params, WorkOf<Row>& work) const;

 private:
  // A vector that is smoothed, and one beside it that the next step, or the residual, goes to.
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
  // The rest of a cycle, with the residual in the spare vector. It ends in x.
  template <typename Row>
  void correct_and_smooth(std::span<const Row> b, std::span<Row> x, const ChebyshevParams& smoother,
                          const CycleParams& params, Iterate<Row> at, WorkOf<Row>& work) const;

  const CellOperator& finest_;
  const CoarseLevels& coarse_;
};

}  // namespace sinew
