#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/stepping/elastic_body.h"
#include "sinew/tet/tet_body.h"

namespace sinew {

// How an adaptive body is stepped, and when parts of it become finer or coarser.
struct AdaptiveTetParams {
  Damping damping = {};
  double solver_tolerance = 3e-3;  // on the residual relative to that of the first guess
  int max_cycles = 40;             // limit if the tolerance is not met
  bool adapts = true;              // false: all of it stays fine
  // A node is refined if it is farther than this from where the next coarser level would have it, over the size of the
  // body; nodes that were below a quarter of it for `patience` seconds merge.
  double tolerance = 0.005;
  double patience = 0.1;
  double contact_weight = 2;  // factor on the error of nodes that contact forces move
};

class AdaptiveDiscretization;

// The body of [Otaduy07]: the levels of a hierarchy of tetrahedra are each active where they are needed, and a step is
// solved by cycles over the active nodes of all levels. Corotated strain, backward Euler, lumped masses. Frames show the
// nodes of the finest level wherever it is active or not.
class AdaptiveTetBody final : public ElasticBody {
 public:
  // What is refined, for remarks, tests and benches.
  struct Resolution {
    Index active = 0, nodes = 0;  // active nodes of all levels, and all nodes of the finest
    Index elements = 0;           // elements with an active node, of all levels
    std::vector<Index> active_of_level;
    std::int64_t changes = 0;   // steps after which it changed
    double speed_restored = 0;  // m/s: the most by which momentum was restored in a step where levels meet
    double largest_pop = 0;     // m: how far a node was moved at once by merging, at most
    int cycles = 0;             // of the last solve
  };

  // The levels of the model go from fine to coarse. Throws Error if it is invalid, is a sheet, or is held along some
  // directions only.
  AdaptiveTetBody(std::string name, const TetBodyModel& model, const AdaptiveTetParams& params);
  ~AdaptiveTetBody() override;

  BodyMeasure measure() const override;
  std::string remark() const override;
  BodyState state() const override;
  void restore(const BodyState& state) override;

  // Of the current state, and of the steps so far.
  Resolution resolution() const;

 private:
  struct Parts;

  void before_step() override;
  void after_step(double dt) override;
  AdaptiveDiscretization& levels() const;

  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
