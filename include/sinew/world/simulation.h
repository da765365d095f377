#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "sinew/body/body.h"
#include "sinew/model/blade.h"
#include "sinew/world/world.h"

namespace sinew {

// The commands of a viewer to a running simulation.
struct Play {};
struct Pause {};
struct StepOnce {};  // and pause
struct Reset {};     // to the initial state; tuned parameters stay
// Changes a parameter of a body: TunableBody::tune.
struct Tune {
  std::string body, name;
  double value = 0;
};
struct SetPull {  // replaces all pulls of that body
  std::string body;
  Pull pull;
  // The elements whose node numbers it uses. Nothing is done if the body has other elements by now, because
  // it was cut. Null: the present elements.
  std::shared_ptr<const FrameElements> elements = nullptr;
};
struct ReleasePulls {};  // of all bodies
struct Cut {             // in its current state
  std::string body;      // empty: every body that can be cut
  Blade blade;
};
struct Sweep {       // the next sweep of a stroke
  std::string body;  // empty: every body that can be cut
  BladeSweep sweep;
};
// Takes a tool into a hand, or moves the hand: World::hold; and puts it away.
struct HoldTool {
  HandTool tool;
};
struct PutAway {
  std::string tool;
};
// Glues to a tool in a hand what it touches: World::grasp; and lets go of it.
struct Grasp {
  std::string tool;
  double within = 0;  // m
};
struct LetGo {
  std::string tool;
};
// Replaces the things that are shown besides bodies.
struct SetTools {
  std::vector<ToolFrame> tools;
};
// Sets what the frames from now on contain besides positions and velocities.
struct SetContents {
  FrameContents contents;
};
struct SaveCheckpoint {  // named after the current step: checkpoint_path
  std::filesystem::path folder;
};
// Any of the commands.
using SimulationCommand =
    std::variant<Play, Pause, StepOnce, Reset, Tune, SetPull, ReleasePulls, Cut, Sweep, HoldTool, PutAway,
                 Grasp, LetGo, SetTools, SetContents, SaveCheckpoint>;

// A world to be stepped, its time step (s), and the fingerprint that tells its checkpoints from those of
// other scenes.
struct SimulatedWorld {
  World world;
  double dt = 0.01;
  std::string fingerprint{};
};

// How a simulation runs.
struct SimulationOptions {
  FrameContents contents = {};
  bool real_time = true;   // a thread that is ahead of the wall clock waits between steps
  std::int64_t steps = 0;  // the run ends when the world has made this many; 0: endless
  bool playing = false;    // from the start
  // The folder for a checkpoint of the last good state if a body fails; empty: none is saved.
  std::filesystem::path folder{};
  // Called after each step, by the thread that made it: for what acts on bodies by rules of its own, such as a haptic
  // device. It must not step the world. An exception counts as a failure of the step.
  std::function<void(World&)> after_step{};
};

// What a viewer shows of a simulation besides its frames.
struct SimulationStatus {
  // What may be tuned in one body.
  struct OfBody {
    std::string name;
    std::vector<Tunable> tunables;
  };
  bool playing = false, finished = false;
  double steps_per_second = 0;  // recent average, of a thread that plays
  std::int64_t commands = 0;    // applied so far
  bool failed = false;          // a body could not be stepped, and the run stopped
  std::string trouble;          // message of the last failure; empty: none
  std::string notice;           // message of success: where a checkpoint is
  std::vector<OfBody> bodies;
};

// A world that takes commands between its steps. No command throws: failures appear in the status, until a
// later command (such as Play, Reset, Tune or SaveCheckpoint) clears it. The same commands at the same steps
// give the same bits.
class Simulation {
 public:
  Simulation(SimulatedWorld&& simulated, const SimulationOptions& options);

  // Applies the command at once.
  void apply(const SimulationCommand& command);
  // Applies them in order. Consecutive cuts of the same body, or sweeps of the same stroke, are joined to
  // one, so that a backlog behind a body that is slow to cut costs no more than one cut.
  void apply(std::span<const SimulationCommand> commands);
  // Makes a step if it plays; returns false if it does not. If a body fails, the world stays at the last good
  // state, which is saved, and the run stops until Reset or Play.
  bool advance();

  const SimulationStatus& status() const { return status_; }
  // As things are now. It keeps its values until the step after the next, and for as long as somebody holds
  // it.
  const Frame& frame();
  std::shared_ptr<const Frame> shared_frame();
  double dt() const { return dt_; }  // s

 private:
  void act(const Play&);
  void act(const Pause&);
  void act(const StepOnce&);
  void act(const Reset&);
  void act(const Tune& command);
  void act(const SetPull& command);
  void act(const ReleasePulls&);
  void act(const Cut& command);
  void act(const Sweep& command);
  void act(const HoldTool& command);
  void act(const PutAway& command);
  void act(const Grasp& command);
  void act(const LetGo& command);
  void act(const SetTools& command);
  void act(const SetContents& command);
  void act(const SaveCheckpoint& command);

  void step();
  std::filesystem::path save_checkpoint(const std::filesystem::path& folder) const;
  void stop_where_it_ends();
  void clear_messages();
  void list_tunables();

  World world_;
  double dt_;
  std::string fingerprint_;
  FrameContents contents_;
  std::int64_t steps_;
  std::filesystem::path folder_;
  std::function<void(World&)> after_step_;
  WorldState initial_;
  SimulationStatus status_;
  bool stopped_itself_ = false;  // at its end or because a body failed, not by Pause
  bool tuned_ = false;
  bool frame_is_old_ = true;
};

// A simulation on its own thread. Commands enter through a queue; frames and status leave through triple
// buffers, so that the simulation never waits for its reader. One thread may read; any may post.
class SimulationThread {
 public:
  // Short for the same.
  using Options = SimulationOptions;

  SimulationThread(SimulatedWorld&& simulated, const Options& options);
  // Ends after the current step.
  ~SimulationThread();
  SimulationThread(const SimulationThread&) = delete;
  SimulationThread& operator=(const SimulationThread&) = delete;

  // Queues a command. Commands are applied, in order, before the next step.
  void post(SimulationCommand command);

  // The newest frame. Never null.
  std::shared_ptr<const Frame> newest();
  SimulationStatus status();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
