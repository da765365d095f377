#pragma once

#include "body/frame.h"
#include "body/pull.h"
#include "body/step_tally.h"
#include "body/tunable.h"
#include "model/blade_sweep.h"

namespace sinew {

// A body's state as named arrays, bit for bit: what a checkpoint keeps.
struct StateArray {
  std::string name;
  std::vector<double> values;
};
using BodyState = std::vector<StateArray>;

// What a body is made of, as it is cut now.
struct BodyMeasure {
  Index elements = 0;
  double volume = 0, mass = 0;        // at rest, m^3 and kg
  Index pieces = 0, free_pieces = 0;  // parts that hang together, and those of them that nothing holds

  bool operator==(const BodyMeasure&) const = default;
};

// What every body is to the world (world/world.h), which calls these once each step in this order. Between
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

  // How its steps were solved so far; nothing for bodies that solve nothing.
  virtual StepTally tally() const { return {}; }
  // By default: nothing is known.
  virtual BodyMeasure measure() const { return {}; }

  virtual BodyState state() const = 0;
  // Takes a state that a body made from the same scene gave; Error where the arrays do not fit.
  virtual void restore(const BodyState& state) = 0;

  // What pulls at the body from the next step on, in place of what did. Pulls are input: they are no part of
  // the state. Throws Error, and changes nothing, where a pull does not fit; by itself, where there is any.
  virtual void set_pulls(std::vector<Pull> pulls);

  // Cuts the body as it lies now, between steps: where the blade meets it, it is apart from the next frame
  // on, and its topology another. Gives back whether there was anything to cut. Throws Error, and changes
  // nothing, for a blade that is none and for a cut the body cannot bear; by itself, for any.
  virtual bool cut(const Blade& blade);
  // Cuts on, in the same way, with what a stroke sweeps next. The body may let it gather until there is
  // enough, or the stroke ends. Where strokes that did not end are in the body is part of its state.
  virtual bool sweep(const BladeSweep& sweep);
  virtual bool can_be_cut() const { return false; }

  // Figures that may be changed while the body moves; by itself, none.
  virtual std::vector<Tunable> tunables() const;
  // Changes one, for the next step; displacements and velocities stay. Throws Error, and changes nothing, as
  // require_tunable does.
  virtual void tune(const std::string& name, double value);
};

}  // namespace sinew
