#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <vector>

#include "body/frame.h"

namespace sinew {

class RecordedBody;

// Plays back what a run left in a folder: the frames that recorders (scene/recorder.h) wrote, in any order.
//
// From BODY.pvd and BODY_STEP.vtu come nodes, elements, displacements, velocities and stress. What is seen is
// the surface in BODY_STEP.ply or .obj where it was recorded too, bound to the nodes as they are in the first
// recorded frame; else the boundary of the elements. A folder with surfaces alone gives bodies without
// elements, whose nodes are the surface's vertices, at rest in the first recorded frame.
//
// Bodies are those of the folder, by the stems of their files in the order of the alphabet. Energies were not
// recorded in these files.
class RecordedRun {
 public:
  // Throws Error where there is no such folder, or nothing to play in it.
  explicit RecordedRun(std::filesystem::path folder);
  ~RecordedRun();
  RecordedRun(RecordedRun&&) noexcept;
  RecordedRun& operator=(RecordedRun&&) noexcept;

  // That were recorded of every body, ascending; at least one.
  std::span<const std::int64_t> steps() const { return steps_; }

  // Of a step, s; 0 where the files do not tell.
  double time(std::int64_t step) const;

  // The frame of a step; it stays as it is until the next call. Bodies keep their topology, as an object,
  // while their elements are the same. Throws Error for a step that was not recorded, and for files that are
  // missing or damaged.
  const Frame& read(std::int64_t step);

 private:
  std::filesystem::path folder_;
  std::vector<std::int64_t> steps_;
  std::map<std::int64_t, double> times_;  // s; without those that nothing tells
  std::vector<RecordedBody> bodies_;
  Frame frame_;
};

}  // namespace sinew
