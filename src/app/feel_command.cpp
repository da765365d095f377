#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>

#include "app/commands.h"
#include "app/feel_report.h"
#include "app/scene_argument.h"
#include "base/file.h"
#include "base/suggestion.h"
#include "base/table.h"
#include "haptics/haptic_session.h"
#include "haptics/scripted_device.h"
#include "haptics/udp_device.h"
#include "render/movie_writer.h"
#include "sinew/base/error.h"
#include "sinew/playback/frame_source.h"
#include "sinew/render/studio.h"
#include "world/interruption.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFeelFooter =
    R"(The device is one that speaks the protocol of docs/haptics.md over UDP, or a file with the path of a tool. Lengths
that are not given follow from the size of the body. With --tool, the first button of the device cuts or closes as long
as it is pressed, and the second one takes the next tool: blade, grasper, pusher. Ctrl-C ends the session; the force
ends first.

The folder of --record gets tool.txt, the tool and the force on the hand in each tick, and touches.txt, what each step
of the simulation took. --replay makes the same steps from touches.txt, to the same checksum, without a device.

Examples:
  sinew feel liver_press                                         wait for a device at port 4737 of this machine
  sinew feel liver_press --device udp:5000 --force 0.5 --coupling 100       a first try with a real arm
  sinew feel liver_press --device tool.txt --record out/felt --json out/felt.json
  sinew feel liver_press --replay out/felt/touches.txt --movie felt.mp4     the same steps again
  sinew feel liver_press --tool blade --edge 0,0.1,0             cut, as the device's button says
  sinew feel scene.json --body heart --device udp --scale 5 --origin 0,1,0)";

struct FeelCommand {
  std::string scene, body, device = "udp", origin = "0,0,0", tool = "touch", edge;
  std::vector<std::string> overrides;
  fs::path record, replay, json, movie;
  double seconds = 0, patch = 0, reach = 0, scale = 1, radius = 0;
  std::int32_t priority = ServoThread::Params{}.priority;
  HapticParams params;
};

// "udp", "udp:4800" or "udp:0.0.0.0:4800"; none: it names a file.
std::optional<UdpParams> udp_of(const std::string& device) {
  if (device != "udp" && !device.starts_with("udp:")) return std::nullopt;
  UdpParams params;
  if (device == "udp") return params;
  std::string port = device.substr(4);
  if (const std::size_t colon = port.rfind(':'); colon != std::string::npos)
    params.address = port.substr(0, colon), port = port.substr(colon + 1);
  const auto [end, failure] = std::from_chars(port.data(), port.data() + port.size(), params.port);
  if (failure != std::errc() || end != port.data() + port.size())
    throw Error(fmt::format("'{}' is no port", port), "--device",
                "for example udp:4737, or udp:0.0.0.0:4737");
  return params;
}

Vec3 vector_of(const std::string& text, const std::string& option) {
  Vec3 p;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%lf,%lf,%lf%c", &p.x, &p.y, &p.z, &rest) != 3 || !is_finite(p))
    throw Error(fmt::format("'{}' is not of the form X,Y,Z", text), option,
                fmt::format("for example {} 0,0.5,0.1", option));
  return p;
}

HandJob job_of(const std::string& word) {
  const auto found = std::ranges::find(kHandJobNames, word);
  if (found != kHandJobNames.end()) return static_cast<HandJob>(found - kHandJobNames.begin());
  const std::vector<std::string> names(kHandJobNames.begin(), kHandJobNames.end());
  throw Error(fmt::format("there is no tool '{}'{}", word, did_you_mean(word, names)), "--tool",
              fmt::format("take one of: {}", fmt::join(names, ", ")));
}

// The only body that can be felt with the tool, if none is named.
std::string body_to_feel(const FeelCommand& command, World& world) {
  const bool cuts = job_of(command.tool) == HandJob::kCut;
  if (!command.body.empty()) {
    Body& body = world.body(command.body);
    if (cuts)
      require_cuttable(body);
    else
      require_pullable(body);
    return command.body;
  }
  std::vector<std::string> names;
  for (const auto& body : world.bodies())
    if (cuts ? body->cuttable() != nullptr : body->pullable() != nullptr) names.push_back(body->name());
  if (names.empty()) throw Error("the scene has no body that can be felt", command.scene);
  if (names.size() > 1)
    throw Error("the scene has several bodies that can be felt", command.scene,
                fmt::format("choose one by --body: {}", fmt::join(names, ", ")));
  return names.front();
}

// What is not given follows from the size of the body.
void complete(const FeelCommand& command, World& world, HapticParams& params) {
  constexpr double kPatch = 0.02, kReach = 0.15, kDepth = 0.03, kBall = 0.05;  // of its longest side
  params.felt.body = body_to_feel(command, world);
  double size = 0;
  for (const BodyFrame& frame : world.frame().bodies)
    if (frame.body == params.felt.body) size = bounding_box(surface_positions(frame)).longest_side();
  params.felt.patch = command.patch > 0 ? command.patch : kPatch * size;
  params.felt.reach = command.reach > 0 ? command.reach : kReach * size;
  params.servo.touch.most_depth = kDepth * size;
  params.tool.job = job_of(command.tool);
  params.tool.radius = command.radius > 0 ? command.radius : kBall * size;
  params.tool.edge = command.edge.empty() ? Vec3{0, size, 0} : vector_of(command.edge, "--edge");
  require_valid(params.tool);
  params.mapping.origin = vector_of(command.origin, "--origin");
  params.mapping.scale = command.scale;
  params.thread.priority = command.priority;
}

// Of what bodies do, whatever else frames were asked to contain.
std::uint64_t checksum_of_motion(const Frame& frame) {
  Frame motion;
  motion.step = frame.step, motion.time = frame.time;
  for (const BodyFrame& body : frame.bodies) {
    BodyFrame& copy = motion.bodies.emplace_back();
    copy.body = body.body, copy.topology = body.topology, copy.placement = body.placement;
    copy.positions = body.positions, copy.velocities = body.velocities, copy.carriers = body.carriers;
  }
  return frame_checksum(motion);
}

// Frames of steps without a device, by what an earlier session took.
class FeltAgain final : public FrameSource {
 public:
  FeltAgain(Simulation& simulation, double dt, std::int64_t steps)
      : simulation_(simulation), dt_(dt), steps_(steps) {}

  std::vector<std::int64_t> steps() const override {
    std::vector<std::int64_t> all(static_cast<std::size_t>(steps_) + 1);
    std::iota(all.begin(), all.end(), std::int64_t{0});
    return all;
  }
  double seconds_per_frame() const override { return dt_; }
  const Frame& at(std::int64_t step, const FrameContents& contents) override {
    FrameContents wanted = contents;
    wanted.reactions = true;  // the force on a ball
    simulation_.apply(SetContents{wanted});
    while (simulation_.frame().step < step)
      if (!simulation_.advance()) throw Error(simulation_.status().trouble);
    return simulation_.frame();
  }

 private:
  Simulation& simulation_;
  double dt_;
  std::int64_t steps_;
};

void film(const FeelCommand& command, FrameSource& frames, StudioOptions studio,
          const Interruption& interruption) {
  constexpr double kFilmRate = 60;
  const std::int64_t every = frames_apart(frames.seconds_per_frame(), kFilmRate);
  std::vector<std::int64_t> steps;
  for (const std::int64_t step : frames.steps())
    if (step % every == 0) steps.push_back(step);
  studio.view.show.push_back(Shown::kForces);
  shoot_movie(frames, steps, studio, 1 / (frames.seconds_per_frame() * static_cast<double>(every)),
              command.movie, [&] { return interruption.wanted(); });
}

void replay(const FeelCommand& command, SimulatedWorld&& simulated, const HapticParams& params,
            const StudioOptions& studio) {
  TouchLog log = read_touch_log(command.replay);
  const std::int64_t steps = log.rows.empty() ? 0 : log.rows.back().step;
  const double dt = simulated.dt;
  FeltParams felt = params.felt;
  felt.coupling = params.servo.touch.coupling, felt.most_force = params.servo.limits.most;
  SimulationOptions options;
  options.playing = true;
  options.contents.reactions = true;
  options.after_step = replay_of(std::move(log), felt, params.tool);
  Simulation simulation(std::move(simulated), options);
  FeltAgain frames(simulation, dt, steps);
  const Interruption interruption;
  if (!command.movie.empty()) film(command, frames, studio, interruption);
  for (std::int64_t step = simulation.frame().step; step <= steps && !interruption.wanted(); ++step)
    frames.at(step, {});
  fmt::print("{} again; checksum {:016x}\n", counted(simulation.frame().step, "step", "steps"),
             checksum_of_motion(simulation.frame()));
  if (interruption.wanted()) std::raise(interruption.signal());
}

std::unique_ptr<HapticDevice> open_device(FeelCommand& command) {
  if (const std::optional<UdpParams> udp = udp_of(command.device)) return std::make_unique<UdpDevice>(*udp);
  ToolPath path = read_tool_path(command.device);
  if (command.seconds <= 0) command.seconds = path.duration();
  return std::make_unique<ScriptedDevice>(std::move(path), command.device);
}

void wait_until_end(const FeelCommand& command, HapticSession& session, const Interruption& interruption) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  while (!interruption.wanted() && (command.seconds <= 0 || passed() < command.seconds)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const SimulationStatus status = session.simulation().status();
    if (status.failed) throw Error(status.trouble, command.scene);
  }
}

// The last frame, after which no step is made.
std::shared_ptr<const Frame> paused_frame(HapticSession& session) {
  session.simulation().post(Pause{});
  while (session.simulation().status().playing) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return session.simulation().newest();
}

// The signal that ended it; 0: none.
int feel(FeelCommand& command, SimulatedWorld&& simulated, HapticParams params) {
  FeelSummary summary;
  summary.scene = command.scene, summary.body = params.felt.body, summary.steps_due = 1 / simulated.dt;
  std::unique_ptr<HapticDevice> device = open_device(command);
  summary.device = device->name();
  if (!command.record.empty()) {
    if (command.seconds <= 0)
      throw Error("how long is the record?", "--record", "a device without an end needs --seconds too");
    params.record_ticks = static_cast<std::size_t>(command.seconds / params.servo.T) + 1000;
    params.record_steps = static_cast<std::size_t>(command.seconds / simulated.dt) + 1000;
  }
  const Interruption interruption;
  SimulationOptions options;
  options.playing = true;
  fmt::print(stderr, "feeling '{}' with {}; Ctrl-C ends\n", summary.body, summary.device);
  HapticSession session(std::move(simulated), options, std::move(device), params);
  const StopOnSignal stop(session.loop());
  const double begin = ServoThread::now();
  wait_until_end(command, session, interruption);
  session.loop().stop();
  summary.seconds = ServoThread::now() - begin;
  const std::shared_ptr<const Frame> frame = paused_frame(session);
  summary.steps = frame->step, summary.checksum = checksum_of_motion(*frame);
  summary.fifo_refusal = session.thread().fifo_refusal(),
  summary.lock_refusal = session.thread().lock_refusal();
  session.end();
  fmt::print("{}", feel_text(summary, session.statistics()));
  if (!command.json.empty())
    write_file(command.json, feel_json(summary, session.statistics()).dump(2) + "\n");
  if (!command.record.empty()) {
    fs::create_directories(command.record);
    write_tool_path(command.record / "tool.txt", session.tool_record());
    write_touch_log(command.record / "touches.txt", session.touch_log());
  }
  return interruption.signal();
}

void execute(FeelCommand& command) {
  for (const fs::path& path : {command.json, command.movie})
    if (!path.empty()) require_writable(path);
  if (!command.movie.empty() && !is_movie_file(command.movie))
    throw Error("movies are not written as that", command.movie.string(), "name a .mp4, .webm or .gif");
  if (!command.replay.empty()) require_file(command.replay);
  if (!udp_of(command.device)) require_file(command.device);
  LoadedWorld loaded = load_scene(command.scene, command.overrides);
  HapticParams params = command.params;
  complete(command, loaded.world, params);
  require_valid(params.mapping);
  const StudioOptions studio = studio_options(loaded);
  SimulatedWorld world = simulated(std::move(loaded));
  if (!command.replay.empty()) return replay(command, std::move(world), params, studio);
  const int signal = feel(command, std::move(world), params);
  if (signal == 0) return;
  std::fflush(stdout);
  std::raise(signal);
}

}  // namespace

void add_feel_command(CommandLine& line) {
  constexpr double kLeast = 1e-6, kMost = 1e6;
  Command command = line.add_command("feel", "Feel a body with a haptic device, a thousand times a second");
  auto options = std::make_shared<FeelCommand>();
  ServoParams& servo = options->params.servo;
  HandToolParams& tool = options->params.tool;
  command.option("SCENE", options->scene, "Scene file, or built-in scene").required();
  command.option("--body", options->body, "The body that is felt, if there are several").type_name("NAME");
  command.option("--device", options->device, "A device over the network, or the path of a tool")
      .show_default()
      .type_name("udp[:[ADDRESS:]PORT]|FILE");
  command.option("--tool", options->tool, "What the hand does: touch, blade, grasper, pusher")
      .show_default()
      .type_name("NAME");
  command.option("--edge", options->edge, "The blade's edge, from its tip, m").type_name("X,Y,Z");
  command.option("--radius", options->radius, "Of the ball that grasps or pushes, m")
      .between(kLeast, kMost)
      .type_name("M");
  command.option("--toughness", tool.toughness, "Work to cut, J/m^2")
      .between(0, kMost)
      .show_default()
      .type_name("J");
  command.option("--rubbing", tool.rubbing, "Friction of a blade per length inside, N/m")
      .between(0, kMost)
      .show_default()
      .type_name("N/M");
  command.option("--seconds", options->seconds, "End after this time; default: with the path")
      .between(0.001, 1e6)
      .type_name("S");
  command.option("--origin", options->origin, "Where the device's origin is in the scene, m")
      .show_default()
      .type_name("X,Y,Z");
  command.option("--scale", options->scale, "How much larger motions are in the scene")
      .between(kLeast, kMost)
      .show_default()
      .type_name("X");
  command.option("--coupling", servo.touch.coupling, "Stiffness of the virtual coupling, N/m")
      .between(kLeast, kMost)
      .show_default()
      .type_name("N/M");
  command.option("--friction", servo.touch.friction, "Coulomb's coefficient")
      .between(0, 10)
      .show_default()
      .type_name("MU");
  command.option("--relief", servo.touch.relief.height, "Height of fine bumps that are felt, m; 0: none")
      .between(0, 1)
      .show_default()
      .type_name("M");
  command.option("--wavelength", servo.touch.relief.wavelength, "From bump to bump, m")
      .between(kLeast, 1)
      .show_default()
      .type_name("M");
  command.option("--patch", options->patch, "A touch is spread over this radius, m")
      .between(kLeast, kMost)
      .type_name("M");
  command.option("--reach", options->reach, "How much of the surface the servo gets, m")
      .between(kLeast, kMost)
      .type_name("M");
  command.option("--force", servo.limits.most, "Largest force, N")
      .between(kLeast, 100)
      .show_default()
      .type_name("N");
  command.option("--rise", servo.limits.rise, "How fast a force may grow, N/s")
      .between(kLeast, kMost)
      .show_default()
      .type_name("N/S");
  command.option("--speed", servo.limits.most_speed, "A faster tool gets no force, m/s")
      .between(kLeast, 100)
      .show_default()
      .type_name("M/S");
  command
      .option("--priority", options->priority,
              "Real-time priority of the servo, 1 to 99; 0: ordinary scheduling")
      .whole(0, 99)
      .show_default()
      .type_name("P");
  command.option("--record", options->record, "Folder for the tool's path and the touches").type_name("DIR");
  auto again =
      command.option("--replay", options->replay, "Make the steps of these touches again").type_name("FILE");
  command.option("--movie", options->movie, "With --replay: a movie of it, .mp4, .webm or .gif")
      .type_name("FILE")
      .needs(again);
  again.excludes(
      command.option("--json", options->json, "Write the statistics to this file too").type_name("FILE"));
  command.option("--set", options->overrides, "Another value in the scene; may be repeated")
      .one_at_a_time()
      .type_name("PATH=VALUE");
  command.footer(kFeelFooter);
  command.callback([options] { execute(*options); });
}

}  // namespace sinew
