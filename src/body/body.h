#pragma once

#include <string>
#include <vector>

#include "body/frame.h"
#include "body/step_tally.h"

namespace sinew {

// What else a body may be: body/contact_side.h, body/cuttable.h, body/pull.h, body/tunable.h.
class ContactSide;
class Cuttable;
class Pullable;
class TunableBody;

// A body's state as named arrays, bit for bit: what a checkpoint keeps.
struct StateArray {
  std::string name;
  std::vector<double> values;
};
using BodyState = std::vector<StateArray>;

// What a body is made of, with the cuts made so far.
struct BodyMeasure {
  Index elements = 0;
  double volume = 0, mass = 0;        // at rest, m^3 and kg
  Index pieces = 0, free_pieces = 0;  // connected pieces, and those that no hold touches

  bool operator==(const BodyMeasure&) const = default;
};

// The interface between a body and the world (world/world.h), which calls predict, commit and publish once
// each step, in this order.
//
// Bodies of one world are stepped side by side: predict and commit may run while those of others do, and
// touch nothing that another body has.
class Body {
 public:
  virtual ~Body() = default;

  virtual const std::string& name() const = 0;

  // Computes the candidate state at time + dt from the state at `time`, in three parts: begin_step, relax until
  // it returns true, end_step. Each throws Error if numbers are not finite, or if it fails otherwise (the world
  // adds the body's name); the state is then still the last good one.
  virtual void begin_step(double time, double dt) = 0;
  // Default: there is nothing to solve.
  virtual bool relax() { return true; }
  virtual void end_step() {}
  // All three.
  void predict(double time, double dt);
  // Makes the candidate the state.
  virtual void commit() = 0;
  // Fills the frame, reusing its arrays.
  virtual void publish(const FrameContents& contents, BodyFrame& frame) const = 0;

  // What contact may do to a step between begin_step and end_step, in place of relax. Default: null, that is
  // nothing.
  virtual ContactSide* contact_side() { return nullptr; }

  // How its steps were solved so far. Default: empty, for bodies that solve nothing.
  virtual StepTally tally() const { return {}; }
  // Default: all zero, that is unknown.
  virtual BodyMeasure measure() const { return {}; }

  virtual BodyState state() const = 0;
  // Sets a state that came from a body of the same scene. Throws Error if the arrays do not fit.
  virtual void restore(const BodyState& state) = 0;

  // What else it can do; null if it cannot.
  virtual Cuttable* cuttable() { return nullptr; }
  virtual Pullable* pullable() { return nullptr; }
  virtual TunableBody* tunable() { return nullptr; }
};

// Throw Error, naming the body, if it cannot.
Cuttable& require_cuttable(Body& body);
Pullable& require_pullable(Body& body);

}  // namespace sinew
