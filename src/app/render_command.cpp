#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/commands.h"
#include "app/picture_options.h"
#include "app/scene_argument.h"
#include "base/file.h"
#include "base/log.h"
#include "base/lower_case.h"
#include "render/movie_writer.h"
#include "render/section_text.h"
#include "sinew/base/error.h"
#include "sinew/playback/frame_source.h"
#include "sinew/record/run.h"
#include "sinew/render/studio.h"
#include "world/interruption.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

constexpr const char* kRenderFooter =
    R"(SCENE is a scene file, the name of a built-in scene, or the folder of a recorded run (sinew run --format vtu,ply).
A picture shows the last step, or the one that --frames names; with a range it becomes a series, NAME_STEP.png. A movie
(.mp4, .webm or .gif) shows every step at the speed of life. No screen is needed: OpenGL runs through EGL, on the
processor where there is no graphics card. Ctrl-C ends a movie early, and keeps it.

Examples:
  sinew render pony -o pony.png                            the last step of a built-in scene
  sinew render bridge.json -o bridge.mp4 --size 1920x1080
  sinew render towers -o towers.png --frames 60 --show volume
  sinew render rabbit_cuts -o inside.png --show levels --section z
  sinew render out/pony -o pony.mp4 --show stress,wire     what `sinew run` has recorded
  sinew render pony -o pony.png --camera azimuth=60,elevation=20,zoom=1.4,target=0:0.6:0)";

struct RenderCommand {
  std::string scene, size = "1280x720", frames, camera, section;
  fs::path output;
  std::vector<std::string> show, overrides;
  std::int64_t every = 0, most_kilobytes = 0;
  double frames_per_second = 0;
};

// Where the frames come from and how they want to be seen.
struct Shooting {
  std::optional<LoadedWorld> loaded;  // none for a recorded run
  std::unique_ptr<FrameSource> frames;
  StudioOptions studio;
};

Shooting prepare(const RenderCommand& command) {
  Shooting shooting;
  const std::vector<Shown> show = parse_show(command.show);
  const auto size = parse_size(command.size);
  // Refuse what is wrong before anything is loaded.
  ViewDescription asked;
  if (!command.camera.empty()) apply_camera(command.camera, asked);
  if (!command.section.empty()) asked.section = section_from(command.section, "--section");
  std::error_code ignored;
  if (fs::is_directory(command.scene, ignored)) {
    if (!command.overrides.empty())
      throw Error("a recorded run cannot be changed", "--set", "give the scene instead of the folder");
    RecordedRun run(command.scene);
    shooting.studio = studio_options(run.look());
    shooting.frames = recorded_frames(std::move(run));
  } else {
    shooting.loaded.emplace(load_scene(command.scene, command.overrides));
    shooting.frames = frames_of(*shooting.loaded);
    shooting.studio = studio_options(*shooting.loaded);
  }
  shooting.studio.size = size;
  if (command.most_kilobytes > 0)
    shooting.studio.most_bytes = 1000 * static_cast<std::size_t>(command.most_kilobytes);
  if (!show.empty()) shooting.studio.view.show = show;
  if (!command.camera.empty()) apply_camera(command.camera, shooting.studio.view);
  if (asked.section) shooting.studio.view.section = asked.section;
  const auto is_shown = [&](Shown shown) { return std::ranges::count(shooting.studio.view.show, shown) > 0; };
  if (!shooting.loaded && is_shown(Shown::kForces))
    log_warning("{}: forces are not recorded, and none are shown", command.scene);
  if (!shooting.loaded && is_shown(Shown::kContacts))
    log_warning("{}: contacts are not recorded, and none are shown", command.scene);
  return shooting;
}

void film(const RenderCommand& command, Shooting& shooting) {
  constexpr double kMostFramesPerSecond = 60;
  const double seconds = shooting.frames->seconds_per_frame();
  const std::int64_t every = command.every > 0 ? command.every : frames_apart(seconds, kMostFramesPerSecond);
  const auto steps = choose_steps(command.frames, every, shooting.frames->steps());
  const double rate =
      command.frames_per_second > 0 ? command.frames_per_second : 1 / (seconds * static_cast<double>(every));
  const Interruption interruption;
  const FilmReport report = shoot_movie(*shooting.frames, steps, shooting.studio, rate, command.output,
                                        [&] { return interruption.wanted(); });
  fmt::print("{}: {} frames in {:.0f} s, played at {:.4g} frames/s\n", command.output.string(), report.frames,
             report.seconds, rate);
  if (report.frames == static_cast<int>(steps.size())) return;
  // The movie is whole as far as it goes: die of the signal as a shell expects.
  std::fflush(stdout);
  std::raise(interruption.signal());
}

void photograph(const RenderCommand& command, Shooting& shooting) {
  const auto steps =
      choose_steps(command.frames, std::max<std::int64_t>(1, command.every), shooting.frames->steps());
  if (command.frames.find(':') == std::string::npos) {
    shoot_picture(*shooting.frames, steps.back(), shooting.studio, command.output);
    fmt::print("{}: step {}\n", command.output.string(), steps.back());
  } else {
    const auto written = shoot_series(*shooting.frames, steps, shooting.studio, command.output);
    fmt::print("{} pictures, {} to {}\n", written.size(), written.front().string(), written.back().string());
  }
}

void execute(const RenderCommand& command) {
  const std::string extension = lower_case(command.output.extension().string());
  const bool movie = is_movie_file(command.output);
  if (!movie && extension != ".png")
    throw Error(fmt::format("pictures are not written as '{}'", extension), command.output.string(),
                "name a .png for pictures, or a .mp4, .webm or .gif for a movie");
  require_writable(command.output);
  Shooting shooting = prepare(command);
  if (movie)
    film(command, shooting);
  else
    photograph(command, shooting);
}

}  // namespace

void add_render_command(CommandLine& line) {
  Command command = line.add_command("render", "A picture or a movie of a scene, or of a recorded run");
  auto options = std::make_shared<RenderCommand>();
  command.option("SCENE", options->scene, "Scene file, built-in scene, or folder of a run").required();
  command.option("-o,--output", options->output, "FILE.png, or FILE.mp4, .webm, .gif")
      .required()
      .type_name("FILE");
  command.option("--size", options->size, "Width and height in pixels").show_default().type_name("WxH");
  command.option("--frames", options->frames, "Steps to show: A:B, A:, :B or one").type_name("A:B");
  command.option("--every", options->every, "Show every Nth of them").whole(1, 1'000'000'000).type_name("N");
  command.option("--fps", options->frames_per_second, "Frames a second of a movie; else the speed of life")
      .between(0.1, 1000)
      .type_name("N");
  command.option("--camera", options->camera, "azimuth, elevation (degrees), zoom, target (m)")
      .type_name("KEY=VALUE,...");
  command.option("--section", options->section, "Leave out what is beyond a plane: its normal, a point (m)")
      .type_name("z|X:Y:Z[@X:Y:Z]");
  command.option("--show", options->show, "stress, levels, cuts, wire, volume, fur, forces, contacts")
      .by_commas()
      .one_at_a_time()
      .type_name("A,B");
  command.option("--max-kb", options->most_kilobytes, "Write a larger picture with 256 colours")
      .whole(1, 1'000'000'000)
      .type_name("N");
  command.option("--set", options->overrides, "Another value in the scene; may be repeated")
      .one_at_a_time()
      .type_name("PATH=VALUE");
  command.footer(kRenderFooter);
  command.callback([options] { execute(*options); });
}

}  // namespace sinew
