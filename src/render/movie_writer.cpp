#include "render/movie_writer.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/lower_case.h"
#include "base/suggestion.h"
#include "render/child_process.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;

// Halved colours need even sizes. Without its own word, ffmpeg converts by the matrix of old television,
// which players of larger pictures do not expect: reds and greens would be off.
constexpr const char* kFilter =
    "crop=trunc(iw/2)*2:trunc(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p";

struct MovieFormat {
  std::string_view extension, container;
  std::vector<std::string> options;
};

const std::array<MovieFormat, 3>& movie_formats() {
  // A palette for each frame: one for all would hold all frames in memory until the last.
  static const std::array<MovieFormat, 3> formats{
      {{".mp4",
        "mp4",
        {"-vf", kFilter, "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-movflags", "+faststart"}},
       {".webm",
        "webm",
        {"-vf", kFilter, "-c:v", "libvpx-vp9", "-crf", "31", "-b:v", "0", "-deadline", "realtime",
         "-cpu-used", "5", "-row-mt", "1"}},
       {".gif",
        "gif",
        {"-filter_complex",
         "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=bayer:bayer_scale="
         "4"}}}};
  return formats;
}

// nullptr if there is none of the extension.
const MovieFormat* find_format(const fs::path& path) {
  const std::string extension = lower_case(path.extension().string());
  for (const MovieFormat& format : movie_formats())
    if (format.extension == extension) return &format;
  return nullptr;
}

const MovieFormat& format_of(const fs::path& path) {
  if (const MovieFormat* found = find_format(path)) return *found;
  const std::string extension = lower_case(path.extension().string());
  std::vector<std::string> known;
  for (const MovieFormat& format : movie_formats()) known.emplace_back(format.extension);
  throw Error(extension.empty()
                  ? "the name has no extension to tell the format of the movie"
                  : fmt::format("no movie is written as '{}'{}", extension, did_you_mean(extension, known)),
              path.string(), fmt::format("movies are written as {}", fmt::join(known, ", ")));
}

// Frames come in raw; "file:" keeps names that begin with '-' or hold a ':' from being read as anything else.
std::vector<std::string> ffmpeg_words(const MovieFormat& format, const fs::path& output, int width,
                                      int height, double frames_per_second) {
  std::vector<std::string> words{"ffmpeg",
                                 "-nostdin",
                                 "-hide_banner",
                                 "-loglevel",
                                 "error",
                                 "-xerror",
                                 "-y",
                                 "-f",
                                 "rawvideo",
                                 "-pix_fmt",
                                 "rgb24",
                                 "-video_size",
                                 fmt::format("{}x{}", width, height),
                                 "-framerate",
                                 fmt::format("{}", frames_per_second),
                                 "-i",
                                 "pipe:0"};
  words.insert(words.end(), format.options.begin(), format.options.end());
  if (format.container != "gif")
    words.insert(words.end(), {"-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"});
  words.insert(words.end(), {"-f", std::string(format.container), "file:" + output.string()});
  return words;
}

void require_movie(const fs::path& path, int width, int height, double frames_per_second) {
  constexpr int kWidest = 16384;
  if (width < 2 || height < 2 || width > kWidest || height > kWidest)
    throw Error(fmt::format("a movie of {} x {} pixels", width, height), path.string(),
                fmt::format("from 2 x 2 to {0} x {0}", kWidest));
  if (!(frames_per_second >= 0.1 && frames_per_second <= 1000))
    throw Error(fmt::format("a movie of {} frames a second", frames_per_second), path.string(),
                "from 0.1 to 1000");
  std::error_code ignored;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored) && !fs::is_directory(path, ignored))
    throw Error("a movie is not written to a device", path.string(), "name a file");
  require_writable(path);
}

}  // namespace

bool is_movie_file(const fs::path& path) { return find_format(path) != nullptr; }

MovieWriter::MovieWriter(fs::path path, int width, int height, double frames_per_second)
    : path_(std::move(path)), width_(width), height_(height), file_(path_) {
  const MovieFormat& format = format_of(path_);
  require_movie(path_, width, height, frames_per_second);
  try {
    ffmpeg_ =
        std::make_unique<ChildProcess>(ffmpeg_words(format, file_.path(), width, height, frames_per_second));
  } catch (const NoSuchProgram& error) {
    throw Error(fmt::format("{}, and movies are made by it", error.problem()), path_.string(),
                "apt-get install ffmpeg; or write pictures: name a .png file");
  }
}

MovieWriter::~MovieWriter() = default;

void MovieWriter::add(const Picture& picture) {
  if (!ffmpeg_) throw Error("the movie is finished already", path_.string());
  if (picture.width != width_ || picture.height != height_ ||
      picture.rgb.size() != 3 * std::size_t(width_) * height_)
    throw Error(fmt::format("a frame of {} x {} pixels in a movie of {} x {}", picture.width, picture.height,
                            width_, height_),
                path_.string());
  if (!ffmpeg_->feed(picture.rgb)) fail();
  empty_ = false;
}

void MovieWriter::finish() {
  if (!ffmpeg_) return;
  if (empty_) throw Error("a movie without a frame", path_.string(), "add one first");
  if (!ffmpeg_->finish()) fail();
  file_.keep();
  ffmpeg_.reset();
}

void MovieWriter::fail() {
  ffmpeg_->finish();
  const std::string words = ffmpeg_->last_words();
  throw Error(fmt::format("ffmpeg gave up: {}", words.empty() ? "it did not say why" : words), path_.string(),
              "check that the disk has room");
}

}  // namespace sinew
