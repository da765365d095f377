#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/profile.h"
#include "body/body.h"
#include "world/scheduled_tool.h"

namespace sinew {

// Time as a count of equal steps, so that it does not drift: time = origin_time + (step - origin_step) dt. A
// change of dt sets a new origin.
struct WorldClock {
  std::int64_t step = 0, origin_step = 0;
  double origin_time = 0, dt = 0;  // s

  double time() const { return origin_time + static_cast<double>(step - origin_step) * dt; }
  // The clock one step of `dt` later.
  WorldClock next(double next_dt) const;
  bool operator==(const WorldClock&) const = default;
};

// All that a world needs to go on with the same bits.
struct WorldState {
  struct OfBody {
    std::string name;
    BodyState arrays;
  };
  WorldClock clock;
  std::vector<OfBody> bodies;
};

// A body could not be stepped. The world stays at the last good state; what blades cut before the failure
// stays cut.
class StepFailure : public Error {
 public:
  StepFailure(const std::string& body, std::int64_t step, const Error& reason);

  const std::string& body() const { return body_; }
  std::int64_t step() const { return step_; }  // that failed; the world is at the one before

 private:
  std::string body_;
  std::int64_t step_;
};

// The bodies and their common time. A step: blades cut what they meet on their way in it, every body
// predicts, every body commits, and a frame of all of them is published.
class World {
 public:
  // The world owns the body and shows it in its frame at once. Throws where the name is empty or taken.
  Body& add(std::unique_ptr<Body> body);
  std::span<const std::unique_ptr<Body>> bodies() const { return bodies_; }
  // Throws, with a suggestion, where there is none of that name.
  Body& body(std::string_view name) const;

  std::int64_t step_count() const { return clock_.step; }
  double time() const { return clock_.time(); }  // s

  // Goes dt seconds on and publishes a frame with these contents. Throws StepFailure where a body cannot.
  void step(double dt, const FrameContents& contents = {});
  // The last frame published. It keeps its values until the step after the next.
  const Frame& frame() const { return frames_[front_]; }
  // Publishes the present state again, with other contents.
  void publish(const FrameContents& contents);

  // Cuts a body as it lies now or, where no name is given, every body that can be cut. The next frame shows
  // it. Gives back whether there was anything to cut. Throws Error where there is none of that name, and as
  // Body::cut does.
  bool cut(std::string_view body, const Blade& blade);
  // The same with what a stroke sweeps next. The world's own strokes have negative names.
  bool sweep(std::string_view body, const BladeSweep& sweep);
  // Cuts by itself, in each step what the tool sweeps in it; frames show the tool. One that has cut nothing
  // when it is over gives a warning. Throws Error for a tool that is none, and where there is no body to cut.
  void schedule(ScheduledCut cut);
  std::span<const ScheduledCut> scheduled() const { return cuts_; }

  // Things that are no bodies; the next frame shows them as they are then.
  std::vector<ToolFrame>& tools() { return tools_; }

  // Listens while the world steps.
  Profile& profile() { return profile_; }
  const Profile& profile() const { return profile_; }

  WorldState state() const;
  // Takes the state of a world of the same bodies and publishes it. Where a body refuses, all keep their
  // state and the Error is passed on.
  void restore(const WorldState& state);

 private:
  std::vector<Body*> cuttable(std::string_view name) const;
  void cut_all(const WorldClock& next);
  bool cut_in_step(std::size_t cut, const WorldClock& next);
  void warn_of_vain_cut(std::size_t cut) const;
  const BodyFrame& shown(const Body& body) const;
  void predict_all(const WorldClock& next);
  void require_same_bodies(const WorldState& state) const;

  std::vector<std::unique_ptr<Body>> bodies_;
  WorldClock clock_;
  std::vector<ScheduledCut> cuts_;
  std::vector<char> settled_;  // per cut: whether it cuts anything is known, or was said, or is past
  std::vector<ToolFrame> tools_;
  std::vector<ScheduledTool> blades_;  // of the cuts, where they can be seen
  std::array<Frame, 2> frames_;
  int front_ = 0;
  Profile profile_;
};

}  // namespace sinew
