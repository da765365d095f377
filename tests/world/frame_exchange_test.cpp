#include "world/frame_exchange.h"

#include <gtest/gtest.h>

#include <thread>

namespace sinew {
namespace {

Frame frame_of_step(std::int64_t step) {
  Frame frame;
  frame.step = step;
  frame.bodies.resize(1);
  const auto value = static_cast<double>(step);
  frame.bodies[0].positions.assign(64, Vec3{value, value, value});
  return frame;
}

TEST(FrameExchange, there_is_nothing_before_the_first_frame) {
  FrameExchange exchange;
  EXPECT_EQ(exchange.newest(), nullptr);
}

TEST(FrameExchange, the_newest_frame_is_taken_and_kept_until_there_is_news) {
  FrameExchange exchange;
  for (int step = 1; step <= 5; ++step) exchange.publish(frame_of_step(step));
  EXPECT_EQ(exchange.newest()->step, 5);
  EXPECT_EQ(exchange.newest()->step, 5);
  exchange.publish(frame_of_step(6));
  EXPECT_EQ(exchange.newest()->step, 6);
}

TEST(FrameExchange, a_reader_beside_the_writer_sees_whole_frames_in_order_and_the_last_one) {
  constexpr std::int64_t kSteps = 20000;
  FrameExchange exchange;
  std::thread writer([&] {
    for (std::int64_t step = 1; step <= kSteps; ++step) exchange.publish(frame_of_step(step));
  });
  std::int64_t last = 0;
  bool whole = true, in_order = true;
  while (last < kSteps) {
    const Frame* frame = exchange.newest();
    if (frame == nullptr) continue;
    in_order = in_order && frame->step >= last;
    last = frame->step;
    whole = whole && frame->checksum == frame_checksum(*frame);
    for (const Vec3& p : frame->bodies[0].positions) whole = whole && p.x == static_cast<double>(last);
  }
  writer.join();
  EXPECT_TRUE(whole);
  EXPECT_TRUE(in_order);
}

}  // namespace
}  // namespace sinew
