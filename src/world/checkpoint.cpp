#include "world/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

#include "base/byte_cursor.h"
#include "base/checksum.h"
#include "base/file.h"
#include "base/little_endian.h"
#include "sinew/base/error.h"

namespace sinew {

// A checkpoint, all numbers little endian; a text is its length (u32) and its bytes,
// arrays are their number (u32) and of each: text name  u64 count  f64...
//
//   "sinewchk"  u32 version  text fingerprint
//   i64 step  i64 origin step  f64 origin time  f64 dt
//   u32 bodies, each: text name  arrays
//   arrays of contact; none if nothing collides
//   u64 checksum of all bytes before it

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "sinewchk";
constexpr std::uint32_t kVersion = 5;
constexpr std::string_view kStem = "checkpoint_", kExtension = ".sinew";
constexpr const char* kUseAnother = "resume from another checkpoint, or start again";

std::uint64_t checksum_of_text(std::string_view bytes) { return checksum_of(std::span(bytes)); }

void put_text(std::string& bytes, std::string_view text) {
  put_little_endian(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
}

void put_arrays(std::string& bytes, const BodyState& arrays) {
  put_little_endian(bytes, static_cast<std::uint32_t>(arrays.size()));
  for (const StateArray& array : arrays) {
    put_text(bytes, array.name);
    put_little_endian(bytes, static_cast<std::uint64_t>(array.values.size()));
    for (const double value : array.values) put_little_endian(bytes, value);
  }
}

std::string checkpoint_bytes(const WorldState& state, std::string_view fingerprint) {
  std::string bytes(kMagic);
  put_little_endian(bytes, kVersion);
  put_text(bytes, fingerprint);
  put_little_endian(bytes, state.clock.step);
  put_little_endian(bytes, state.clock.origin_step);
  put_little_endian(bytes, state.clock.origin_time);
  put_little_endian(bytes, state.clock.dt);
  put_little_endian(bytes, static_cast<std::uint32_t>(state.bodies.size()));
  for (const WorldState::OfBody& body : state.bodies)
    put_text(bytes, body.name), put_arrays(bytes, body.arrays);
  put_arrays(bytes, state.contact);
  put_little_endian(bytes, checksum_of_text(bytes));
  return bytes;
}

std::string read_text(ByteCursor& cursor, std::string_view expected) {
  return std::string(cursor.take(cursor.read<std::uint32_t>(expected), expected));
}

BodyState read_arrays(ByteCursor& cursor) {
  BodyState state;
  const auto arrays = cursor.read<std::uint32_t>("the number of arrays");
  for (std::uint32_t a = 0; a < arrays; ++a) {
    StateArray& array = state.emplace_back();
    array.name = read_text(cursor, "an array's name");
    const auto count = cursor.read<std::uint64_t>("an array's length");
    cursor.require(count, sizeof(double), "an array");
    array.values.resize(count);
    for (double& value : array.values) value = cursor.read<double>("an array");
  }
  return state;
}

WorldState read_state(ByteCursor& cursor) {
  WorldState state;
  state.clock.step = cursor.read<std::int64_t>("the step");
  state.clock.origin_step = cursor.read<std::int64_t>("the step of the clock's origin");
  state.clock.origin_time = cursor.read<double>("the time of the clock's origin");
  state.clock.dt = cursor.read<double>("the time step");
  const auto bodies = cursor.read<std::uint32_t>("the number of bodies");
  for (std::uint32_t b = 0; b < bodies; ++b) {
    std::string name = read_text(cursor, "a body's name");
    state.bodies.push_back({std::move(name), read_arrays(cursor)});
  }
  state.contact = read_arrays(cursor);
  return state;
}

// What is between the version and the checksum, once all of them are found right.
ByteCursor checked_contents(std::string_view bytes, const std::string& file) {
  if (!bytes.starts_with(kMagic)) throw Error("is not a checkpoint of sinew", file, kUseAnother);
  ByteCursor head(bytes.substr(kMagic.size()), file);
  const auto version = head.read<std::uint32_t>("the version");
  const std::size_t begin = kMagic.size() + sizeof version;
  if (version != kVersion)
    throw Error(
        fmt::format("is a checkpoint of version {}; this program reads version {}", version, kVersion), file,
        kUseAnother);
  const bool has_checksum = bytes.size() >= begin + sizeof(std::uint64_t);
  const std::size_t end = has_checksum ? bytes.size() - sizeof(std::uint64_t) : 0;
  if (!has_checksum ||
      ByteCursor(bytes.substr(end), file).read<std::uint64_t>("") != checksum_of_text(bytes.substr(0, end)))
    throw Error("the checkpoint is damaged: its checksum does not fit its bytes", file, kUseAnother);
  return {bytes.substr(begin, end - begin), file};
}

// The step of a checkpoint's name; nothing for any other file.
std::optional<std::int64_t> step_of(const fs::path& path) {
  const std::string name = path.filename().string();
  if (!name.starts_with(kStem) || !name.ends_with(kExtension)) return {};
  const char* const end = name.data() + name.size() - kExtension.size();
  std::int64_t step = 0;
  const auto [rest, failure] = std::from_chars(name.data() + kStem.size(), end, step);
  if (failure != std::errc() || rest != end || step < 0) return {};
  return step;
}

}  // namespace

void write_checkpoint(const fs::path& path, const World& world, const std::string& fingerprint) {
  write_file(path, checkpoint_bytes(world.state(), fingerprint));
}

void read_checkpoint(const fs::path& path, World& world, const std::string& fingerprint) {
  const std::string bytes = read_file(path);
  ByteCursor cursor = checked_contents(bytes, path.string());
  const std::string saved = read_text(cursor, "the fingerprint of the scene");
  if (saved != fingerprint)
    throw Error(fmt::format("the checkpoint was made from another scene: its fingerprint is {}, not {}",
                            saved, fingerprint),
                path.string(), "resume with the scene and the --set options of the run that wrote it");
  const WorldState state = read_state(cursor);
  if (!cursor.at_end()) cursor.fail("bytes behind the state of contact", kUseAnother);
  try {
    world.restore(state);
  } catch (const Error& error) {
    throw Error(error.what(), path.string());
  }
}

fs::path checkpoint_path(const fs::path& folder, std::int64_t step) {
  return folder / fmt::format("{}{:08}{}", kStem, step, kExtension);
}

void remove_old_checkpoints(const fs::path& folder, std::int64_t step, int kept, std::int64_t every) {
  std::vector<std::int64_t> older;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (const auto of_file = step_of(entry.path()); of_file && *of_file < step) older.push_back(*of_file);
  std::sort(older.rbegin(), older.rend());
  int left = kept - 1;
  for (const std::int64_t of_file : older) {
    const bool counts = every == 0 || of_file % every == 0;
    if (!counts || left-- <= 0) fs::remove(checkpoint_path(folder, of_file));
  }
}

std::string advice_after_failure(double dt, std::int64_t step,
                                 const std::function<std::filesystem::path()>& save) {
  const std::string advice = fmt::format(
      "try a smaller time step (it is {:.6g} s), backward Euler, more damping or more solver cycles", dt);
  try {
    return fmt::format("{}\n  the last good state, step {}, is in {}", advice, step, save().string());
  } catch (const Error& error) {
    return fmt::format("{}\n  the last good state could not be saved: {}", advice, error.what());
  }
}

}  // namespace sinew
