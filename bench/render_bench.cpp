#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <thread>

#include "base/parallel.h"
#include "base/timer.h"
#include "bench/benches.h"
#include "bench/georgii_models.h"
#include "bench/silent_driver.h"
#include "render/scene_view.h"
#include "sinew/render/picture.h"
#include "sinew/render/renderer.h"
#include "sinew/shape/models.h"
#include "sinew/world/world.h"
#include "tet/tet_discretization.h"
#include "world/frame_exchange.h"

namespace sinew {

namespace {

constexpr int kWidth = 1280, kHeight = 720;

// [Georgii05, table 2]: the figure stands in for their manikin, the rabbit for the bunny.
struct Case {
  const char *name, *model;
  Index elements, triangles;
  const char *paper_update_ms, *paper_frames_per_s;
};
constexpr Case kCases[] = {{"16k", "figure", 10'000, 16'000, "1", "515"},
                           {"36k", "car", 7'400, 36'000, "1", "215"},
                           {"64k", "rabbit", 11'100, 64'000, "2", "100"},
                           {"1M", "rabbit", 90'500, 1'010'000, "", ""}};

// A body that swings to and fro, at two moments: what a renderer gets from a simulation, without one.
std::array<Frame, 2> two_frames(const FrameTopology& topology) {
  std::array<Frame, 2> frames;
  for (int i = 0; i < 2; ++i) {
    frames[i].step = i;
    BodyFrame& body = frames[i].bodies.emplace_back();
    body.body = "body";
    body.topology = topology;
    const double bend = i == 0 ? 0.1 : -0.1;
    for (const Vec3& p : topology.elements->rest_positions)
      body.positions.push_back(p + Vec3{bend * p.y * p.y, 0, 0});
    body.velocities.resize(body.positions.size());
  }
  return frames;
}

template <typename F>
double median_ms(int times, F&& f) {
  std::vector<double> all;
  for (int i = 0; i < times; ++i) {
    const Timer timer;
    f(i);
    all.push_back(1e3 * timer.seconds());
  }
  std::nth_element(all.begin(), all.begin() + times / 2, all.end());
  return all[static_cast<std::size_t>(times) / 2];
}

// `threads`: of the software rasteriser, if one draws.
void measure(const Case& c, int threads, BenchRow& row) {
  TetBodyModel model = georgii_solid(c.model, c.elements, 1);
  model.surface = make_model(c.model, c.triangles);
  const std::array<Frame, 2> frames = two_frames(topology_of(model));
  const DisplayOptions display;
  const Camera camera = camera_for({}, UpAxis::kY, frames[0], static_cast<double>(kWidth) / kHeight);

  OffscreenRenderer renderer(kWidth, kHeight);
  auto show = [&](int i) { renderer.take(frames[i % 2], display), renderer.draw(camera, display); };
  auto draw = [&](int i) { show(i), renderer.finish(); };
  draw(0), draw(1);
  const double update_ms =
      median_ms(11, [&](int i) { renderer.take(frames[i % 2], display), renderer.finish(); });
  const double draw_ms = median_ms(11, draw);
  const RenderStatistics statistics = renderer.renderer().statistics();
  double cpu_ms = 0;
  {
    const SilentDriver silent;
    cpu_ms = median_ms(201, show);
  }
  row.add("triangles", statistics.triangles);
  row.add("boundary_nodes", statistics.moving_nodes);
  row.add("upload_bytes_per_frame", statistics.upload_bytes);
  row.add("cpu_ms_per_frame", cpu_ms);
  row.add("update_ms", update_ms, c.paper_update_ms);
  row.add("draw_ms", draw_ms);
  row.add("frames_per_s", 1e3 / draw_ms, c.paper_frames_per_s);
  row.add("driver", renderer.driver());
  row.add("software_threads", threads);
}

// Steps a world on this thread for about this many seconds and publishes each step.
double steps_per_second(World& world, FrameExchange& exchange, const WorldState& start, double seconds) {
  world.restore(start);
  int steps = 0;
  const Timer timer;
  while (timer.seconds() < seconds) {
    world.step(kGeorgiiStep);
    exchange.publish(world.shared_frame());
    ++steps;
  }
  return steps / timer.seconds();
}

// Draws the newest frame repeatedly, on its own thread, until it is stopped.
class RenderingThread {
 public:
  RenderingThread(FrameExchange& exchange, std::array<int, 2> size)
      : thread_([this, &exchange, size] { run(exchange, size); }) {}
  ~RenderingThread() {
    end_ = true;
    thread_.join();
  }
  void start() { drawing_ = true; }
  // Returns when the current frame is drawn.
  void stop() {
    drawing_ = false;
    while (busy_) std::this_thread::yield();
  }
  int frames() const { return frames_; }

 private:
  void run(FrameExchange& exchange, std::array<int, 2> size) {
    OffscreenRenderer renderer(size[0], size[1]);
    const DisplayOptions display;
    std::optional<Camera> camera;
    while (!end_) {
      busy_ = true;
      const std::shared_ptr<const Frame> frame = drawing_ ? exchange.newest() : nullptr;
      if (frame == nullptr) {
        busy_ = false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        continue;
      }
      if (!camera) camera = camera_for({}, UpAxis::kY, *frame, static_cast<double>(size[0]) / size[1]);
      renderer.take(*frame, display);
      renderer.draw(*camera, display);
      renderer.finish();
      ++frames_;
    }
  }

  std::atomic<bool> end_{false}, drawing_{false}, busy_{false};
  std::atomic<int> frames_{0};
  std::thread thread_;
};

// One thread steps, another draws with a single-threaded rasteriser. Rounds with and without drawing
// alternate, so that both see the same machine.
void measure_overlap(BenchRow& row) {
  constexpr int kRounds = 5;
  constexpr double kSeconds = 1.0;
  const int threads_before = thread_count();
  set_thread_count(1);
  setenv("LP_NUM_THREADS", "0", 1);
  TetBodyModel model = georgii_solid("rabbit", 11'100, 3);
  model.surface = make_model("rabbit", 64'000);
  World world;
  world.add(std::make_unique<TetBody>("rabbit", model, georgii_params()));
  const WorldState start = world.state();
  FrameExchange exchange;
  std::vector<double> alone, beside;
  int frames = 0;
  {
    RenderingThread rendering(exchange, {kWidth, kHeight});
    steps_per_second(world, exchange, start, kSeconds);
    for (int round = 0; round < kRounds; ++round) {
      alone.push_back(steps_per_second(world, exchange, start, kSeconds));
      rendering.start();
      const int before = rendering.frames();
      beside.push_back(steps_per_second(world, exchange, start, kSeconds));
      frames += rendering.frames() - before;
      rendering.stop();
    }
  }
  unsetenv("LP_NUM_THREADS");
  set_thread_count(threads_before);
  std::sort(alone.begin(), alone.end());
  std::sort(beside.begin(), beside.end());
  row.add("triangles", model.surface.triangle_count());
  row.add("steps_per_s_alone", alone[kRounds / 2]);
  row.add("steps_per_s_beside", beside[kRounds / 2]);
  row.add("frames_per_s", frames / (kRounds * kSeconds));
  row.add("overlap_loss", 1 - beside[kRounds / 2] / alone[kRounds / 2]);
}

void run_cases(BenchContext& context) {
  // Before any other context: Mesa reads its environment once, so after this case it draws the others with
  // one thread too. Run alone (--case), they use every core.
  const bool overlap = context.wants("overlap");
  if (overlap) measure_overlap(context.add_row("overlap"));
  for (const Case& c : kCases)
    if (context.wants(c.name)) measure(c, overlap ? 1 : thread_count(), context.add_row(c.name));
}

}  // namespace

Bench render_bench() {
  Bench bench;
  bench.name = "render";
  bench.description = "surfaces on the graphics card, and drawing beside a simulation [Georgii05, table 2]";
  for (const Case& c : kCases) bench.cases.emplace_back(c.name);
  bench.cases.emplace_back("overlap");
  bench.run = run_cases;
  return bench;
}

}  // namespace sinew
