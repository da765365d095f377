#include "haptics/haptic_session.h"

#include <utility>

namespace sinew {

namespace {

// The world and the servo have the same coupling and the same limit.
HapticParams agreed(HapticParams params) {
  params.felt.coupling = params.servo.touch.coupling;
  params.felt.most_force = params.servo.limits.most;
  params.thread.T = params.servo.T;
  return params;
}

}  // namespace

struct HapticSession::Parts {
  Parts(std::unique_ptr<HapticDevice> d, const HapticParams& p)
      : params(p),
        device(std::move(d)),
        felt(p.felt),
        tool(p.tool, p.felt.body),
        tool_force(tool_exchange, p.tool.stiffness),
        loop(*device, exchange, p.servo, p.mapping, p.record_ticks, touches() ? nullptr : &tool_force) {
    log.rows.reserve(p.record_steps);
  }
  bool touches() const { return params.tool.job == HandJob::kTouch; }

  // By the simulation's thread.
  void after_step(World& world) {
    if (!touches()) return after_step_with_tool(world);
    if (const TouchState* newest = exchange.touches.newest()) touch = *newest;
    if (log.rows.size() < log.rows.capacity()) log.rows.push_back({world.step_count(), touch});
    felt.after_step(world, touch, ServoThread::now(), exchange.responses.writers());
    exchange.responses.offer();
  }

  void after_step_with_tool(World& world) {
    if (const ToolPlace* newest = tool_exchange.places.newest()) place = *newest;
    if (log.rows.size() < log.rows.capacity() && place.is_known)
      log.rows.push_back({world.step_count(), {.tool = place.place, .buttons = place.buttons}});
    tool.after_step(world, place, ServoThread::now(), tool_exchange.responses.writers());
    tool_exchange.responses.offer();
  }

  HapticParams params;
  std::unique_ptr<HapticDevice> device;
  TouchExchange exchange;
  ToolExchange tool_exchange;
  FeltBody felt;
  ToolInHand tool;
  ToolForce tool_force;
  ToolPlace place;   // the last one that a step took
  TouchState touch;  // the last one that a step took
  TouchLog log;
  ServoLoop loop;
  std::unique_ptr<SimulationThread> simulation;
  std::unique_ptr<ServoThread> thread;
};

HapticSession::HapticSession(SimulatedWorld&& simulated, SimulationOptions options,
                             std::unique_ptr<HapticDevice> device, const HapticParams& params)
    : parts_(std::make_unique<Parts>(std::move(device), agreed(params))) {
  Body& body = simulated.world.body(params.felt.body);
  if (parts_->touches()) require_pullable(body);
  if (params.tool.job == HandJob::kCut) require_cuttable(body);
  options.contents.reactions |= !parts_->touches();
  options.after_step = [parts = parts_.get()](World& world) { parts->after_step(world); };
  parts_->simulation = std::make_unique<SimulationThread>(std::move(simulated), options);
  parts_->thread = std::make_unique<ServoThread>(parts_->loop, parts_->params.thread);
}

HapticSession::~HapticSession() { end(); }

SimulationThread& HapticSession::simulation() { return *parts_->simulation; }
const ServoStatistics& HapticSession::statistics() const { return parts_->loop.statistics(); }
const ServoThread& HapticSession::thread() const { return *parts_->thread; }
ServoLoop& HapticSession::loop() { return parts_->loop; }
const ToolPath& HapticSession::tool_record() const { return parts_->loop.record(); }
const FeltParams& HapticSession::felt() const { return parts_->params.felt; }
const TouchLog& HapticSession::touch_log() const { return parts_->log; }

void HapticSession::end() {
  parts_->thread.reset();
  parts_->simulation.reset();
}

std::function<void(World&)> replay_of(TouchLog log, const FeltParams& params, const HandToolParams& tool) {
  struct Replay {
    TouchLog log;
    FeltBody felt;
    ToolInHand tool;
    LocalResponse response{};
    ToolResponse of_tool{};
  };
  const auto replay =
      std::make_shared<Replay>(Replay{std::move(log), FeltBody(params), ToolInHand(tool, params.body)});
  return [replay, touches = tool.job == HandJob::kTouch](World& world) {
    const TouchState touch = replay->log.at(world.step_count());
    if (touches) return replay->felt.after_step(world, touch, 0, replay->response);
    const auto& rows = replay->log.rows;
    const bool is_known = !rows.empty() && world.step_count() >= rows.front().step;
    replay->tool.after_step(world, {is_known, touch.tool, touch.buttons}, 0, replay->of_tool);
  };
}

}  // namespace sinew
