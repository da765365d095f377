#include <fmt/format.h>

#include <memory>
#include <optional>

#include "app/commands.h"
#include "app/picture_options.h"
#include "app/scene_argument.h"
#include "base/file.h"
#include "base/lower_case.h"
#include "render/interaction.h"
#include "render/section_text.h"
#include "sinew/base/error.h"
#include "sinew/render/viewer.h"
#include "world/checkpoint.h"

namespace sinew {

namespace {

constexpr const char* kExamples = R"(
Pictures, movies and checkpoints go to the folder of --out. What is recorded with --record-events replays step by step,
the same to the bit.

Examples:
  sinew view pony                                  a built-in scene; Space plays
  sinew view bridge.json --play --size 1600x1000
  sinew view bridge.json --set bodies[0].material=rubber
  sinew view pony --resume out/checkpoint_00000120.sinew
  sinew view pony --record-events session.txt      and later: --replay-events session.txt
  sinew view pony --play --steps 200 --picture window.png)";

struct ViewCommand {
  std::string scene, size = "1280x800", section;
  std::vector<std::string> show, overrides;
  std::filesystem::path resume;
  ViewerOptions viewer;
};

std::string footer() {
  std::string text = "In the window:\n";
  for (const auto& [keys, what] : key_help()) text += fmt::format("  {:<18} {}\n", keys, what);
  return text + kExamples;
}

void execute(ViewCommand& command) {
  const auto [width, height] = parse_size(command.size);
  command.viewer.width = width, command.viewer.height = height;
  if (!command.viewer.picture.empty() && lower_case(command.viewer.picture.extension().string()) != ".png")
    throw Error("pictures of the window are written as .png", command.viewer.picture.string(),
                "name a .png after --picture");
  for (const auto& path : {command.viewer.replay, command.resume})
    if (!path.empty()) require_file(path);
  for (const auto& path : {command.viewer.record, command.viewer.picture})
    if (!path.empty()) require_writable(path);
  const std::vector<Shown> show = parse_show(command.show);
  std::optional<Section> section;
  if (!command.section.empty()) section = section_from(command.section, "--section");
  require_screen();
  LoadedWorld loaded = load_scene(command.scene, command.overrides);
  if (!show.empty()) loaded.view.show = show;
  if (section) loaded.view.section = section;
  if (!command.resume.empty()) read_checkpoint(command.resume, loaded.world, loaded.run.fingerprint);
  view(std::move(loaded), command.viewer);
}

}  // namespace

void add_view_command(CommandLine& line) {
  Command command = line.add_command("view", "A window on a scene: play it, pull at it, tune it");
  auto options = std::make_shared<ViewCommand>();
  ViewerOptions& viewer = options->viewer;
  command.option("SCENE", options->scene, "Scene file, or built-in scene").required();
  command.option("--size", options->size, "Width and height of the window in pixels")
      .show_default()
      .type_name("WxH");
  command.flag("--play", viewer.play, "Play at once");
  command.option("--show", options->show, "stress, levels, cuts, wire, volume, fur, forces, contacts")
      .by_commas()
      .one_at_a_time()
      .type_name("A,B");
  command.option("--section", options->section, "Leave out what is beyond a plane: its normal, a point (m)")
      .type_name("z|X:Y:Z[@X:Y:Z]");
  command.option("--set", options->overrides, "Another value in the scene; may be repeated")
      .one_at_a_time()
      .type_name("PATH=VALUE");
  command.option("--resume", options->resume, "Begin at this checkpoint, also one that K saved")
      .type_name("FILE");
  command.option("--out", viewer.folder, "Folder for what is saved").show_default().type_name("DIR");
  command.option("--record-events", viewer.record, "Record what is done in the window").type_name("FILE");
  command.option("--replay-events", viewer.replay, "Do again what was recorded").type_name("FILE");
  command.option("--steps", viewer.steps, "Leave at this step").whole(1, 1'000'000'000).type_name("N");
  command.option("--picture", viewer.picture, "Write the window as it is left to this .png")
      .type_name("FILE");
  command.flag("--verbose", viewer.verbose, "Say on standard error what is going on");
  command.footer(footer());
  command.callback([options] { execute(*options); });
}

}  // namespace sinew
