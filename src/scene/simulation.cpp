#include "scene/simulation.h"

#include <fmt/format.h>

#include "scene/checkpoint.h"

namespace sinew {

Simulation::Simulation(LoadedWorld&& loaded, const SimulationOptions& options)
    : world_(std::move(loaded.world)),
      run_(std::move(loaded.run)),
      contents_(options.contents),
      steps_(options.steps),
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
  world_.body(command.body).tune(command.name, command.value);
  tuned_ = true;
  list_tunables();
}

void Simulation::act(const SetPull& command) { world_.body(command.body).set_pulls({command.pull}); }

void Simulation::act(const ReleasePulls&) {
  for (const auto& body : world_.bodies()) body->set_pulls({});
}

void Simulation::act(const Cut& command) {
  clear_messages();
  if (!world_.cut(command.body, command.blade)) status_.notice = "the blade met nothing to cut";
}

void Simulation::act(const SetTools& command) { world_.tools() = command.tools; }

void Simulation::act(const SetContents& command) { contents_ = command.contents; }

void Simulation::act(const SaveCheckpoint& command) {
  clear_messages();
  write_checkpoint(command.path, world_, run_.fingerprint);
  status_.notice = fmt::format("step {} is saved in {}{}", world_.step_count(), command.path.string(),
                               tuned_ ? ", without what was tuned" : "");
}

void Simulation::step() {
  world_.step(run_.dt, contents_);
  frame_is_old_ = false;
  stop_where_it_ends();
}

void Simulation::stop_where_it_ends() {
  status_.finished = steps_ > 0 && world_.step_count() >= steps_;
  if (!status_.finished || !status_.playing) return;
  status_.playing = false, stopped_itself_ = true;
}

void Simulation::clear_messages() { status_.trouble.clear(), status_.notice.clear(); }

void Simulation::list_tunables() {
  status_.bodies.clear();
  for (const auto& body : world_.bodies()) status_.bodies.push_back({body->name(), body->tunables()});
}

}  // namespace sinew
