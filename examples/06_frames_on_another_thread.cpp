// A simulation steps on a thread of its own, and this thread looks at it whenever it likes, as a window, a
// game or a haptic device does. Neither waits for the other: the reader always gets the newest frame, and may
// miss some.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <thread>

#include <sinew/meshing/tetrahedra.h>
#include <sinew/tet/tet_body.h>
#include <sinew/world/simulation.h>

using namespace sinew;

constexpr int kSteps = 200;
constexpr double kDt = 0.01;  // s

World bar_world() {
  TetBodyModel bar;
  bar.levels = {box_mesh({0.5, 0.1, 0.1}, {10, 2, 2})};
  bar.materials = {named_material("foam")};
  bar.holds = {{points_in({HalfSpaceRegion{{0, 0, 0}, {-1, 0, 0}}}, bar.levels[0].positions), Motion{}}};
  World world;
  world.add(std::make_unique<TetBody>("bar", bar, ElasticParams{}));
  return world;
}

double lowest(const Frame& frame) {
  double y = 0;
  for (const Vec3& p : frame.bodies[0].positions) y = std::min(y, p.y);
  return y;
}

int main() {
  // It stands still until it is told to play. With real_time it would wait for the clock on the wall.
  SimulationThread simulation({.world = bar_world(), .dt = kDt}, {.real_time = false, .steps = kSteps});
  const std::shared_ptr<const Frame> first = simulation.newest();
  const std::uint64_t checksum = frame_checksum(*first);

  // Commands are queued, and applied in order before the next step.
  simulation.post(Tune{"bar", "young", 2e5});
  simulation.post(Play{});
  const auto running = [&] {
    const SimulationStatus status = simulation.status();
    return !status.finished && !status.failed;
  };
  std::int64_t last_step = 0;
  int frames_seen = 0;
  bool in_order = true;
  while (running()) {
    const std::shared_ptr<const Frame> frame = simulation.newest();
    in_order = in_order && frame->step >= last_step;
    frames_seen += frame->step > last_step;
    last_step = frame->step;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // draw it, send it, feel it
  }
  std::fprintf(stderr, "saw %d of %d frames\n", frames_seen, kSteps);  // differs from run to run

  const std::shared_ptr<const Frame> last = simulation.newest();
  std::printf("after %.1f s (step %d) the lowest point is at %.1f mm\n", last->time,
              static_cast<int>(last->step), 1000 * lowest(*last));
  std::printf("frames came in the order of their steps: %s\n", in_order ? "yes" : "no");
  // A frame stays as it is for as long as somebody holds it.
  std::printf("the frame held since step %d is as it was: %s\n", static_cast<int>(first->step),
              frame_checksum(*first) == checksum ? "yes" : "no");

  // The same without a thread has the same bits.
  World world = bar_world();
  world.body("bar").tunable()->tune("young", 2e5);
  for (int i = 0; i < kSteps; ++i) world.step(kDt);
  std::printf("the same bits as stepped by hand: %s\n",
              frame_checksum(world.frame()) == frame_checksum(*last) ? "yes" : "no");
}
