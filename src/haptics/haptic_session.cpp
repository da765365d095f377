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
        loop(*device, exchange, p.servo, p.mapping, p.record_ticks) {
    log.rows.reserve(p.record_steps);
  }

  // By the simulation's thread.
  void after_step(World& world) {
    if (const TouchState* newest = exchange.touches.newest()) touch = *newest;
    if (log.rows.size() < log.rows.capacity()) log.rows.push_back({world.step_count(), touch});
    felt.after_step(world, touch, ServoThread::now(), exchange.responses.writers());
    exchange.responses.offer();
  }

  HapticParams params;
  std::unique_ptr<HapticDevice> device;
  TouchExchange exchange;
  FeltBody felt;
  TouchState touch;  // the last one that a step took
  TouchLog log;
  ServoLoop loop;
  std::unique_ptr<SimulationThread> simulation;
  std::unique_ptr<ServoThread> thread;
};

HapticSession::HapticSession(SimulatedWorld&& simulated, SimulationOptions options,
                             std::unique_ptr<HapticDevice> device, const HapticParams& params)
    : parts_(std::make_unique<Parts>(std::move(device), agreed(params))) {
  require_pullable(simulated.world.body(params.felt.body));
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

std::function<void(World&)> replay_of(TouchLog log, const FeltParams& params) {
  struct Replay {
    TouchLog log;
    FeltBody felt;
    LocalResponse response;
  };
  const auto replay = std::make_shared<Replay>(Replay{std::move(log), FeltBody(params), {}});
  return [replay](World& world) {
    replay->felt.after_step(world, replay->log.at(world.step_count()), 0, replay->response);
  };
}

}  // namespace sinew
