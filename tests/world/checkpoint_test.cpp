#include "world/checkpoint.h"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <csignal>

#include "base/file.h"
#include "base/one_thread.h"
#include "base/random.h"
#include "base/scratch_folder.h"
#include "world/spring_body.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::HasSubstr;

World two_bodies() {
  World world;
  world.add(tumbling_body("left"));
  world.add(tumbling_body("right"));
  return world;
}

void expect_same_state(const World& a, const World& b) {
  const WorldState x = a.state(), y = b.state();
  EXPECT_EQ(x.clock, y.clock);
  ASSERT_EQ(x.bodies.size(), y.bodies.size());
  for (std::size_t i = 0; i < x.bodies.size(); ++i)
    for (std::size_t k = 0; k < x.bodies[i].arrays.size(); ++k)
      EXPECT_EQ(x.bodies[i].arrays[k].values, y.bodies[i].arrays[k].values);
}

class Checkpoint : public ScratchFolderTest {
 protected:
  std::string message_of(const std::string& bytes) {
    write_file(folder_ / "bad", bytes);
    World world = two_bodies();
    return error_of([&] { read_checkpoint(folder_ / "bad", world, "scene"); });
  }
  std::string good_bytes() {
    World world = two_bodies();
    world.step(0.01);
    write_checkpoint(folder_ / "good", world, "scene");
    return read_file(folder_ / "good");
  }
};

TEST_F(Checkpoint, a_restored_world_goes_on_with_the_same_bits) {
  World world = two_bodies();
  for (int s = 0; s < 10; ++s) world.step(0.01);
  for (int s = 0; s < 5; ++s) world.step(0.003);
  write_checkpoint(folder_ / "c", world, "scene");
  World other = two_bodies();
  read_checkpoint(folder_ / "c", other, "scene");
  expect_same_state(world, other);
  EXPECT_EQ(other.frame().step, 15);
  EXPECT_EQ(other.frame().bodies[1].positions, world.frame().bodies[1].positions);
  for (int s = 0; s < 20; ++s) world.step(0.003), other.step(0.003);
  expect_same_state(world, other);
}

TEST_F(Checkpoint, values_that_are_hard_to_print_keep_their_bits) {
  World world = two_bodies();
  WorldState state = world.state();
  state.bodies[0].arrays[0].values = {-0.0, 5e-324, 1e308, 0.1, 1. / 3, -1e-300, 0, 1, 2, 3, 4, 5};
  world.restore(state);
  write_checkpoint(folder_ / "c", world, "");
  World other = two_bodies();
  read_checkpoint(folder_ / "c", other, "");
  expect_same_state(world, other);
  EXPECT_TRUE(std::signbit(other.state().bodies[0].arrays[0].values[0]));
}

TEST_F(Checkpoint, that_of_another_scene_is_refused_by_its_fingerprint) {
  good_bytes();
  World world = two_bodies();
  EXPECT_THAT(error_of([&] { read_checkpoint(folder_ / "good", world, "other"); }),
              HasSubstr("made from another scene: its fingerprint is scene, not other"));
  EXPECT_EQ(world.step_count(), 0);
}

TEST_F(Checkpoint, that_of_other_bodies_is_refused_with_its_name) {
  good_bytes();
  World world;
  world.add(tumbling_body("left"));
  EXPECT_THAT(error_of([&] { read_checkpoint(folder_ / "good", world, "scene"); }),
              testing::AllOf(HasSubstr("good: "), HasSubstr("[left, right], the world has [left]")));
}

TEST_F(Checkpoint, one_cut_off_at_any_length_is_refused) {
  const std::string bytes = good_bytes();
  for (std::size_t size = 1; size < bytes.size(); ++size)
    ASSERT_THAT(message_of(bytes.substr(0, size)),
                AnyOf(HasSubstr("not a checkpoint"), HasSubstr("damaged"), HasSubstr("version expected")))
        << size;
}

TEST_F(Checkpoint, one_with_any_byte_flipped_is_refused) {
  const std::string bytes = good_bytes();
  Random random(3);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string bad = bytes;
    bad[at] = static_cast<char>(bad[at] ^ static_cast<char>(1 + random.below(255)));
    ASSERT_THAT(message_of(bad),
                AnyOf(HasSubstr("not a checkpoint"), HasSubstr("damaged"), HasSubstr("of version")))
        << at;
  }
}

TEST_F(Checkpoint, files_that_are_none_are_refused) {
  EXPECT_THAT(message_of("solid cube"), HasSubstr("not a checkpoint"));
  EXPECT_THAT(message_of(good_bytes() + "x"), HasSubstr("damaged"));
  World world = two_bodies();
  EXPECT_THAT(error_of([&] { read_checkpoint(folder_ / "none", world, ""); }), HasSubstr("no such file"));
  EXPECT_THAT(error_of([&] { read_checkpoint(folder_, world, ""); }), HasSubstr("is a folder"));
  EXPECT_THAT(error_of([&] { write_checkpoint(folder_ / "no" / "c", world, ""); }),
              HasSubstr("check that the folder exists"));
}

TEST_F(Checkpoint, only_the_newest_are_kept_and_nothing_else_is_touched) {
  for (const int step : {5, 10, 15, 20, 100}) write_file(checkpoint_path(folder_, step), "x");
  for (const char* name : {"checkpoint_5.txt", "checkpoint_x.sinew", "checkpoint_.sinew", "bar.vtu"})
    write_file(folder_ / name, "x");
  remove_old_checkpoints(folder_, 20, 2);
  for (const int step : {5, 10}) EXPECT_FALSE(fs::exists(checkpoint_path(folder_, step))) << step;
  for (const int step : {15, 20, 100}) EXPECT_TRUE(fs::exists(checkpoint_path(folder_, step))) << step;
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 7);
}

// Steps and saves until it is killed; tells the parent by a byte on the pipe that a checkpoint is there.
[[noreturn]] void save_for_ever(const fs::path& path, int pipe) {
  World world = two_bodies();
  for (;;) {
    world.step(0.001);
    write_checkpoint(path, world, "scene");
    if (write(pipe, "x", 1) != 1) _exit(1);
  }
}

// Waits for this many checkpoints and some more work, so that the signal comes at many different places.
void kill_after(pid_t child, int pipe, int checkpoints, std::uint32_t idle) {
  char byte = 0;
  for (int i = 0; i < checkpoints; ++i) ASSERT_EQ(read(pipe, &byte, 1), 1);
  for (volatile std::uint32_t spin = 0; spin < idle;) spin = spin + 1;
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

TEST_F(Checkpoint, a_run_killed_at_any_moment_leaves_one_that_loads) {
  const OneThread before_forking;
  Random random(11);
  for (int trial = 0; trial < 40; ++trial) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) save_for_ever(folder_ / "c", ends[1]);
    const int awaited = 1 + static_cast<int>(random.below(3));
    kill_after(child, ends[0], awaited, random.below(200000));
    close(ends[0]), close(ends[1]);
    World world = two_bodies();
    read_checkpoint(folder_ / "c", world, "scene");
    EXPECT_GE(world.step_count(), awaited);
    World reference = two_bodies();
    while (reference.step_count() < world.step_count()) reference.step(0.001);
    expect_same_state(world, reference);
  }
}

}  // namespace
}  // namespace sinew
