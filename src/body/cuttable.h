#pragma once

#include "model/blade_sweep.h"

namespace sinew {

// A body that can be cut.
class Cuttable {
 public:
  // Cuts the body in its current state, between steps. Returns whether there was anything to cut; if so, the
  // next frame has a new topology. Throws Error (body unchanged) if the blade is invalid, or if the cut would
  // leave a static body with a piece that nothing holds.
  virtual bool cut(const Blade& blade) = 0;
  // Continues a stroke in the same way. The body may buffer narrow sweeps until they are wide enough or the
  // stroke ends. The tips of unfinished strokes are part of the state.
  virtual bool sweep(const BladeSweep& sweep) = 0;

 protected:
  ~Cuttable() = default;
};

}  // namespace sinew
