#include "render/window/session.h"

#include "render/feel_tool.h"
#include "render/scene_view.h"

namespace sinew {

namespace {

Interaction interaction_for(const LoadedWorld& loaded, double aspect) {
  return {camera_for(loaded.view, loaded.up, loaded.world.frame(), aspect), display_for(loaded)};
}

}  // namespace

Session::Session(LoadedWorld&& loaded, const SessionOptions& options)
    : interaction_(interaction_for(loaded, options.aspect)),
      folder_(options.folder),
      contents_(interaction_.contents()) {
  for (const MakeTool& make : options.tools) interaction_.add_tool(make());
  if (!options.replay.empty()) replay_.emplace(read_events(options.replay));
  if (!options.record.empty()) recorder_.emplace(options.record);
  stepwise_ = options.stepwise || replay_;
  hand_ = std::make_shared<WindowHand>(!stepwise_);
  add_feel_tool();
  const SimulationOptions simulation{.contents = contents_,
                                     .playing = options.play,
                                     .folder = options.folder,
                                     .after_step = [hand = hand_](World& world) { hand->after_step(world); }};
  driver_ = stepwise_ ? stepwise_driver(std::move(loaded), simulation)
                      : threaded_driver(std::move(loaded), simulation);
  interaction_.note_playing(options.play);
  take_status();
  untuned_ = status_.bodies;
  frame_ = driver_->next_frame();
  first_step_ = step_ = tick_ = frame_->step;
}

// After those of the program, if there is a key left.
void Session::add_feel_tool() {
  constexpr std::size_t kKeys = 9;
  if (interaction_.tools().size() < kKeys) interaction_.add_tool(std::make_unique<FeelTool>(hand_));
}

void Session::handle(InputEvent event) {
  event.tick = tick_;
  if (recorder_) recorder_->add(event);
  perform(event);
}

void Session::perform(const InputEvent& event) {
  interaction_.handle(event, frame());
  for (SimulationCommand& command : interaction_.take_commands()) post(std::move(command));
  post_contents();
  for (const ViewerAction action : interaction_.take_actions())
    if (action == ViewerAction::kSaveCheckpoint)
      post(SaveCheckpoint{folder_});
    else
      actions_.push_back(action);
  // While nothing moves, the next event is about what came of this one: where a cut runs, what lies open.
  if (stepwise_ && !driver_->status().playing) take_frame(driver_->next_frame());
}

void Session::post(SimulationCommand command) {
  ++posted_;
  driver_->post(std::move(command));
}

void Session::post_contents() {
  const FrameContents wanted = interaction_.contents();
  if (wanted == contents_) return;
  contents_ = wanted;
  post(SetContents{wanted});
}

bool Session::update() {
  const std::size_t actions = actions_.size();
  const bool replayed = replay_what_is_due();
  // What the viewer is to do with the picture of this moment comes before the next event, and the next step.
  if (actions_.size() > actions) {
    take_status();
    return true;
  }
  const std::shared_ptr<const Frame> before = frame_;
  const std::int64_t tick = tick_, commands = status_.commands;
  take_frame(driver_->next_frame());
  take_status();
  return replayed || frame_ != before || tick_ != tick || status_.commands != commands;
}

bool Session::replay_what_is_due() {
  const std::size_t actions = actions_.size();
  bool any = false;
  while (replaying()) {
    const InputEvent* event = replay_->next(tick_, driver_->status().playing);
    if (event == nullptr) break;
    any = true;
    if (recorder_) recorder_->add(*event);
    perform(*event);
    // One that came early, as nothing moved, may have made a step that the next one has seen.
    if (event->tick > tick_ || actions_.size() > actions) break;
  }
  return any;
}

void Session::take_frame(std::shared_ptr<const Frame> frame) {
  // After a reset the count goes on: steps are numbered from the first one again.
  tick_ += frame->step - (frame->step >= step_ ? step_ : first_step_);
  step_ = frame->step;
  frame_ = std::move(frame);
}

// The simulation also stops and starts on its own (at its end, or if a body fails); its status counts once it
// has done everything that it was asked to.
void Session::take_status() {
  status_ = driver_->status();
  if (status_.commands == posted_) interaction_.note_playing(status_.playing);
}

}  // namespace sinew
