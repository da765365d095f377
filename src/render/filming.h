#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "playback/frame_source.h"
#include "render/studio.h"

namespace sinew {

// Returns n such that a movie in real time of every n-th frame of a source has at most this many frames a
// second.
std::int64_t frames_apart(double seconds_per_frame, double most_frames_per_second);

struct FilmReport {
  int frames = 0;
  double seconds = 0;  // simulating, drawing and encoding
};

// Makes a movie of these steps; `stop` is asked after every frame whether to end it there. If a body fails,
// the movie is finished with the frames so far before the Error is rethrown.
FilmReport shoot_movie(FrameSource& frames, std::span<const std::int64_t> steps, const StudioOptions& options,
                       double frames_per_second, const std::filesystem::path& path,
                       const std::function<bool()>& stop);

// Makes a picture of one step.
void shoot_picture(FrameSource& frames, std::int64_t step, const StudioOptions& options,
                   const std::filesystem::path& path);

// Makes a picture for each step, with its number appended to the name: pony.png -> pony_00000012.png. Returns
// the files that were written.
std::vector<std::filesystem::path> shoot_series(FrameSource& frames, std::span<const std::int64_t> steps,
                                                const StudioOptions& options,
                                                const std::filesystem::path& path);

}  // namespace sinew
