#include "haptics/window_hand.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace sinew {

namespace {

// Where the window says, smoothed, and what force there would be.
class MouseDevice final : public HapticDevice {
 public:
  MouseDevice(const Vec3& place, double speed) : goal_(place), place_(place), speed_(speed) {}

  // By the window.
  void go_to(const Vec3& goal) { offer(goals_, goal); }
  // By the simulation: the servo knows the body now. Before, the tool waits outside, where it is to be seen first.
  void begin() { may_move_.store(true, std::memory_order_release); }
  Vec3 force() {
    const Vec3* force = forces_.newest();
    return force != nullptr ? *force : Vec3{};
  }

  std::string name() const override { return "mouse"; }
  HandReading read(double now) override {
    constexpr double kSmoothing = 0.02;  // s
    if (const Vec3* goal = goals_.newest()) goal_ = *goal;
    const double T = read_at_ >= 0 && may_move_.load(std::memory_order_acquire) ? now - read_at_ : 0;
    read_at_ = now;
    const Vec3 way = (1 - std::exp(-T / kSmoothing)) * (goal_ - place_);
    const double length = norm(way), most = speed_ * T;
    place_ += length > most ? (most / length) * way : way;
    HandReading hand;
    hand.is_known = true, hand.position = place_, hand.measured_at = now;
    return hand;
  }
  void send(const Vec3& force, Hazard, double) override { offer(forces_, force); }

 private:
  static void offer(LatestValue<Vec3>& to, const Vec3& value) {
    to.writers() = value;
    to.offer();
  }

  LatestValue<Vec3> goals_, forces_;
  Vec3 goal_, place_;
  double speed_, read_at_ = -1;
  std::atomic<bool> may_move_{false};
};

}  // namespace

struct WindowHand::Touched {
  Touched(const FeltParams& f, const ServoParams& s, const Vec3& tool, double speed)
      : params(f), servo(s), device(tool, speed), felt(f), loop(device, exchange, s) {
    touch.tool = tool;
  }

  void begin_thread() {
    ServoThread::Params own;
    own.T = servo.T;
    own.lock_memory = false;  // of a whole window, for a mouse that has no force
    thread = std::make_unique<ServoThread>(loop, own);
  }

  FeltParams params;
  ServoParams servo;
  MouseDevice device;
  TouchExchange exchange;
  FeltBody felt;
  ServoLoop loop;
  TouchState touch;     // that the last step took
  double ticked_ = -1;  // s, in the time of the world
  std::unique_ptr<ServoThread> thread;
};

WindowHand::~WindowHand() = default;

void WindowHand::touch(const FeltParams& felt, const ServoParams& servo, const Vec3& tool, double speed) {
  FeltParams agreed = felt;
  agreed.coupling = servo.touch.coupling, agreed.most_force = servo.limits.most;
  const auto touched = std::make_shared<Touched>(agreed, servo, tool, speed);
  if (has_thread_) touched->begin_thread();
  const std::lock_guard lock(mutex_);
  touched_ = last_ = touched;
}

void WindowHand::move(const Vec3& tool) {
  if (const auto now = present()) now->device.go_to(tool);
}

void WindowHand::let_go() {
  if (const auto now = present()) now->thread.reset();
  const std::lock_guard lock(mutex_);
  touched_.reset();
}

std::optional<Vec3> WindowHand::force() const {
  const auto now = present();
  if (now == nullptr) return {};
  return now->device.force();
}

std::shared_ptr<const ServoStatistics> WindowHand::statistics() const {
  const std::lock_guard lock(mutex_);
  if (last_ == nullptr) return nullptr;
  return {last_, &last_->loop.statistics()};
}

std::shared_ptr<WindowHand::Touched> WindowHand::present() const {
  const std::lock_guard lock(mutex_);
  return touched_;
}

void WindowHand::after_step(World& world) {
  const std::shared_ptr<Touched> now = present();
  if (stepped_ != now) {
    if (stepped_ != nullptr && world.body(stepped_->params.body).pullable() != nullptr)
      stepped_->felt.release(world);
    stepped_ = now;
  }
  if (now == nullptr || world.body(now->params.body).pullable() == nullptr) return;
  if (const TouchState* newest = now->exchange.touches.newest()) now->touch = *newest;
  const double time = has_thread_ ? ServoThread::now() : world.time();
  now->felt.after_step(world, now->touch, time, now->exchange.responses.writers());
  now->exchange.responses.offer();
  now->device.begin();
  if (has_thread_) return;

  // The ticks until the next step, as far as its time goes.
  const double T = now->servo.T;
  if (now->ticked_ < 0 || now->ticked_ > time) now->ticked_ = time - T;
  for (; now->ticked_ + T <= time + T / 2; now->ticked_ += T) now->loop.tick(now->ticked_ + T);
}

}  // namespace sinew
