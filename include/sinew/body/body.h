#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sinew/body/frame.h"

namespace sinew {

struct Blade;  // sinew/model/blade.h
struct BladeSweep;

// How the steps of a body were solved.
struct StepTally {
  std::int64_t steps = 0;
  std::int64_t unsolved = 0;  // of them, those that did not meet their tolerance
  std::int64_t damped = 0;    // steps that were damped because they would have gained energy
  double worst_residual = 0;  // of the unsolved: residual over the forces, or over that of the first guess
  double last_residual = 0;   // of the last step
  bool is_static = false;     // every step is a static equilibrium
  // The largest speed that was added to a piece that nothing holds to keep its momentum, m/s: by a step of
  // counted cycles, and by a cut.
  double momentum_given = 0, momentum_given_by_cuts = 0;
};

// What contact may do to a step, for other parts of the library.
class ContactSide;
// What some bodies can do besides, see below.
class Adaptive;
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

// The interface between a body and the world, which calls predict, commit and publish once each step, in this
// order.
//
// Bodies of one world are stepped side by side: predict and commit may run while those of others do, and
// touch nothing that another body has.
class Body {
 public:
  virtual ~Body() = default;

  // Unique in its world, and constant.
  virtual const std::string& name() const = 0;

  // Computes the candidate state at time + dt from the state at `time`, in three parts: begin_step, relax
  // until it returns true, end_step. Each throws Error if numbers are not finite, or if it fails otherwise
  // (the world adds the body's name); the state is then still the last good one.
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
  // What a run says of it besides, in words without an end: "120 of 160 vertices are free". Default: nothing.
  virtual std::string remark() const { return {}; }

  // All that the body needs to continue with the same bits.
  virtual BodyState state() const = 0;
  // Sets a state that came from a body of the same scene. Throws Error if the arrays do not fit.
  virtual void restore(const BodyState& state) = 0;

  // What else it can do; null if it cannot.
  virtual Adaptive* adaptive() { return nullptr; }
  virtual Cuttable* cuttable() { return nullptr; }
  virtual Pullable* pullable() { return nullptr; }
  virtual TunableBody* tunable() { return nullptr; }
};

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

// Adds boxes (m, in the world) around the parts of what is moved from outside, tools and obstacles, on their way in
// the next `ahead` seconds.
using MovingParts = std::function<void(double ahead, std::vector<Box3>& boxes)>;

// Adds the vertices of a body's contact surface whose triangles would cross something that they do not cross now if
// all vertices were at these places (m, in the world).
using JumpCheck = std::function<void(std::span<const Vec3> places, std::vector<Index>& vertices)>;

// A body whose elements follow its deformation.
class Adaptive {
 public:
  // Called once each step, before it is predicted. Returns whether elements have changed; if so, the next frame has
  // a new topology. Where `crosses` says so, elements stay as fine as they are. Throws Error, and leaves the body
  // unchanged, if elements cannot change.
  virtual bool adapt(double dt, const MovingParts& moving, const JumpCheck& crosses) = 0;

 protected:
  ~Adaptive() = default;
};

// A spring constraint (pull) from a patch of a body to a point in space, as a hand or a mouse pulls. The
// pulled point is sum_k weights[k] x(nodes[k]), and the force is distributed over the nodes by the same
// weights.
struct Pull {
  std::vector<Index> nodes;     // as numbered in the frame, ascending
  std::vector<double> weights;  // they sum to 1
  Vec3 target;                  // m
  double stiffness = 0;         // N/m; 0: as stiff as the body bears, which is also the maximum

  // Whether both pull at the same nodes with the same weights.
  bool same_patch(const Pull& other) const { return nodes == other.nodes && weights == other.weights; }
  bool operator==(const Pull&) const = default;
};

// Makes a pull at the vertices of the surface that are now within `radius` of `at`, or at the nearest one if
// there are none. The weights (1 - d^2 / radius^2)^2 fall smoothly to 0. The target is where the pulled point
// is now, so that the force is 0 until the target moves. Throws Error if the frame has no surface, `at` is
// not finite, or `radius` is negative or not finite.
Pull make_pull(const BodyFrame& frame, const Vec3& at, double radius);

// Where the pulled point is when the nodes are at `positions`.
Vec3 pulled_point(const Pull& pull, std::span<const Vec3> positions);

// Throws Error if there are not as many weights as nodes, weights do not sum to 1, a node is not one of
// `node_count`, or target or stiffness is invalid.
void require_valid(const Pull& pull, Index node_count);

// A body that can be pulled.
class Pullable {
 public:
  // Replaces the pulls (spring constraints) that act on the body from the next step on. Pulls are input and
  // no part of the state. Throws Error (body unchanged) if a pull is invalid or names nodes that the body
  // does not have.
  virtual void set_pulls(std::vector<Pull> pulls) = 0;
  // The force (N) of each pull in the last step, on the body. Default: empty, that is unknown.
  virtual std::vector<Vec3> pull_forces() const { return {}; }
  // How far the pulled point of a patch moves in a step by a force on it, m/N, by the matrix of the last step and
  // without other pulls: symmetric, and zero if the point cannot move. Target and stiffness do not matter. Default,
  // and before a step that had something to solve: zero. Throws Error as set_pulls does.
  virtual Mat3 step_compliance(const Pull& /*patch*/) const { return {}; }

 protected:
  ~Pullable() = default;
};

// A parameter of a body that may be changed while it moves.
struct Tunable {
  std::string name, unit;
  double value = 0, least = 0, most = 1;
  bool logarithmic = false;  // sliders use a logarithmic scale
  bool whole = false;        // it takes integers only

  bool operator==(const Tunable&) const = default;
};

// Throws Error if no tunable has that name (with the nearest name), or if the value is not finite, out of
// range, or not an integer where one is needed (with the range). `whose` appears in the message: "body
// 'liver'".
void require_tunable(std::span<const Tunable> tunables, const std::string& name, double value,
                     const std::string& whose);

// A body some of whose parameters may be changed while it moves.
class TunableBody {
 public:
  // What may be changed, with the current values and their ranges.
  virtual std::vector<Tunable> tunables() const = 0;
  // Changes one of them from the next step on; displacements and velocities stay. Throws Error (body
  // unchanged) as require_tunable does.
  virtual void tune(const std::string& name, double value) = 0;

 protected:
  ~TunableBody() = default;
};

// Throw Error, naming the body, if it cannot.
Cuttable& require_cuttable(Body& body);
Pullable& require_pullable(Body& body);

}  // namespace sinew
