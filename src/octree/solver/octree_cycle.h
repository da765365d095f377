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

  struct Work {
    UnsetBlockVector<float> spare;
    CoarseLevels::Work coarse;
  };
  Work make_work() const;

  // x = one V-cycle on A x = b from zero; what is in x does not matter. With params.symmetric it is
  // symmetric.
  void v_cycle(std::span<const Block3<float>> b, std::span<Block3<float>> x, const ChebyshevParams& smoother,
               const CycleParams& params, Work& work) const;
  // One more, from x.
  void next_v_cycle(std::span<const Block3<float>> b, std::span<Block3<float>> x,
                    const ChebyshevParams& smoother, const CycleParams& params, Work& work) const;

 private:
  // A vector that is smoothed, and one beside it that the next step, or the residual, goes to.
  struct Iterate {
    std::span<Block3<float>> x, spare;
  };
  void smooth(std::span<const Block3<float>> b, const ChebyshevParams& smoother, int sweeps,
              Iterate& at) const;
  // Leaves the residual in the spare vector.
  void smooth_before(std::span<const Block3<float>> b, const ChebyshevParams& smoother, int sweeps,
                     Iterate& at) const;
  // The rest of a cycle, with the residual in the spare vector. It ends in x.
  void correct_and_smooth(std::span<const Block3<float>> b, std::span<Block3<float>> x,
                          const ChebyshevParams& smoother, const CycleParams& params, Iterate at,
                          Work& work) const;

  const CellOperator& finest_;
  const CoarseLevels& coarse_;
};

}  // namespace sinew
