#include "sinew/world/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "base/log.h"
#include "base/parallel.h"
#include "base/suggestion.h"
#include "base/timer.h"
#include "contact/contact_step.h"
#include "sinew/body/body.h"
#include "world/frame_pool.h"
#include "world/scheduled_tool.h"

namespace sinew {

namespace {

std::vector<std::string> names_of(std::span<const std::unique_ptr<Body>> bodies) {
  std::vector<std::string> names;
  for (const auto& body : bodies) names.push_back(body->name());
  return names;
}

void require_valid(const WorldClock& clock) {
  constexpr std::int64_t kMostSteps = std::int64_t{1} << 53;
  const bool counts = clock.origin_step >= 0 && clock.origin_step <= clock.step && clock.step < kMostSteps;
  if (!counts || !std::isfinite(clock.origin_time) || !std::isfinite(clock.time()) || !(clock.dt >= 0))
    throw Error(fmt::format("the saved clock cannot be: step {} of {} s, counted from step {} at {} s",
                            clock.step, clock.dt, clock.origin_step, clock.origin_time));
}

// Cuts a body that is shown like this, and says whether there was anything to cut.
struct CutBody {
  Cuttable& body;
  const BodyFrame& shown;

  bool operator()(const Blade& blade) const { return !blade.triangles.empty() && body.cut(blade); }
  bool operator()(const BladePlane& plane) const {
    return (*this)(make_blade(plane, bounding_box(shown.positions)));
  }
  bool operator()(const BladeSweep& sweep) const { return !sweep.lines.empty() && body.sweep(sweep); }
};

}  // namespace

WorldClock WorldClock::next(double next_dt) const {
  WorldClock after = *this;
  if (next_dt != dt) after.origin_step = step, after.origin_time = time(), after.dt = next_dt;
  ++after.step;
  return after;
}

StepFailure::StepFailure(const std::string& body, std::int64_t step, const Error& reason)
    : Error(reason.what(), fmt::format("body '{}', step {}", body, step)), body_(body), step_(step) {}

World::World() : pool_(std::make_unique<FramePool>()), frame_(pool_->take()) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

Body& World::add(std::unique_ptr<Body> body) {
  const std::string& name = body->name();
  require_new_name(name);
  BodyFrame shown;
  body->publish({}, shown);
  shown.body = name;
  own_frame().bodies.push_back(std::move(shown));
  if (contact_) contact_->add(*body);
  return *bodies_.emplace_back(std::move(body));
}

void World::require_new_name(const std::string& name) const {
  if (name.empty()) throw Error("a body without a name", "", "give each body a name of its own");
  for (const auto& other : bodies_)
    if (other->name() == name)
      throw Error(fmt::format("two bodies are called '{}'", name), "", "give each body a name of its own");
}

void World::set_contact(const ContactParams& params) {
  contact_is_input_ = false;
  if (!contact_) {
    contact_ = std::make_unique<ContactStep>();
    for (const auto& body : bodies_) contact_->add(*body);
  }
  contact_->set_params(params);
}

void World::add(const Obstacle& obstacle) {
  if (!contact_ || contact_is_input_) set_contact({});
  contact_->add(obstacle);
  if (auto seen = SeenObstacle::of(obstacle)) own_frame().tools.push_back(seen->at(time()));
}

std::vector<ContactCrossings> World::crossings() const {
  return contact_ ? contact_->crossings(time()) : std::vector<ContactCrossings>{};
}

std::vector<ContactSurfaceMeasure> World::contact_surfaces() const {
  return contact_ ? contact_->surfaces() : std::vector<ContactSurfaceMeasure>{};
}

AttachmentHandle World::attach(const Attachment& attachment) {
  if (!contact_ || contact_is_input_) set_contact({});
  return {contact_->attach(attachment)};
}

void World::release(AttachmentHandle attachment) {
  if (!contact_) throw Error("nothing is attached");
  contact_->release(attachment.number);
}

// In a world where nothing collides, the tool alone does.
void World::hold(const HandTool& tool) {
  if (!contact_) {
    set_contact({.bodies = false, .themselves = false});
    contact_is_input_ = true;
  }
  contact_->hold(tool);
}

void World::grasp(std::string_view tool, double within) {
  if (!contact_) throw Error(fmt::format("no tool in a hand is called '{}'", tool));
  contact_->grasp(tool, within);
}

void World::let_go(std::string_view tool) {
  if (contact_) contact_->let_go(tool);
}

void World::put_away(std::string_view tool) {
  if (contact_) contact_->put_away(tool);
}

Body& World::body(std::string_view name) const {
  for (const auto& body : bodies_)
    if (body->name() == name) return *body;
  throw Error(fmt::format("no body '{}'{}", name, did_you_mean(name, names_of(bodies_))));
}

void World::step(double dt, const FrameContents& contents) {
  if (!(dt > 0) || !std::isfinite(dt))
    throw Error(fmt::format("a step of {} s", dt), "", "a time step is a positive number of seconds");
  const ProfileScope listen(profile_);
  const WorldClock next = clock_.next(dt);
  cut_all(next);
  adapt_all(next);
  predict_all(next);
  commit_all();
  clock_ = next;
  publish(contents);
}

std::vector<Body*> World::cuttable(std::string_view name) const {
  if (!name.empty()) {
    Body& named = body(name);
    require_cuttable(named);
    return {&named};
  }
  std::vector<Body*> bodies;
  for (const auto& body : bodies_)
    if (body->cuttable() != nullptr) bodies.push_back(body.get());
  if (bodies.empty()) throw Error("there is no body that can be cut");
  return bodies;
}

bool World::cut(std::string_view body, const Blade& blade) {
  bool any = false;
  for (Body* found : cuttable(body)) any |= found->cuttable()->cut(blade);
  if (contact_ && any) contact_->take_surfaces();
  return any;
}

bool World::sweep(std::string_view body, const BladeSweep& sweep) {
  bool any = false;
  for (Body* found : cuttable(body)) any |= found->cuttable()->sweep(sweep);
  if (contact_ && any) contact_->take_surfaces();
  return any;
}

void World::schedule(ScheduledCut cut) {
  require_valid(cut, "");
  cuttable(cut.body);  // there must be one
  if (auto tool = ScheduledTool::of(cut)) {
    own_frame().tools.push_back(tool->at(time()));
    blades_.push_back(std::move(*tool));
  }
  settled_.push_back(start_of(cut) < time());
  cuts_.push_back(std::move(cut));
}

std::span<const ScheduledCut> World::scheduled() const { return cuts_; }

void World::cut_all(const WorldClock& next) {
  for (std::size_t i = 0; i < cuts_.size(); ++i) {
    if (cut_in_step(i, next)) settled_[i] = 1;
    if (settled_[i] != 0 || end_of(cuts_[i]) > next.time()) continue;
    warn_of_vain_cut(i);
    settled_[i] = 1;
  }
}

// Bodies that sleep stay as they are. Those in contact change one after the other, since none may cross another one.
void World::adapt_all(const WorldClock& next) {
  const MovingParts moving = [&](double ahead, std::vector<Box3>& boxes) {
    if (contact_) contact_->append_moving_parts(clock_.time(), ahead, boxes);
  };
  std::vector<std::optional<StepFailure>> failures(bodies_.size());
  const auto adapt = [&](Body& body, Index b) {
    Adaptive* const adaptive = body.adaptive();
    if (adaptive == nullptr || (contact_ && contact_->is_asleep(b))) return;
    const ProfileZone zone("adapt");
    JumpCheck crosses;
    if (contact_)
      crosses = [&](std::span<const Vec3> places, std::vector<Index>& vertices) {
        contact_->append_new_crossings(b, clock_.time(), places, vertices);
      };
    try {
      adaptive->adapt(next.dt, moving, crosses);
    } catch (const Error& error) {
      failures[b].emplace(body.name(), next.step, error);
    }
  };
  if (contact_)
    for (Index b = 0; b < static_cast<Index>(bodies_.size()); ++b) adapt(*bodies_[b], b);
  else
    for_each_body(adapt);
  for (const std::optional<StepFailure>& failure : failures)
    if (failure) throw *failure;
}

bool World::cut_in_step(std::size_t i, const WorldClock& next) {
  CutOfStep cut = cut_between(cuts_[i], clock_.time(), next.time());
  if (auto* sweep = std::get_if<BladeSweep>(&cut)) sweep->stroke = -1 - static_cast<std::int64_t>(i);
  bool any = false;
  for (Body* body : cuttable(cuts_[i].body)) {
    try {
      any |= std::visit(CutBody{*body->cuttable(), shown(*body)}, cut);
    } catch (const Error& error) {
      throw StepFailure(body->name(), next.step, error);
    }
  }
  return any;
}

void World::warn_of_vain_cut(std::size_t i) const {
  const Body& body = *cuttable(cuts_[i].body).front();
  const auto [lower, upper] = bounding_box(shown(body).positions);
  log_warning(
      "cuts[{}], at {:.4g} s, met nothing: body '{}' reaches from ({:.4g}, {:.4g}, {:.4g}) to ({:.4g}, "
      "{:.4g}, {:.4g}) m then",
      i, start_of(cuts_[i]), body.name(), lower.x, lower.y, lower.z, upper.x, upper.y, upper.z);
}

const BodyFrame& World::shown(const Body& body) const {
  const auto same = [&](const BodyFrame& frame) { return frame.body == body.name(); };
  return *std::ranges::find_if(frame().bodies, same);
}

template <typename Act>
void World::for_each_body(Act&& act) {
  if (bodies_.size() == 1) return act(*bodies_[0], 0);
  std::vector<Profile> profiles(bodies_.size());
  const Timer timer;
  parallel_for_each(bodies_.size(), 1, [&](Index b) {
    const ProfileScope listen(profiles[b]);
    act(*bodies_[b], b);
  });
  profile_.add_side_by_side(profiles, timer.seconds());
}

void World::predict_in_contact(const WorldClock& next) {
  const auto side_by_side = [&](Index count, const std::function<void(Index)>& act) {
    std::vector<Profile> profiles(static_cast<std::size_t>(count));
    const Timer timer;
    parallel_for_each(profiles.size(), 1, [&](Index i) {
      const ProfileScope listen(profiles[i]);
      act(i);
    });
    profile_.add_side_by_side(profiles, timer.seconds());
  };
  try {
    contact_->predict(clock_.time(), next.dt, side_by_side);
  } catch (const BodyFailure& failure) {
    throw StepFailure(failure.body(), next.step, failure);
  }
}

// Of several bodies that fail, the first is named, whichever was first in time.
void World::predict_all(const WorldClock& next) {
  if (contact_) return predict_in_contact(next);
  std::vector<std::optional<StepFailure>> failures(bodies_.size());
  for_each_body([&](Body& body, Index b) {
    const ProfileZone zone("predict");
    try {
      body.predict(clock_.time(), next.dt);
    } catch (const Error& error) {
      failures[b].emplace(body.name(), next.step, error);
    }
  });
  for (const std::optional<StepFailure>& failure : failures)
    if (failure) throw *failure;
}

void World::commit_all() {
  for_each_body([&](Body& body, Index b) {
    if (contact_ && !contact_->was_stepped(b)) return;
    const ProfileZone zone("commit");
    body.commit();
  });
}

void World::publish(const FrameContents& contents) {
  const ProfileZone zone("publish");
  std::shared_ptr<Frame> next = pool_->take();
  next->step = clock_.step;
  next->time = clock_.time();
  next->bodies.resize(bodies_.size());
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    next->bodies[b].body = bodies_[b]->name();
    bodies_[b]->publish(contents, next->bodies[b]);
  }
  next->tools = tools_;
  for (const ScheduledTool& blade : blades_) next->tools.push_back(blade.at(next->time));
  next->contact = {};
  if (contact_) contact_->publish(contents, *next);
  next->zones = profile_.zones();
  frame_ = std::move(next);
  frame_is_shared_ = false;
}

Frame& World::own_frame() {
  if (frame_is_shared_) {
    std::shared_ptr<Frame> own = pool_->take();
    *own = *frame_;
    frame_ = std::move(own);
    frame_is_shared_ = false;
  }
  return *frame_;
}

WorldState World::state() const {
  WorldState state{clock_, {}, {}};
  for (const auto& body : bodies_) state.bodies.push_back({body->name(), body->state()});
  if (contact_ && !contact_is_input_) state.contact = contact_->state();
  return state;
}

void World::require_same_bodies(const WorldState& state) const {
  std::vector<std::string> saved;
  for (const auto& body : state.bodies) saved.push_back(body.name);
  const std::vector<std::string> present = names_of(bodies_);
  if (saved != present)
    throw Error(fmt::format("the saved state is of the bodies [{}], the world has [{}]",
                            fmt::join(saved, ", "), fmt::join(present, ", ")),
                "", "restore it into a world made from the same scene");
  if (state.contact.empty() != (contact_ == nullptr || contact_is_input_))
    throw Error(contact_ ? "bodies do not collide in the saved state, and those of the world do"
                         : "bodies collide in the saved state, and those of the world do not",
                "", "restore it into a world made from the same scene");
}

void World::restore_all(const WorldState& state) {
  for (std::size_t b = 0; b < bodies_.size(); ++b) bodies_[b]->restore(state.bodies[b].arrays);
  if (contact_is_input_) contact_.reset(), contact_is_input_ = false;
  if (contact_) contact_->restore(state.contact);
}

void World::restore(const WorldState& state) {
  require_same_bodies(state);
  require_valid(state.clock);
  const WorldState before = this->state();
  try {
    restore_all(state);
  } catch (...) {
    restore_all(before);
    throw;
  }
  clock_ = state.clock;
  for (std::size_t i = 0; i < cuts_.size(); ++i) settled_[i] = start_of(cuts_[i]) < time();
  publish({});
}

}  // namespace sinew
