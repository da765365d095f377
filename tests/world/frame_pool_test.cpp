#include "world/frame_pool.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <thread>

#include "sinew/world/world.h"
#include "world/spring_body.h"

namespace sinew {
namespace {

TEST(FramePool, a_frame_that_nobody_holds_is_used_again_with_its_arrays) {
  FramePool pool;
  std::shared_ptr<Frame> frame = pool.take();
  frame->bodies.resize(3);
  const Frame* const first = frame.get();
  const BodyFrame* const bodies = frame->bodies.data();
  frame = nullptr;
  frame = pool.take();
  EXPECT_EQ(frame.get(), first);
  EXPECT_EQ(frame->bodies.data(), bodies);
  EXPECT_EQ(pool.size(), 1);
}

TEST(FramePool, a_frame_that_somebody_holds_is_not_handed_out) {
  FramePool pool;
  std::set<const Frame*> frames;
  std::vector<std::shared_ptr<const Frame>> held;
  for (int i = 0; i < 10; ++i) {
    held.push_back(pool.take());
    frames.insert(held.back().get());
  }
  EXPECT_EQ(frames.size(), 10u);
  const std::weak_ptr<const Frame> watcher = held[4];
  held.clear();
  EXPECT_TRUE(watcher.expired());
  for (int i = 0; i < 10; ++i) held.push_back(pool.take());
  EXPECT_LE(pool.size(), 11);  // one whose counters are watched is not free
}

TEST(FramePool, frames_outlive_their_pool) {
  std::optional<FramePool> pool(std::in_place);
  std::shared_ptr<Frame> frame = pool->take();
  frame->step = 7;
  pool.reset();
  EXPECT_EQ(frame->step, 7);
  std::thread([last = std::move(frame)] { EXPECT_EQ(last->step, 7); }).join();
}

TEST(FramePool, a_world_that_steps_uses_the_same_few_frames) {
  World world;
  world.add(tumbling_body("a"));
  std::set<const Frame*> frames;
  std::set<const Vec3*> arrays;
  std::shared_ptr<const Frame> shown;
  for (int step = 0; step < 100; ++step) {
    world.step(0.01);
    if (step % 3 == 0) shown = world.shared_frame();
    frames.insert(&world.frame());
    arrays.insert(world.frame().bodies[0].positions.data());
  }
  EXPECT_LE(frames.size(), 3u);
  EXPECT_LE(arrays.size(), frames.size());
}

}  // namespace
}  // namespace sinew
