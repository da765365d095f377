#pragma once

#include "body/frame.h"

namespace sinew {

// A body's state as named arrays, bit for bit: what a checkpoint keeps.
struct StateArray {
  std::string name;
  std::vector<double> values;
};
using BodyState = std::vector<StateArray>;

// What every body is to the world (scene/world.h), which calls these once each step in this order. Between
// predict and commit, contact will move the candidate.
class Body {
 public:
  virtual ~Body() = default;

  virtual const std::string& name() const = 0;

  // Works out the candidate state at time + dt from the state at `time`. Throws Error where it is not
  // finite, to which the world adds the body's name; the state is then still the last good one.
  virtual void predict(double time, double dt) = 0;
  // Makes the candidate the state.
  virtual void commit() = 0;
  // Fills the frame, reusing its arrays.
  virtual void publish(const FrameContents& contents, BodyFrame& frame) const = 0;

  virtual BodyState state() const = 0;
  // Takes a state that a body made from the same scene gave; Error where the arrays do not fit.
  virtual void restore(const BodyState& state) = 0;
};

}  // namespace sinew
