#pragma once

#include <filesystem>
#include <variant>

#include "model/blade_sweep.h"
#include "world/world.h"

namespace sinew {

// What a viewer may ask of a running simulation.
struct Play {};
struct Pause {};
struct StepOnce {};  // and pause
struct Reset {};     // to the initial state; what was tuned stays
struct Tune {
  std::string body, name;
  double value = 0;
};
struct SetPull {  // in place of what pulled at that body
  std::string body;
  Pull pull;
  // Where its nodes have their numbers from: nothing is done where the body has got another since, having
  // been cut. Null: from that of now.
  std::shared_ptr<const FrameTopology> topology = nullptr;
};
struct ReleasePulls {};  // of all bodies
struct Cut {             // as it lies now
  std::string body;      // empty: every body that can be cut
  Blade blade;
};
struct Sweep {       // the next of a stroke
  std::string body;  // empty: every body that can be cut
  BladeSweep sweep;
};
struct SetTools {
  std::vector<ToolFrame> tools;
};
struct SetContents {
  FrameContents contents;
};
struct SaveCheckpoint {  // of the step that the world is at then: checkpoint_path
  std::filesystem::path folder;
};
using SimulationCommand = std::variant<Play, Pause, StepOnce, Reset, Tune, SetPull, ReleasePulls, Cut, Sweep,
                                       SetTools, SetContents, SaveCheckpoint>;

// A world to be stepped, by how much time (s), and what tells its checkpoints from those of another scene.
struct SimulatedWorld {
  World world;
  double dt = 0.01;
  std::string fingerprint{};
};

struct SimulationOptions {
  FrameContents contents = {};
  bool real_time = true;   // a thread waits for the wall clock between steps, where it is ahead of it
  std::int64_t steps = 0;  // the run ends when the world has made so many; 0: endless
  bool playing = false;    // from the start
  // Where a body that fails leaves the last good state, as a checkpoint; empty: nowhere.
  std::filesystem::path folder{};
};

struct SimulationStatus {
  struct OfBody {
    std::string name;
    std::vector<Tunable> tunables;
  };
  bool playing = false, finished = false;
  double steps_per_second = 0;  // lately, of a thread that plays
  std::int64_t commands = 0;    // applied so far
  bool failed = false;          // a body could not be stepped, and the run stopped
  std::string trouble;          // what the last failure said; empty: none
  std::string notice;           // what went well: where a checkpoint is
  std::vector<OfBody> bodies;
};

// A world that takes commands between its steps. Nothing it is asked for throws: what fails is in the status,
// until the run is asked to go on or something is tuned or saved. The same commands at the same steps give
// the same bits.
class Simulation {
 public:
  Simulation(SimulatedWorld&& simulated, const SimulationOptions& options);

  void apply(const SimulationCommand& command);
  // In their order. Cuts of the same body, or sweeps of the same stroke, that follow on each other are made
  // as one: what piles up while a body is slow to cut costs no more than the last of it.
  void apply(std::span<const SimulationCommand> commands);
  // Makes a step if it plays; false where it does not. Where a body fails, the world stays at the last good
  // state, which is saved, and the run stops, until Reset, or Play tries again.
  bool advance();

  const SimulationStatus& status() const { return status_; }
  // As things are now. It keeps its values until the step after the next.
  const Frame& frame();
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
  WorldState initial_;
  SimulationStatus status_;
  bool stopped_itself_ = false;  // at its end or where a body failed, not by Pause
  bool tuned_ = false;
  bool frame_is_old_ = true;
};

}  // namespace sinew
