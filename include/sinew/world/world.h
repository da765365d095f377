#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/base/error.h"
#include "sinew/base/profile.h"
#include "sinew/body/body.h"
#include "sinew/contact/attachment.h"

namespace sinew {

class ContactStep;
class FramePool;
class ScheduledTool;
struct Blade;  // sinew/model/blade.h
struct BladeSweep;
struct ScheduledCut;

// Counts equal steps, so that time does not drift: time = origin_time + (step - origin_step) dt. A change of
// dt sets a new origin.
struct WorldClock {
  std::int64_t step = 0, origin_step = 0;
  double origin_time = 0, dt = 0;  // s

  double time() const { return origin_time + static_cast<double>(step - origin_step) * dt; }
  // The clock one step of `dt` later.
  WorldClock next(double next_dt) const;
  bool operator==(const WorldClock&) const = default;
};

// Everything that a world needs to continue with the same bits.
struct WorldState {
  // The state of the body of that name.
  struct OfBody {
    std::string name;
    BodyState arrays;
  };
  WorldClock clock;
  std::vector<OfBody> bodies;
  BodyState contact;  // forces of contacts, and how far obstacles were held back; empty: nothing collides
};

// Thrown if a body could not be stepped. The world stays at the last good state, except that cuts made before
// the failure remain.
class StepFailure : public Error {
 public:
  StepFailure(const std::string& body, std::int64_t step, const Error& reason);

  const std::string& body() const { return body_; }
  std::int64_t step() const { return step_; }  // that failed; the world is at the one before

 private:
  std::string body_;
  std::int64_t step_;
};

// The bodies and their common time. A step has these phases:
//
//   cut       scheduled blades cut what they sweep during the step
//   predict   every body computes its candidate state; if bodies touch, contact takes turns with their solvers
//   commit    every body makes its candidate the state
//   publish   a frame of all of them
class World {
 public:
  World();
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  // The world owns the body and shows it in its frame at once. Throws Error if the name is empty or taken.
  Body& add(std::unique_ptr<Body> body);
  std::span<const std::unique_ptr<Body>> bodies() const { return bodies_; }
  // Throws Error, with a suggestion, if no body has that name.
  Body& body(std::string_view name) const;

  // Lets bodies collide from the next step on, with each other, with themselves and with obstacles. Without it,
  // they pass through everything. Throws Error if a parameter is invalid. Names of pairs are looked up when the next
  // step begins, which throws Error if one is missing.
  void set_contact(const ContactParams& params);
  // Adds a rigid obstacle and lets bodies collide as if set_contact({}) had been called, if it was not. Throws
  // Error if the obstacle is invalid or its name is taken.
  void add(const Obstacle& obstacle);
  // Glues a body to another one, to an obstacle or to a tool in a hand when its time comes, and lets bodies collide
  // as if set_contact({}) had been called, if it was not. Throws Error, with suggestions, if names are missing, its
  // region has no vertex of the body, or a number is invalid.
  AttachmentHandle attach(const Attachment& attachment);
  // Lets go, from the next step on, and for good. Throws Error if there is no such attachment.
  void release(AttachmentHandle attachment);
  // Takes a tool into a hand, or moves the hand of one that is held: it goes there in the steps that follow. Tools in
  // a hand, and what is attached to them, are input and no part of the state. Throws Error if the tool is invalid or
  // its name is that of something else.
  void hold(const HandTool& tool);
  // Puts it away, and lets go of what is attached to it. Nothing happens if it is not held.
  void put_away(std::string_view tool);
  // Glues to a tool in a hand what is this near to it when the next step begins, m; and lets go of it. The first
  // throws Error if there is no such tool.
  void grasp(std::string_view tool, double within);
  void let_go(std::string_view tool);

  // What crosses now although it collides, by exact tests of all triangles: nothing, as far as contact can keep it.
  // For checks, since it takes longer than the detection of a step. Empty also if nothing collides.
  std::vector<ContactCrossings> crossings() const;
  // By what the bodies that collide do so, as of the last step. Empty before the first, and if nothing collides.
  std::vector<ContactSurfaceMeasure> contact_surfaces() const;

  std::int64_t step_count() const { return clock_.step; }
  double time() const { return clock_.time(); }  // s

  // Advances by dt seconds and publishes a frame with these contents. Throws StepFailure if a body fails.
  void step(double dt, const FrameContents& contents = {});
  // The last frame published. It keeps its values until the step after the next, and for as long as somebody
  // holds it.
  const Frame& frame() const { return *frame_; }
  std::shared_ptr<const Frame> shared_frame() const {
    frame_is_shared_ = true;
    return frame_;
  }
  // Publishes the present state again, with other contents.
  void publish(const FrameContents& contents);

  // Cuts a body in its current state or, if the name is empty, every body that can be cut. The next frame
  // shows the cut. Returns whether there was anything to cut. Throws Error if no body has that name or
  // it cannot be cut, and as Cuttable::cut does.
  bool cut(std::string_view body, const Blade& blade);
  // The same for the next sweep of a stroke. Strokes of scheduled tools have negative ids.
  bool sweep(std::string_view body, const BladeSweep& sweep);
  // Registers a tool that cuts automatically: in every step, what it sweeps during that step. The tool
  // appears in frames. If it has cut nothing by its end, there is a warning. Throws Error if the tool is
  // invalid, or if there is no body that it can cut.
  void schedule(ScheduledCut cut);
  std::span<const ScheduledCut> scheduled() const;

  // Things that are not bodies; the next frame shows their state at that time.
  std::vector<ToolFrame>& tools() { return tools_; }

  // Records where the time of the steps goes.
  Profile& profile() { return profile_; }
  const Profile& profile() const { return profile_; }

  // All of it, between steps.
  WorldState state() const;
  // Restores the state of a world of the same bodies and publishes it. If a body refuses, all keep their
  // state and the Error is rethrown.
  void restore(const WorldState& state);

 private:
  // The body of that name, which must be one that can be cut, or all that can.
  std::vector<Body*> cuttable(std::string_view name) const;
  void cut_all(const WorldClock& next);
  void adapt_all(const WorldClock& next);
  bool cut_in_step(std::size_t cut, const WorldClock& next);
  void warn_of_vain_cut(std::size_t cut) const;
  const BodyFrame& shown(const Body& body) const;
  void predict_all(const WorldClock& next);
  void predict_in_contact(const WorldClock& next);
  void require_new_name(const std::string& name) const;
  void commit_all();
  // Calls act(body, its number) for every body, side by side; zones go to the profile as if one after the
  // other.
  template <typename Act>
  void for_each_body(Act&& act);
  void require_same_bodies(const WorldState& state) const;
  void restore_all(const WorldState& state);
  // The last frame, to be changed in place: another one with the same values where somebody may hold it.
  Frame& own_frame();

  std::vector<std::unique_ptr<Body>> bodies_;
  WorldClock clock_;
  std::vector<ScheduledCut> cuts_;
  std::vector<char> settled_;  // per cut: it has cut, or was warned of, or began before it was added
  std::vector<ToolFrame> tools_;
  std::vector<ScheduledTool> blades_;     // of the cuts, if they can be seen
  std::unique_ptr<ContactStep> contact_;  // null: nothing collides
  bool contact_is_input_ = false;         // it is there for tools in a hand alone
  std::unique_ptr<FramePool> pool_;
  std::shared_ptr<Frame> frame_;
  mutable bool frame_is_shared_ = false;
  Profile profile_;
};

// Saves the state of the world, bit for bit. The fingerprint (any text) identifies the scene that the state
// belongs to. The file appears under its name only when it is complete and on the disk.
void write_checkpoint(const std::filesystem::path& path, const World& world, const std::string& fingerprint);

// Restores the saved state. Throws Error (world unchanged) if the file is damaged, of another version, or of
// a scene with another fingerprint.
void read_checkpoint(const std::filesystem::path& path, World& world, const std::string& fingerprint);

}  // namespace sinew
