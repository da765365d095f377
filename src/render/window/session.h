#pragma once

#include <optional>

#include "haptics/window_hand.h"
#include "render/event_file.h"
#include "render/interaction.h"
#include "render/window/simulation_driver.h"

namespace sinew {

struct SessionOptions {
  double aspect = 1.6;                       // of the picture that the camera is placed for
  bool play = false;                         // at once
  bool stepwise = false;                     // one step for each update, in the caller's thread
  std::filesystem::path replay{}, record{};  // events; empty: none
  std::filesystem::path folder = "out";      // for checkpoints, also of a body that fails
  std::vector<MakeTool> tools{};  // in addition to those of Interaction, chosen by the keys from 5 on
};

// Everything that happens in a viewer except for the window and its pictures: events come in, are recorded
// and interpreted; a simulation runs beside them. A replayed session is stepwise: replayed twice, it gives
// the same bits.
class Session {
 public:
  // Throws Error for events that cannot be read or recorded.
  Session(LoadedWorld&& loaded, const SessionOptions& options);

  // Handles what the user does. Throws Error if it is invalid, which only a file of events can be.
  void handle(InputEvent event);
  // Once before each picture: takes recorded events that are due, and the next frame. True if there is
  // something new to show: another frame, or what a recorded event has changed.
  bool update();

  const Frame& frame() const { return *frame_; }
  const SimulationStatus& status() const { return status_; }
  // The tunables of the bodies as the scene had them.
  const std::vector<SimulationStatus::OfBody>& untuned() const { return untuned_; }
  const Interaction& interaction() const { return interaction_; }
  // What the servo of the tool "feel" measured in the last touch; null: nothing was touched with it yet.
  std::shared_ptr<const ServoStatistics> felt() const { return hand_->statistics(); }
  std::int64_t steps_made() const { return tick_; }  // in all, also before a reset
  bool replaying() const { return replay_ && !replay_->finished(); }
  // What is left for the viewer to do, in this turn of its loop: nothing else asks for it again.
  bool has_actions() const { return !actions_.empty(); }
  std::vector<ViewerAction> take_actions() { return std::exchange(actions_, {}); }

 private:
  // As far as an event that leaves something to the viewer; false if nothing is due.
  bool replay_what_is_due();
  void perform(const InputEvent& event);
  void post(SimulationCommand command);
  void post_contents();
  void take_frame(std::shared_ptr<const Frame> frame);
  void take_status();

  void add_feel_tool();

  Interaction interaction_;
  std::shared_ptr<WindowHand> hand_;
  std::filesystem::path folder_;
  std::optional<EventRecorder> recorder_;
  std::optional<EventReplay> replay_;
  bool stepwise_ = false;
  std::unique_ptr<SimulationDriver> driver_;
  std::int64_t posted_ = 0;  // commands
  FrameContents contents_;   // that were asked for
  std::shared_ptr<const Frame> frame_;
  std::int64_t first_step_ = 0, step_ = 0, tick_ = 0;
  SimulationStatus status_;
  std::vector<SimulationStatus::OfBody> untuned_;
  std::vector<ViewerAction> actions_;
};

}  // namespace sinew
