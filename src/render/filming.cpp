#include "sinew/render/studio.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/progress.h"
#include "base/timer.h"
#include "render/movie_writer.h"
#include "sinew/playback/frame_source.h"
#include "sinew/world/world.h"

namespace sinew {

namespace fs = std::filesystem;

std::int64_t frames_apart(double seconds_per_frame, double most_frames_per_second) {
  const double least = 1 / (most_frames_per_second * seconds_per_frame);
  return std::max<std::int64_t>(1, std::llround(std::ceil(least - 1e-6)));
}

FilmReport shoot_movie(FrameSource& frames, std::span<const std::int64_t> steps, const StudioOptions& options,
                       double frames_per_second, const fs::path& path, const std::function<bool()>& stop) {
  const Timer timer;
  Studio studio(options);
  MovieWriter movie(path, options.size[0], options.size[1], frames_per_second);
  Progress progress("frames", static_cast<double>(steps.size()));
  FilmReport report;
  try {
    for (const std::int64_t step : steps) {
      movie.add(studio.picture(frames.at(step, studio.contents())));
      ++report.frames;
      progress.advance();
      if (stop()) break;
    }
  } catch (const StepFailure&) {
    if (report.frames > 0) movie.finish();
    throw;
  }
  movie.finish();
  report.seconds = timer.seconds();
  return report;
}

void shoot_picture(FrameSource& frames, std::int64_t step, const StudioOptions& options,
                   const fs::path& path) {
  constexpr int kLargestSharp = 4096;  // pixels along a side; twice that is what every driver can draw
  StudioOptions sharp = options;
  sharp.sharp = std::max(options.size[0], options.size[1]) <= kLargestSharp;
  Studio studio(sharp);
  write_png(path, studio.picture(frames.at(step, studio.contents())), options.most_bytes);
}

std::vector<fs::path> shoot_series(FrameSource& frames, std::span<const std::int64_t> steps,
                                   const StudioOptions& options, const fs::path& path) {
  Studio studio(options);
  Progress progress("pictures", static_cast<double>(steps.size()));
  std::vector<fs::path> written;
  for (const std::int64_t step : steps) {
    written.push_back(path.parent_path() / fmt::format("{}_{:08}.png", path.stem().string(), step));
    write_png(written.back(), studio.picture(frames.at(step, studio.contents())), options.most_bytes);
    progress.advance();
  }
  return written;
}

}  // namespace sinew
