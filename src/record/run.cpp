#include "sinew/record/run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/log.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/table.h"
#include "base/timer.h"
#include "base/unfinished_file.h"
#include "body/frame_elements.h"
#include "record/probe.h"
#include "world/checkpoint.h"
#include "world/scheduled_cut.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

void require_sensible(const RunOptions& options) {
  auto refuse = [](const std::string& what) { throw Error(what, "run options", "give a larger number"); };
  if (options.steps < 0) refuse(fmt::format("{} steps", options.steps));
  if (options.checkpoint_every < 0)
    refuse(fmt::format("a checkpoint every {} steps", options.checkpoint_every));
  for (const std::string& format : options.formats)
    if (std::count(options.formats.begin(), options.formats.end(), format) > 1)
      throw Error(fmt::format("the format '{}' is asked for twice", format), "run options", "name each once");
  for (const auto& recorder : options.recorders)
    if (!recorder) throw Error("a recorder is missing", "run options", "one of the recorders is null");
  if (options.checkpoints_kept < 1) refuse(fmt::format("{} checkpoints kept", options.checkpoints_kept));
}

void prepare_folder(const fs::path& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure)
    throw Error(fmt::format("the folder cannot be made: {}", failure.message()), folder.string(),
                "choose another folder with --out");
  require_writable(folder / "run.csv");
  remove_abandoned_files(folder);
}

class Run {
 public:
  Run(World& world, const RunOptions& options) : world_(world), options_(options) {
    require_recordable(world, options);
    prepare_folder(options.folder);
    for (const std::string& format : options.formats)
      recorders_.push_back(
          make_recorder(format, options.folder, options.every, options.probes, options.colours));
    recorders_.insert(recorders_.end(), options.recorders.begin(), options.recorders.end());
  }

  RunSummary operator()() {
    const ProfileScope listen(world_.profile());
    const Timer timer;
    summary_.crossings.checked = options_.check_crossings;
    start();
    if (options_.check_crossings && !world_.frame().contact.is_on)
      log_warning("nothing collides in this scene, so there is nothing to check for crossings");
    if (options_.check_crossings) summary_.crossings.first = report_crossings("before the first step");
    step_to_end();
    summary_.seconds = timer.seconds() - watching_;
    finish();
    return std::move(summary_);
  }

 private:
  void start() {
    if (options_.resume.empty()) {
      world_.publish(contents_at(world_.step_count()));
      record();
    } else {
      read_checkpoint(options_.resume, world_, options_.fingerprint);
      world_.publish(all_contents());
      for (const auto& recorder : recorders_) recorder->resume(world_.frame());
    }
    summary_.first_step = world_.step_count();
    if (summary_.first_step > options_.steps)
      throw Error(fmt::format("the world is at step {} already, beyond the {} steps of the run",
                              summary_.first_step, options_.steps),
                  options_.resume.string(), "ask for more --steps");
    if (!options_.scene.empty()) write_file(options_.folder / kSceneCopy, options_.scene);
  }

  void step_to_end() {
    Progress progress("steps", static_cast<double>(options_.steps - summary_.first_step));
    while (world_.step_count() < options_.steps && !summary_.stopped) {
      step();
      question_elements();
      if (options_.check_crossings) count_crossings();
      record();
      const std::int64_t at = world_.step_count();
      if (options_.checkpoint_every > 0 && at % options_.checkpoint_every == 0) save();
      if (at < options_.steps) summary_.stopped = options_.stop();
      progress.advance();
    }
    if (summary_.stopped || options_.checkpoint_every > 0) save();
  }

  void step() {
    try {
      world_.step(options_.dt, contents_at(world_.step_count() + 1));
    } catch (const StepFailure& failure) {
      throw Error(failure.what(), "", save_last_good());
    }
  }

  // Says once of each body that its elements are turned inside out, and when.
  void question_elements() {
    questioned_.resize(world_.frame().bodies.size(), 0);
    for (std::size_t b = 0; b < questioned_.size(); ++b) {
      if (questioned_[b] != 0) continue;
      const BodyFrame& body = world_.frame().bodies[b];
      const Index inverted = count_inverted(body);
      if (inverted == 0) continue;
      questioned_[b] = 1;
      log_warning(
          "body '{}', step {}: {} of {} are turned inside out; a stiffer material, more damping or a smaller "
          "time step keep them whole",
          body.body, world_.step_count(), with_thousands(inverted),
          counted(body.topology.elements->element_count(), "element", "elements"));
    }
  }

  // Says which things cross, if more do than before; how many pairs of triangles there are now.
  std::int64_t report_crossings(const std::string& when) {
    const ProfileZone zone("crossings");
    const std::vector<ContactCrossings> all = world_.crossings();
    std::int64_t pairs = 0;
    for (const ContactCrossings& crossing : all) pairs += crossing.pairs;
    if (pairs <= reported_) return pairs;
    if (reported_ == 0 || reported_ == summary_.crossings.first)
      for (const ContactCrossings& crossing : all)
        log_warning("{}: {} cross, of '{}' and {}", when,
                    counted(crossing.pairs, "pair of triangles", "pairs of triangles"), crossing.a,
                    crossing.a == crossing.b ? "itself" : fmt::format("'{}'", crossing.b));
    reported_ = pairs;
    return pairs;
  }

  void count_crossings() {
    const std::int64_t pairs = report_crossings(fmt::format("step {}", world_.step_count()));
    summary_.crossings.steps += pairs > 0;
    summary_.crossings.pairs += pairs;
    summary_.crossings.most = std::max(summary_.crossings.most, pairs);
  }

  void question_cuts() const {
    for (std::size_t i = 0; i < world_.scheduled().size(); ++i)
      if (const double start = start_of(world_.scheduled()[i]); start >= world_.time())
        log_warning("cuts[{}] begins at {:.4g} s, and the run ended at {:.4g} s", i, start, world_.time());
  }

  FrameContents contents_at(std::int64_t step) const {
    FrameContents contents = options_.watched;
    for (const auto& recorder : recorders_)
      if (recorder->wants(step)) contents = contents | recorder->contents();
    return contents;
  }

  FrameContents all_contents() const {
    FrameContents contents;
    for (const auto& recorder : recorders_) contents = contents | recorder->contents();
    return contents;
  }

  void record() {
    {
      const ProfileZone zone("recorder");
      for (const auto& recorder : recorders_)
        if (recorder->wants(world_.step_count())) recorder->record(world_.frame());
    }
    if (!options_.watch) return;
    const ProfileZone zone("watcher");
    const Timer timer;
    options_.watch(world_.frame());
    watching_ += timer.seconds();
  }

  // What was recorded reaches the disk before the checkpoint that relies on it.
  void save() {
    const fs::path path = checkpoint_path(options_.folder, world_.step_count());
    if (summary_.checkpoint == path) return;
    const ProfileZone zone("checkpoint");
    for (const auto& recorder : recorders_) recorder->sync();
    write_checkpoint(path, world_, options_.fingerprint);
    summary_.checkpoint = path;
    remove_old_checkpoints(options_.folder, world_.step_count(), options_.checkpoints_kept,
                           options_.checkpoint_every);
  }

  // Where a body failed: leaves the state before it, also as a frame, and says what to do.
  std::string save_last_good() {
    return advice_after_failure(options_.dt, world_.step_count(), [this] {
      record_off_schedule();
      save();
      return summary_.checkpoint;
    });
  }

  void record_off_schedule() {
    const ProfileZone zone("recorder");
    world_.publish(all_contents());
    for (const auto& recorder : recorders_)
      if (!recorder->wants(world_.step_count())) recorder->record(world_.frame());
  }

  void finish() {
    for (const auto& recorder : recorders_) recorder->sync();
    world_.publish({.energies = true});
    summary_.last_step = world_.step_count();
    summary_.time = world_.time();
    summary_.threads = thread_count();
    summary_.profile = world_.profile();
    for (std::size_t b = 0; b < world_.bodies().size(); ++b) {
      const BodyFrame& body = world_.frame().bodies[b];
      const Body& simulated = *world_.bodies()[b];
      summary_.bodies.push_back(
          {body.body, body.energies, simulated.tally(), simulated.measure(), simulated.remark()});
    }
    summary_.contact_surfaces = world_.contact_surfaces();
    if (!summary_.stopped) question_cuts();
  }

  World& world_;
  const RunOptions& options_;
  std::vector<std::shared_ptr<Recorder>> recorders_;
  RunSummary summary_;
  double watching_ = 0;           // s
  std::vector<char> questioned_;  // per body: its elements were found turned
  std::int64_t reported_ = 0;     // pairs of triangles that were said to cross
};

}  // namespace

void require_recordable(const World& world, const RunOptions& options) {
  require_sensible(options);
  if (std::ranges::find(options.formats, "csv") != options.formats.end())
    require_inside(options.probes, world.frame());
}

RunSummary run(World& world, const RunOptions& options) { return Run(world, options)(); }

}  // namespace sinew
