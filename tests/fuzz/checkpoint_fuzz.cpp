// Checkpoints, as they come and with a checksum that fits. If one is refused the world keeps its state; if it
// is accepted the world can be stepped.
#include "base/checksum.h"
#include "base/little_endian.h"
#include "fuzz/checkpoint_world.h"
#include "fuzz/fuzz_target.h"
#include "world/checkpoint.h"

namespace sinew::fuzz {

namespace {

bool same(const WorldState& a, const WorldState& b) {
  if (!(a.clock == b.clock) || a.bodies.size() != b.bodies.size()) return false;
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    if (a.bodies[i].arrays.size() != b.bodies[i].arrays.size()) return false;
    for (std::size_t k = 0; k < a.bodies[i].arrays.size(); ++k)
      if (a.bodies[i].arrays[k].values != b.bodies[i].arrays[k].values) return false;
  }
  return true;
}

void read(std::string_view bytes, World& world, const WorldState& start) {
  const InputFile input(bytes);
  if (!is_taken([&] { read_checkpoint(input.path(), world, "scene"); })) {
    require(same(world.state(), start), "a world that refuses a checkpoint keeps its state");
    return;
  }
  is_taken([&] { world.step(0.01); });
  world.restore(start);
}

std::string with_checksum(std::string_view bytes) {
  std::string fixed(bytes.substr(0, bytes.size() - std::min<std::size_t>(bytes.size(), 8)));
  put_little_endian(fixed, checksum_of(std::span<const char>(fixed)));
  return fixed;
}

}  // namespace

void read_input(std::string_view bytes) {
  static World world = checkpoint_world();
  static const WorldState start = world.state();
  read(bytes, world, start);
  read(with_checksum(bytes), world, start);
}

}  // namespace sinew::fuzz
