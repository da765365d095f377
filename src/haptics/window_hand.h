#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "haptics/felt_body.h"
#include "haptics/servo_loop.h"
#include "haptics/servo_thread.h"

namespace sinew {

// The mouse of a window as a haptic device: it gets no force, but the force can be shown, and the servo measures how a
// device would be served on this machine. A window says where the tool is a hundred times a second; between that it goes
// on smoothly.
//
//   window --touch, move, let_go-->  WindowHand  <--after_step-- simulation
//          <--force, statistics--    its servo: a thread, or ticks between steps
class WindowHand {
 public:
  // `has_thread`: ticks are those of a ServoThread. Otherwise after_step() makes them, in the time of the world: the same
  // moves at the same steps then give the same bits.
  explicit WindowHand(bool has_thread) : has_thread_(has_thread) {}
  ~WindowHand();
  WindowHand(const WindowHand&) = delete;
  WindowHand& operator=(const WindowHand&) = delete;

  // By the window. Takes the hand to a body, outside of it, and moves it: it goes no faster than `speed`, m/s. Throws
  // Error if a parameter is invalid.
  void touch(const FeltParams& felt, const ServoParams& servo, const Vec3& tool, double speed);
  void move(const Vec3& tool);
  void let_go();
  // On the hand in the newest tick, N; none: it touches no body.
  std::optional<Vec3> force() const;
  // Of this touch or, if there is none, of the last one; null before the first.
  std::shared_ptr<const ServoStatistics> statistics() const;

  // By the simulation, after each step. A body that cannot be pulled is not felt.
  void after_step(World& world);

 private:
  struct Touched;

  std::shared_ptr<Touched> present() const;

  bool has_thread_;
  mutable std::mutex mutex_;  // of the next two; the servo's thread never takes it
  std::shared_ptr<Touched> touched_, last_;
  std::shared_ptr<Touched> stepped_;  // what the simulation has in hand
};

}  // namespace sinew
