#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sinew/body/frame.h"
#include "sinew/render/picture.h"
#include "sinew/scene/view_description.h"

namespace sinew {

class FrameSource;   // sinew/playback/frame_source.h
struct LoadedWorld;  // sinew/scene/load_world.h
struct RecordedLook;

// How pictures of a scene are made.
struct StudioOptions {
  std::array<int, 2> size{1280, 720};  // pixels
  ViewDescription view{};
  UpAxis up = UpAxis::kY;
  std::vector<std::optional<Vec3>> body_colours{};  // sRGB 0..1; none: from a palette
  bool sharp = false;                               // four samples for each pixel: for single pictures
  // A picture whose file would be larger gets fewer colours; see write_png.
  std::size_t most_bytes = std::numeric_limits<std::size_t>::max();
};

// What a loaded scene asks for.
StudioOptions studio_options(const LoadedWorld& loaded);
// What a recorded run asked for.
StudioOptions studio_options(const RecordedLook& look);

// One camera and one renderer for a series of pictures. The camera sees all of the first frame at zoom 1, and
// moves back if something leaves the picture.
class Studio {
 public:
  explicit Studio(StudioOptions options);
  ~Studio();

  // What frames must contain to be shown.
  FrameContents contents() const;
  // Draws the frame, with the camera moved back if need be.
  Picture picture(const Frame& frame);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Returns n such that a movie in real time of every n-th frame of a source has at most this many frames a
// second.
std::int64_t frames_apart(double seconds_per_frame, double most_frames_per_second);

// What making a movie took.
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
