#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "body/frame.h"
#include "playback/recorded_run.h"
#include "scene/load_world.h"

namespace sinew {

// Frames in the order of their steps, for pictures and movies: from a world that is stepped as it goes, or
// from the files that a run has left.
class FrameSource {
 public:
  virtual ~FrameSource() = default;

  // The steps there are frames of, ascending, at least one.
  virtual std::vector<std::int64_t> steps() const = 0;
  // From the first frame to the second.
  virtual double seconds_per_frame() const = 0;
  // The frame of a step, which must not lie before the one asked for last; good until the next call. Throws
  // Error where a body cannot be stepped so far or a file is damaged.
  virtual const Frame& at(std::int64_t step, const FrameContents& contents) = 0;
};

// Steps the world, from where it is to the last step of its run.
std::unique_ptr<FrameSource> frames_of(LoadedWorld& loaded);
// Reads what a run has recorded.
std::unique_ptr<FrameSource> recorded_frames(RecordedRun run);

}  // namespace sinew
