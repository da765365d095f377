#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>

#include "app/commands.h"
#include "app/feel_report.h"
#include "app/scene_argument.h"
#include "base/file.h"
#include "haptics/haptic_session.h"
#include "haptics/scripted_device.h"
#include "haptics/udp_device.h"
#include "sinew/base/error.h"
#include "world/interruption.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFeelFooter =
    R"(The device is one that speaks the protocol of docs/haptics.md over UDP, or a file with the path of a tool. Lengths
that are not given follow from the size of the body. Ctrl-C ends the session; the force ends first.

The folder of --record gets tool.txt, the tool and the force on the hand in each tick, and touches.txt, what each step of
the simulation took. --replay makes the same steps from touches.txt, to the same checksum, without a device.

Examples:
  sinew feel liver                                    wait for a device at port 4737 of this machine
  sinew feel liver --device udp:5000 --force 0.5 --coupling 100     first try with a real arm
  sinew feel liver --device tool.txt --record out/felt --json out/felt.json
  sinew feel liver --replay out/felt/touches.txt      the same steps again
  sinew feel scene.json --body heart --device udp --scale 5 --origin 0,1,0)";

struct FeelCommand {
  std::string scene, body, device = "udp", origin = "0,0,0";
  std::vector<std::string> overrides;
  fs::path record, replay, json;
  double seconds = 0, patch = 0, reach = 0, scale = 1;
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

Vec3 origin_of(const std::string& text) {
  Vec3 p;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%lf,%lf,%lf%c", &p.x, &p.y, &p.z, &rest) != 3 || !is_finite(p))
    throw Error(fmt::format("'{}' is not of the form X,Y,Z", text), "--origin",
                "for example --origin 0,0.5,0.1");
  return p;
}

// The only body that can be pulled, if none is named.
std::string body_to_feel(const FeelCommand& command, World& world) {
  if (!command.body.empty()) {
    require_pullable(world.body(command.body));
    return command.body;
  }
  std::vector<std::string> names;
  for (const auto& body : world.bodies())
    if (body->pullable() != nullptr) names.push_back(body->name());
  if (names.empty()) throw Error("the scene has no body that can be felt", command.scene);
  if (names.size() > 1)
    throw Error("the scene has several bodies that can be felt", command.scene,
                fmt::format("choose one by --body: {}", fmt::join(names, ", ")));
  return names.front();
}

// What is not given follows from the size of the body.
void complete(const FeelCommand& command, World& world, HapticParams& params) {
  constexpr double kPatch = 0.02, kReach = 0.15, kDepth = 0.03;  // of its longest side
  params.felt.body = body_to_feel(command, world);
  double size = 0;
  for (const BodyFrame& frame : world.frame().bodies)
    if (frame.body == params.felt.body) size = bounding_box(surface_positions(frame)).longest_side();
  params.felt.patch = command.patch > 0 ? command.patch : kPatch * size;
  params.felt.reach = command.reach > 0 ? command.reach : kReach * size;
  params.servo.touch.most_depth = kDepth * size;
  params.mapping.origin = origin_of(command.origin);
  params.mapping.scale = command.scale;
}

// Steps without a device, by what an earlier session took.
void replay(const FeelCommand& command, SimulatedWorld&& simulated, const HapticParams& params) {
  TouchLog log = read_touch_log(command.replay);
  const std::int64_t steps = log.rows.empty() ? 0 : log.rows.back().step;
  FeltParams felt = params.felt;
  felt.coupling = params.servo.touch.coupling, felt.most_force = params.servo.limits.most;
  SimulationOptions options;
  options.playing = true;
  options.after_step = replay_of(std::move(log), felt);
  Simulation simulation(std::move(simulated), options);
  const Interruption interruption;
  while (simulation.frame().step < steps && !interruption.wanted())
    if (!simulation.advance()) throw Error(simulation.status().trouble, command.scene);
  fmt::print("{} again; checksum {:016x}\n", fmt::format("{} steps", simulation.frame().step),
             frame_checksum(simulation.frame()));
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
  summary.steps = frame->step, summary.checksum = frame_checksum(*frame);
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
  if (!command.json.empty()) require_writable(command.json);
  if (!command.replay.empty()) require_file(command.replay);
  if (!udp_of(command.device)) require_file(command.device);
  LoadedWorld loaded = load_scene(command.scene, command.overrides);
  HapticParams params = command.params;
  complete(command, loaded.world, params);
  require_valid(params.mapping);
  SimulatedWorld world = simulated(std::move(loaded));
  if (!command.replay.empty()) return replay(command, std::move(world), params);
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
  command.option("SCENE", options->scene, "Scene file, or built-in scene").required();
  command.option("--body", options->body, "The body that is felt, if there are several").type_name("NAME");
  command.option("--device", options->device, "A device over the network, or the path of a tool")
      .show_default()
      .type_name("udp[:[ADDRESS:]PORT]|FILE");
  command.option("--seconds", options->seconds, "End after this time; default: with the path")
      .between(0.001, 1e6)
      .type_name("S");
  command.option("--origin", options->origin, "Where the device's origin is in the scene, m")
      .show_default()
      .type_name("X,Y,Z");
  command.option("--scale", options->scale, "How much larger motions are in the scene")
      .between(kLeast, kMost)
      .show_default();
  command.option("--coupling", servo.touch.coupling, "Stiffness of the virtual coupling, N/m")
      .between(kLeast, kMost)
      .show_default();
  command.option("--friction", servo.touch.friction, "Coulomb's coefficient").between(0, 10).show_default();
  command.option("--patch", options->patch, "A touch is spread over this radius, m").between(kLeast, kMost);
  command.option("--reach", options->reach, "How much of the surface the servo gets, m")
      .between(kLeast, kMost);
  command.option("--force", servo.limits.most, "Largest force, N").between(kLeast, 100).show_default();
  command.option("--rise", servo.limits.rise, "How fast a force may grow, N/s")
      .between(kLeast, kMost)
      .show_default();
  command.option("--speed", servo.limits.most_speed, "A faster tool gets no force, m/s")
      .between(kLeast, 100)
      .show_default();
  command.option("--record", options->record, "Folder for the tool's path and the touches").type_name("DIR");
  auto again =
      command.option("--replay", options->replay, "Make the steps of these touches again").type_name("FILE");
  again.excludes(
      command.option("--json", options->json, "Write the statistics to this file too").type_name("FILE"));
  command.option("--set", options->overrides, "Another value in the scene; may be repeated")
      .one_at_a_time()
      .type_name("PATH=VALUE");
  command.footer(kFeelFooter);
  command.callback([options] { execute(*options); });
}

}  // namespace sinew
