#include "world/frame_exchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <thread>
#include <utility>

#include "world/frame_pool.h"

namespace sinew {
namespace {

std::shared_ptr<const Frame> frame_of_step(FramePool& pool, std::int64_t step) {
  std::shared_ptr<Frame> frame = pool.take();
  frame->step = step;
  frame->bodies.resize(1);
  const auto value = static_cast<double>(step);
  frame->bodies[0].positions.assign(64, Vec3{value, value, value});
  return frame;
}

// Whether all of it is of one step.
bool is_whole(const Frame& frame) {
  const auto value = static_cast<double>(frame.step);
  return std::ranges::count(frame.bodies[0].positions, Vec3{value, value, value}) == 64;
}

TEST(FrameExchange, there_is_nothing_before_the_first_frame) {
  FrameExchange exchange;
  EXPECT_EQ(exchange.newest(), nullptr);
}

TEST(FrameExchange, the_newest_frame_is_taken_and_kept_until_there_is_news) {
  FramePool pool;
  FrameExchange exchange;
  for (int step = 1; step <= 5; ++step) exchange.publish(frame_of_step(pool, step));
  EXPECT_EQ(exchange.newest()->step, 5);
  EXPECT_EQ(exchange.newest()->step, 5);
  exchange.publish(frame_of_step(pool, 6));
  EXPECT_EQ(exchange.newest()->step, 6);
}

TEST(FrameExchange, a_reader_beside_the_writer_sees_whole_frames_in_order_and_the_last_one) {
  constexpr std::int64_t kSteps = 20000;
  FramePool pool;
  FrameExchange exchange;
  std::thread writer([&] {
    for (std::int64_t step = 1; step <= kSteps; ++step) exchange.publish(frame_of_step(pool, step));
  });
  std::int64_t last = 0;
  bool whole = true, in_order = true;
  while (last < kSteps) {
    const std::shared_ptr<const Frame> frame = exchange.newest();
    if (frame == nullptr) continue;
    in_order = in_order && frame->step >= last;
    last = frame->step;
    whole = whole && is_whole(*frame);
  }
  writer.join();
  EXPECT_TRUE(whole);
  EXPECT_TRUE(in_order);
  EXPECT_LE(pool.size(), 4);
}

TEST(FrameExchange, frames_that_a_reader_keeps_stay_as_they_were) {
  constexpr std::int64_t kSteps = 5000;
  FramePool pool;
  FrameExchange exchange;
  std::thread writer([&] {
    for (std::int64_t step = 1; step <= kSteps; ++step) exchange.publish(frame_of_step(pool, step));
  });
  std::deque<std::pair<std::int64_t, std::shared_ptr<const Frame>>> kept;
  bool as_they_were = true;
  for (std::int64_t last = 0; last < kSteps;) {
    std::shared_ptr<const Frame> frame = exchange.newest();
    if (frame == nullptr) continue;
    last = frame->step;
    kept.emplace_back(last, std::move(frame));
    for (const auto& [step, held] : kept)
      as_they_were = as_they_were && held->step == step && is_whole(*held);
    if (kept.size() > 5) kept.pop_front();
  }
  writer.join();
  EXPECT_TRUE(as_they_were);
}

}  // namespace
}  // namespace sinew
