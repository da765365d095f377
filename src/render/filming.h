#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "playback/frame_source.h"
#include "render/studio.h"

namespace sinew {

// Every how many frames of a source to show, so that a movie at the speed of life has at most so many frames
// a second.
std::int64_t frames_apart(double seconds_per_frame, double most_frames_per_second);

struct FilmReport {
  int frames = 0;
  double seconds = 0;  // simulating, drawing and encoding
};

// A movie of these steps; `stop` is asked after every frame whether to end it there. Where a body fails on
// the way, the movie is finished with what there is before the Error is passed on.
FilmReport shoot_movie(FrameSource& frames, std::span<const std::int64_t> steps, const StudioOptions& options,
                       double frames_per_second, const std::filesystem::path& path,
                       const std::function<bool()>& stop);

// A picture of one step.
void shoot_picture(FrameSource& frames, std::int64_t step, const StudioOptions& options,
                   const std::filesystem::path& path);

// A picture for each step, with its number behind the name: pony.png -> pony_00000012.png. Returns what was
// written.
std::vector<std::filesystem::path> shoot_series(FrameSource& frames, std::span<const std::int64_t> steps,
                                                const StudioOptions& options,
                                                const std::filesystem::path& path);

}  // namespace sinew
