#include "sinew/world/simulation.h"

#include <fmt/format.h>

#include <algorithm>

#include "world/checkpoint.h"

namespace sinew {

namespace {

bool go_together(const Cut& a, const Cut& b) { return a.body == b.body; }
bool go_together(const Sweep& a, const Sweep& b) {
  return a.body == b.body && a.sweep.stroke == b.sweep.stroke && !a.sweep.ends && !b.sweep.begins;
}
void append(Cut& cut, const Cut& next) { append(cut.blade, next.blade); }
void append(Sweep& sweep, const Sweep& next) { append(sweep.sweep, next.sweep); }

// Takes the first ones that can be made as one off the commands.
template <typename Command>
Command taken_together(const Command& first, std::span<const SimulationCommand>& commands) {
  Command all = first;
  for (commands = commands.subspan(1); !commands.empty(); commands = commands.subspan(1)) {
    const auto* next = std::get_if<Command>(&commands.front());
    if (next == nullptr || !go_together(all, *next)) break;
    append(all, *next);
  }
  return all;
}

SimulationCommand taken_together(std::span<const SimulationCommand>& commands) {
  const SimulationCommand& first = commands.front();
  if (const auto* cut = std::get_if<Cut>(&first)) return taken_together(*cut, commands);
  if (const auto* sweep = std::get_if<Sweep>(&first)) return taken_together(*sweep, commands);
  commands = commands.subspan(1);
  return first;
}

}  // namespace

Simulation::Simulation(SimulatedWorld&& simulated, const SimulationOptions& options)
    : world_(std::move(simulated.world)),
      dt_(simulated.dt),
      fingerprint_(std::move(simulated.fingerprint)),
      contents_(options.contents),
      steps_(options.steps),
      folder_(options.folder),
      after_step_(options.after_step),
      initial_(world_.state()) {
  if (steps_ < 0) throw Error(fmt::format("{} steps", steps_), "", "0 is a run without end");
  status_.playing = options.playing;
  list_tunables();
  stop_where_it_ends();
}

void Simulation::apply(const SimulationCommand& command) {
  try {
    std::visit([this](const auto& c) { act(c); }, command);
  } catch (const std::exception& error) {
    status_.trouble = error.what();
  }
  ++status_.commands;
  frame_is_old_ = true;
}

void Simulation::apply(std::span<const SimulationCommand> commands) {
  while (!commands.empty()) {
    const std::size_t before = commands.size();
    apply(taken_together(commands));
    status_.commands += static_cast<std::int64_t>(before - commands.size()) - 1;
  }
}

bool Simulation::advance() {
  if (!status_.playing) return false;
  try {
    step();
  } catch (const std::exception& error) {
    status_.trouble = error.what();
    status_.playing = false, stopped_itself_ = true;
  }
  return true;
}

const Frame& Simulation::frame() {
  if (frame_is_old_) world_.publish(contents_);
  frame_is_old_ = false;
  return world_.frame();
}

std::shared_ptr<const Frame> Simulation::shared_frame() {
  frame();
  return world_.shared_frame();
}

void Simulation::act(const Play&) {
  clear_messages();
  status_.playing = true;
  stop_where_it_ends();
  if (status_.finished) status_.notice = fmt::format("the run ended at step {}", world_.step_count());
}

void Simulation::act(const Pause&) { status_.playing = stopped_itself_ = false; }

void Simulation::act(const StepOnce&) {
  clear_messages();
  act(Pause{});
  if (!status_.finished) step();
}

void Simulation::act(const Reset&) {
  clear_messages();
  world_.restore(initial_);
  status_.finished = false;
  if (stopped_itself_) status_.playing = true;
  stopped_itself_ = false;
  stop_where_it_ends();
}

void Simulation::act(const Tune& command) {
  clear_messages();
  Body& body = world_.body(command.body);
  if (TunableBody* tunable = body.tunable())
    tunable->tune(command.name, command.value);
  else
    require_tunable({}, command.name, command.value, fmt::format("body '{}'", body.name()));
  tuned_ = true;
  list_tunables();
}

void Simulation::act(const SetPull& command) {
  Body& body = world_.body(command.body);
  const auto is_of_before = [&](const BodyFrame& now) {
    return now.body == command.body && now.topology.elements != command.elements;
  };
  if (command.elements != nullptr && std::ranges::any_of(frame().bodies, is_of_before)) return;
  require_pullable(body).set_pulls({command.pull});
}

void Simulation::act(const ReleasePulls&) {
  for (const auto& body : world_.bodies())
    if (Pullable* pullable = body->pullable()) pullable->set_pulls({});
}

void Simulation::act(const Cut& command) {
  clear_messages();
  world_.cut(command.body, command.blade);
}

void Simulation::act(const Sweep& command) {
  clear_messages();
  world_.sweep(command.body, command.sweep);
}

void Simulation::act(const HoldTool& command) { world_.hold(command.tool); }
void Simulation::act(const PutAway& command) { world_.put_away(command.tool); }
void Simulation::act(const Grasp& command) { world_.grasp(command.tool, command.within); }
void Simulation::act(const LetGo& command) { world_.let_go(command.tool); }

void Simulation::act(const SetTools& command) { world_.tools() = command.tools; }

void Simulation::act(const SetContents& command) { contents_ = command.contents; }

void Simulation::act(const SaveCheckpoint& command) {
  clear_messages();
  status_.notice =
      fmt::format("step {} is saved in {}{}", world_.step_count(), save_checkpoint(command.folder).string(),
                  tuned_ ? ", without what was tuned" : "");
}

std::filesystem::path Simulation::save_checkpoint(const std::filesystem::path& folder) const {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure)
    throw Error(fmt::format("the folder cannot be made: {}", failure.message()), folder.string(),
                "choose another folder with --out");
  const std::filesystem::path path = checkpoint_path(folder, world_.step_count());
  write_checkpoint(path, world_, fingerprint_);
  return path;
}

void Simulation::step() {
  status_.failed = true;
  try {
    world_.step(dt_, contents_);
    if (after_step_) after_step_(world_);
  } catch (const StepFailure& failure) {
    if (folder_.empty()) throw;
    throw Error(failure.what(), "",
                advice_after_failure(dt_, world_.step_count(), [this] { return save_checkpoint(folder_); }));
  }
  status_.failed = false;
  frame_is_old_ = false;
  stop_where_it_ends();
}

void Simulation::stop_where_it_ends() {
  status_.finished = steps_ > 0 && world_.step_count() >= steps_;
  if (!status_.finished || !status_.playing) return;
  status_.playing = false, stopped_itself_ = true;
}

void Simulation::clear_messages() {
  status_.trouble.clear(), status_.notice.clear();
  status_.failed = false;
}

void Simulation::list_tunables() {
  status_.bodies.clear();
  for (const auto& body : world_.bodies()) {
    const TunableBody* tunable = body->tunable();
    status_.bodies.push_back(
        {body->name(), tunable != nullptr ? tunable->tunables() : std::vector<Tunable>{}});
  }
}

}  // namespace sinew
