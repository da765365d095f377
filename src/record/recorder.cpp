#include "sinew/record/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

#include "base/suggestion.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// Behind a stem come a number and an extension; file systems end at 255 bytes.
constexpr std::size_t kLongestStem = 180;

std::string file_stem(const std::string& name) {
  std::string stem = name.substr(0, kLongestStem);
  for (char& c : stem) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && std::isalnum(byte) == 0 && c != '-' && c != '.') c = '_';
  }
  if (stem[0] == '.' || stem[0] == '-') stem[0] = '_';
  // Take away the first bytes of a letter whose others were cut off.
  if (stem.size() < name.size() && (static_cast<unsigned char>(name[kLongestStem]) & 0xC0U) == 0x80U) {
    while ((static_cast<unsigned char>(stem.back()) & 0xC0U) == 0x80U) stem.pop_back();
    stem.pop_back();
  }
  return stem;
}

}  // namespace

Recorder::Recorder(std::int64_t every) : every_(every) {
  if (every < 1) throw Error(fmt::format("frames are recorded every {} steps", every), "", "1 or more");
}

std::vector<std::string> file_stems(const Frame& frame) {
  std::vector<std::string> stems;
  std::set<std::string> taken;
  for (const BodyFrame& body : frame.bodies) {
    stems.push_back(file_stem(body.body));
    if (stems.back() == body.body) taken.insert(stems.back());
  }
  for (std::size_t b = 0; b < stems.size(); ++b) {
    if (stems[b] == frame.bodies[b].body) continue;
    std::string free = stems[b];
    for (int n = 2; !taken.insert(free).second; ++n) free = fmt::format("{}_{}", stems[b], n);
    stems[b] = std::move(free);
  }
  return stems;
}

std::string frame_file_name(const std::string& stem, std::int64_t step, const std::string& extension) {
  return fmt::format("{}_{:08}{}", stem, step, extension);
}

std::optional<FrameFile> frame_file_of(const std::string& name) {
  const std::size_t bar = name.rfind('_'), dot = name.rfind('.');
  if (bar == std::string::npos || dot == std::string::npos || bar == 0 || dot < bar + 9) return {};
  FrameFile file{name.substr(0, bar), 0};
  const char *begin = name.data() + bar + 1, *end = name.data() + dot;
  const auto [rest, failure] = std::from_chars(begin, end, file.step);
  if (failure != std::errc() || rest != end || file.step < 0) return {};
  return file;
}

std::unique_ptr<Recorder> make_recorder(const std::string& format, const std::filesystem::path& folder,
                                        std::int64_t every, const std::vector<Probe>& probes,
                                        const BodyColours& colours) {
  if (format == "vtu") return make_vtu_recorder(folder, every);
  if (format == "ply" || format == "obj") return make_surface_recorder(folder, every, "." + format, colours);
  if (format == "csv") return make_csv_recorder(folder, every, probes);
  if (format == "checksums") return make_checksum_recorder(folder, every);
  const std::vector<std::string> known{"vtu", "ply", "obj", "csv", "checksums"};
  throw Error(fmt::format("frames are not recorded as '{}'{}", format, did_you_mean(format, known)), "",
              fmt::format("recorded are {}", fmt::join(known, ", ")));
}

}  // namespace sinew
