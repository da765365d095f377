#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sinew/record/recorder.h"
#include "sinew/world/world.h"

namespace sinew {

// The copy of a run's scene in its folder. The --set options are applied in it, and it can be run as it is.
inline constexpr const char* kSceneCopy = "run_scene.json";

// How a run is stepped and recorded.
struct RunOptions {
  std::int64_t steps = 100;  // the run ends when the world has made this many, also if it is resumed
  double dt = 1.0 / 60;      // s
  std::filesystem::path folder = "out";               // for all files; created if it is missing
  std::vector<std::string> formats = {"vtu", "csv"};  // see make_recorder
  std::vector<std::shared_ptr<Recorder>> recorders;   // of the program, in addition to those of the formats
  std::int64_t every = 1;                             // steps from one recorded frame to the next
  std::vector<Probe> probes;                          // for the .csv
  std::int64_t checkpoint_every = 0;                  // steps; also at the end; 0: only if it ends early
  int checkpoints_kept = 2;                           // older ones of the folder are removed
  std::string fingerprint;                            // of the scene, kept in the checkpoints
  std::string scene;                                  // its text, for FOLDER/kSceneCopy; empty: none
  BodyColours colours;                                // of surfaces that are recorded
  std::filesystem::path resume;                       // checkpoint to continue from; empty: the start
  bool check_crossings =
      false;  // after every step, count triangles that cross (World::crossings); it is slow
  std::function<bool()> stop = [] { return false; };  // asked after every step: end the run here?
  // Called with every frame, the first one included, in addition to the recorders: used to film a run. May be
  // empty.
  std::function<void(const Frame&)> watch = {};
  FrameContents watched = {};  // what the frames must contain for `watch`
};

// What a run did.
struct RunSummary {
  std::int64_t first_step = 0, last_step = 0;
  double time = 0;     // of the world at the end, s
  double seconds = 0;  // duration of the run, without `watch`
  int threads = 1;
  bool stopped = false;              // before the last step
  std::filesystem::path checkpoint;  // the last one written; empty if none was
  Profile profile;
  // The state of one body at the end.
  struct OfBody {
    std::string name;
    Energies energies;
    StepTally tally;
    BodyMeasure measure;
    std::string remark = {};
  };
  std::vector<OfBody> bodies;  // at the end
  // What crossed after the steps of the run, if that was asked for.
  struct OfCrossings {
    bool checked = false;
    std::int64_t steps = 0;  // after which something crossed
    std::int64_t pairs = 0;  // of triangles, over all steps
    std::int64_t most = 0;   // pairs after one step
    std::int64_t first = 0;  // pairs before the first step: surfaces that cross at rest, and bodies placed so
  };
  OfCrossings crossings;
  std::vector<ContactSurfaceMeasure> contact_surfaces;  // of bodies that collide, at the end

  std::int64_t steps() const { return last_step - first_step; }
  double steps_per_second() const { return seconds > 0 ? static_cast<double>(steps()) / seconds : 0; }
};

// Throws the Error that run() would throw before its first step: for invalid options and probes outside of
// their bodies. Writes nothing.
void require_recordable(const World& world, const RunOptions& options);

// Steps the world to the end, records it, and saves checkpoints. If a body fails, the last good state is
// saved as a checkpoint and as a frame, and the Error says so. If `stop` returns true, the run ends after the
// step, with a checkpoint. A resumed run leaves the same files as one that was never interrupted. Warns of
// elements that are turned inside out, once for each body, and of cuts scheduled after the end of the run.
RunSummary run(World& world, const RunOptions& options);

// A report for people: the bodies, where the time went, and steps per second.
std::string run_text(const RunSummary& summary);

// A report for programs: {"steps", "first_step", "last_step", "time_s", "seconds", "steps_per_second",
// "threads", "stopped", "checkpoint", "zones": [{"name", "seconds", "entered"}], "bodies": [{"name",
// "elements", "volume_m3", "mass_kg", "pieces", "free_pieces", "kinetic_J", "elastic_J", "external_J",
// "total_J", "unsolved_steps", "worst_residual", "damped_steps"}]}, and if crossings were checked "crossings": {"steps",
// "pairs", "most"}, with the keys and texts of `about`
// (hardware, commit) before them. Numbers that are not finite become null.
std::string run_json(const RunSummary& summary,
                     const std::vector<std::pair<std::string, std::string>>& about = {});

}  // namespace sinew
