#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "body/frame.h"
#include "playback/recorded_run.h"
#include "scene/load_world.h"

namespace sinew {

// Frames in the order of their steps, for pictures and movies: from a world that is stepped on demand, or
// from the files of a recorded run.
class FrameSource {
 public:
  virtual ~FrameSource() = default;

  // The steps that have frames, ascending, at least one.
  virtual std::vector<std::int64_t> steps() const = 0;
  // Time from the first frame to the second.
  virtual double seconds_per_frame() const = 0;
  // The frame of a step, which must not lie before that of the last call. It is valid until the next call.
  // Throws Error if a body cannot be stepped that far or a file is damaged.
  virtual const Frame& at(std::int64_t step, const FrameContents& contents) = 0;
};

// Steps the world, from its current step to the last step of its run.
std::unique_ptr<FrameSource> frames_of(LoadedWorld& loaded);
// Reads a recorded run.
std::unique_ptr<FrameSource> recorded_frames(RecordedRun run);

}  // namespace sinew
