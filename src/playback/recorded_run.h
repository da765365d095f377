#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <vector>

#include "body/frame.h"
#include "scene/scene_description.h"

namespace sinew {

class RecordedBody;
class ScheduledTool;

// How a recorded run wants to be seen.
struct RecordedLook {
  UpAxis up = UpAxis::kY;
  ViewDescription view;
  std::vector<std::optional<Vec3>> colours;  // of the bodies, sRGB from 0 to 1; none: whatever suits
};

// Plays back what a run left in a folder: the frames that recorders (record/recorder.h) wrote, in any order.
//
// From BODY.pvd and BODY_STEP.vtu come nodes, elements, displacements, velocities and stress. What is seen is
// the surface in BODY_STEP.ply, with its cut faces, moved by the elements that the file names (scene/
// seen_surface.h). A .obj does not name them: its vertices follow the tetrahedra or triangles that they lie
// in in the first recorded frame. Without either, and for the cells of an octree also with a .obj, the
// boundary of the elements is seen. A folder with surfaces alone gives bodies without elements, whose nodes
// are the surface's vertices.
//
// The copy of the scene (kSceneCopy) says how the run wants to be seen, which bodies there are and in which
// order, and where tools are. Without it, bodies are those of the folder, by the stems of their files in the
// order of the alphabet. Energies and forces were not recorded in these files.
class RecordedRun {
 public:
  // Throws Error where there is no such folder, or nothing to play in it.
  explicit RecordedRun(std::filesystem::path folder);
  ~RecordedRun();
  RecordedRun(RecordedRun&&) noexcept;
  RecordedRun& operator=(RecordedRun&&) noexcept;

  // What the scene asks for; defaults where the folder has no copy of it.
  const RecordedLook& look() const { return look_; }

  // That were recorded of every body, ascending; at least one.
  std::span<const std::int64_t> steps() const { return steps_; }

  // Of a step, s; 0 where neither the frames nor the scene tell.
  double time(std::int64_t step) const;

  // The frame of a step; it stays as it is until the next call. Bodies keep their topology, as an object,
  // while their elements are the same. Throws Error for a step that was not recorded, and for files that are
  // missing or damaged.
  const Frame& read(std::int64_t step);

 private:
  std::filesystem::path folder_;
  RecordedLook look_;
  std::vector<std::int64_t> steps_;
  std::map<std::int64_t, double> times_;  // s; without those that the frames do not tell
  double dt_ = 0;                         // s; of the scene
  std::vector<RecordedBody> bodies_;
  std::vector<ScheduledTool> tools_;
  Frame frame_;
};

}  // namespace sinew
