#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "record/recorder.h"
#include "world/world.h"

namespace sinew {

// The scene of a run, in its folder: the file with the --set options in it, which runs again as it is.
inline constexpr const char* kSceneCopy = "run_scene.json";

struct RunOptions {
  std::int64_t steps = 100;  // the run ends when the world has made so many, also one that is resumed
  double dt = 1.0 / 60;      // s
  std::filesystem::path folder = "out";               // for all files; made where it is missing
  std::vector<std::string> formats = {"vtu", "csv"};  // see make_recorder
  std::int64_t every = 1;                             // steps from one recorded frame to the next
  std::vector<Probe> probes;                          // for the .csv
  std::int64_t checkpoint_every = 0;                  // steps; and at the end; 0: only where it ends early
  int checkpoints_kept = 2;                           // older ones of the folder are removed
  std::string fingerprint;                            // of the scene, kept in the checkpoints
  std::string scene;                                  // its text, for FOLDER/kSceneCopy; empty: none
  BodyColours colours;                                // of surfaces that are recorded
  std::filesystem::path resume;                       // the checkpoint to go on from; empty: from the start
  std::function<bool()> stop = [] { return false; };  // asked after every step: end the run here?
  // Shown every frame besides the recorders, the first one included: what films a run. May be empty.
  std::function<void(const Frame&)> watch = {};
  FrameContents watched = {};  // what the frames contain for it
};

struct RunSummary {
  std::int64_t first_step = 0, last_step = 0;
  double time = 0;     // of the world at the end, s
  double seconds = 0;  // that the run took, without what watched it
  int threads = 1;
  bool stopped = false;              // before the last step
  std::filesystem::path checkpoint;  // the last one written; empty where none was
  Profile profile;
  struct OfBody {
    std::string name;
    Energies energies;
    StepTally tally;
    BodyMeasure measure;
  };
  std::vector<OfBody> bodies;  // at the end

  std::int64_t steps() const { return last_step - first_step; }
  double steps_per_second() const { return seconds > 0 ? static_cast<double>(steps()) / seconds : 0; }
};

// Throws the Error now that run() would throw before its first step, for options that make no sense and
// probes outside of their bodies. Writes nothing.
void require_recordable(const World& world, const RunOptions& options);

// Steps the world to the end, records it, and saves checkpoints. Where a body fails, the last good state is
// saved as a checkpoint and as a frame, and the Error says so. Where `stop` says so, the run ends after the
// step, with a checkpoint. A resumed run leaves the same files as one that was never interrupted. Warns of
// elements that are turned inside out, once for each body, and of cuts that the run ended before.
RunSummary run(World& world, const RunOptions& options);

}  // namespace sinew
