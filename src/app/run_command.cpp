#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>

#include "app/commands.h"
#include "app/scene_argument.h"
#include "base/file.h"
#include "base/machine.h"
#include "sinew/base/error.h"
#include "sinew/record/run.h"
#include "world/interruption.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

constexpr const char* kRunFooter =
    R"(Files of the run: BODY_STEP.vtu with BODY.pvd for ParaView; BODY_STEP.ply or .obj, the surface; run.csv, the
energies and probes; checksums.csv, by which two runs are compared bit by bit; checkpoint_STEP.sinew, the last two; run_scene.json, the scene with all --set in it. With vtu and
ply, 'sinew render' draws the folder as it draws the scene. Ctrl-C ends the run after the step, with a checkpoint. A
resumed run goes on in the folder of its checkpoint and leaves the files that an uninterrupted one would have left.

Examples:
  sinew run bridge.json                                   as the scene says
  sinew run pony                                          a built-in scene
  sinew run bridge.json --steps 500 --out out/bridge --format vtu,ply,csv --every 5
  sinew run bridge.json --set bodies[0].material=steel    another value in the scene
  sinew run bridge.json --checkpoint-every 100
  sinew run heap --check-crossings                        whether anything passes through anything
  sinew run bridge.json --resume out/bridge/checkpoint_00000300.sinew
  sinew run bridge.json --json profile.json               where the time went, for programs)";

// What the command line says in addition to the scene.
struct RunCommand {
  std::string scene;
  fs::path folder, resume, json;
  std::vector<std::string> overrides, formats;
  std::optional<std::int64_t> steps, every, checkpoint_every;
  bool check_crossings = false;
};

void apply(const RunCommand& command, RunOptions& options) {
  if (command.steps) options.steps = *command.steps;
  if (command.every) options.every = *command.every;
  if (command.checkpoint_every) options.checkpoint_every = *command.checkpoint_every;
  if (!command.formats.empty()) options.formats = command.formats;
  options.check_crossings = command.check_crossings;
  options.resume = command.resume;
  if (!command.resume.empty()) options.folder = fs::path(".") / command.resume.parent_path();
  if (!command.folder.empty()) options.folder = command.folder;
}

void write_json(const fs::path& path, const RunSummary& summary, const std::string& scene) {
  const Machine machine = this_machine();
  write_file(path, run_json(summary, {{"scene", scene}, {"commit", machine.commit}, {"cpu", machine.cpu}}));
}

// The signal that stopped the run; 0: it came to its end.
int run_and_report(const RunCommand& command) {
  LoadedWorld loaded = load_scene(command.scene, command.overrides);
  apply(command, loaded.run);
  const Interruption interruption;
  loaded.run.stop = [&] { return interruption.wanted(); };
  const RunSummary summary = run(loaded.world, loaded.run);
  fmt::print("{}files in {}\n", run_text(summary), loaded.run.folder.string());
  if (!command.json.empty()) write_json(command.json, summary, command.scene);
  return summary.stopped ? interruption.signal() : 0;
}

void execute(const RunCommand& command) {
  if (!command.resume.empty()) require_file(command.resume);
  if (!command.json.empty()) require_writable(command.json);
  const int signal = run_and_report(command);
  if (signal == 0) return;
  // All is saved: die of the signal as a shell expects.
  std::fflush(stdout);
  std::raise(signal);
}

}  // namespace

void add_run_command(CommandLine& line) {
  Command command = line.add_command("run", "Simulate a scene and record it");
  auto options = std::make_shared<RunCommand>();
  command.option("SCENE", options->scene, "Scene file, or built-in scene").required();
  command.option("--steps", options->steps, "End at this step").whole(0, 1'000'000'000).type_name("N");
  command.option("--out", options->folder, "Folder for all files").type_name("DIR");
  command.option("--format", options->formats, "What to record: vtu, ply, obj, csv, checksums")
      .by_commas()
      .one_at_a_time()
      .type_name("A,B");
  command.option("--every", options->every, "Record every Nth step").whole(1, 1'000'000'000).type_name("N");
  command
      .option("--checkpoint-every", options->checkpoint_every,
              "Save the state every Nth step; 0: only if it ends early")
      .whole(0, 1'000'000'000)
      .type_name("N");
  command.option("--resume", options->resume, "Go on from this checkpoint").type_name("FILE");
  command.option("--set", options->overrides, "Another value in the scene; may be repeated")
      .one_at_a_time()
      .type_name("PATH=VALUE");
  command.flag("--check-crossings", options->check_crossings,
               "After every step, count triangles that cross although they collide; slow");
  command.option("--json", options->json, "Write the profile to this file too").type_name("FILE");
  command.footer(kRunFooter);
  command.callback([options] { execute(*options); });
}

}  // namespace sinew
