#include "octree/octree_system_cg.h"

#include "octree/octree_system_finest.h"

namespace sinew {

namespace {

class CgSystem final : public FinestSystem {
 public:
  using FinestSystem::FinestSystem;

 private:
  int correct(SingleIn b, double tolerance, int most, SingleOut x) override {
    return conjugate_gradients(b, {tolerance, most, false}, x,
                               [this](SingleIn r, SingleOut z) { finest_.precondition(r, z); });
  }
};

}  // namespace

std::unique_ptr<OctreeSystem> make_cg_system(const OctreeRest& rest, FinestLevel& finest,
                                             const SolverParams& params) {
  return std::make_unique<CgSystem>(rest, finest, params);
}

}  // namespace sinew
