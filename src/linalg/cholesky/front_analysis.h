#pragma once

#include <memory>
#include <span>

#include "base/large_vector.h"
#include "base/scratch_pool.h"
#include "linalg/cholesky/front_schedule.h"

namespace sinew {

// All of a factorisation that depends on the pattern alone. Matrices of equal patterns share it, and the memory
// for what fronts leave to their parents, which is needed only while a matrix is factored: there is as much of
// it as matrices are factored at the same time.
struct FrontAnalysis {
  using Rests = ScratchPool<UnsetVector<double>>;

  FrontTree tree;
  FrontSchedule schedule;
  mutable Rests rests;
};

// The block rows in `kept` are not eliminated. `lanes`: as in FrontLayout.
std::shared_ptr<const FrontAnalysis> analysis_of(const BlockPattern& pattern, Index lanes,
                                                 std::span<const Index> kept);

}  // namespace sinew
