#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sinew/body/frame.h"
#include "sinew/scene/view_description.h"

namespace sinew {

struct LoadedWorld;  // sinew/scene/load_world.h

class RecordedBody;
class ScheduledTool;
class SeenObstacle;

// How a recorded run is to be shown.
struct RecordedLook {
  UpAxis up = UpAxis::kY;
  ViewDescription view;
  std::vector<std::optional<Vec3>> colours;  // of the bodies, sRGB from 0 to 1; none: chosen automatically
};

// Plays back what a run left in a folder: the frames that recorders wrote, in any order.
//
// BODY.pvd and BODY_STEP.vtu give nodes, elements, displacements, velocities and stress. The visible surface
// is the one in BODY_STEP.ply, with its cut faces; it is moved by the elements that the file
// names. A .obj does not name them: its vertices follow the tetrahedra or triangles that contain them in the
// first recorded frame. Without either, and for the cells of an octree also with a .obj,
// the boundary of the elements is shown. A folder with surfaces alone gives bodies without elements, whose
// nodes are the surface's vertices.
//
// The copy of the scene (kSceneCopy) says how the run is to be shown, which bodies there are and in which
// order, and where tools and obstacles are. Without it, the bodies are those of the folder, in alphabetical order of the
// stems of their files. These files have no energies and forces.
class RecordedRun {
 public:
  // Throws Error if there is no such folder, or nothing to play in it.
  explicit RecordedRun(std::filesystem::path folder);
  ~RecordedRun();
  RecordedRun(RecordedRun&&) noexcept;
  RecordedRun& operator=(RecordedRun&&) noexcept;

  // What the scene asks for; defaults if the folder has no copy of it.
  const RecordedLook& look() const { return look_; }

  // The steps that were recorded for every body, ascending; at least one.
  std::span<const std::int64_t> steps() const { return steps_; }

  // The time of a step, s; 0 if neither the frames nor the scene say it.
  double time(std::int64_t step) const;

  // The frame of a step; it does not change until the next call. Bodies keep the same topology object while
  // their elements are the same. Throws Error if the step was not recorded, or a file is missing or damaged.
  const Frame& read(std::int64_t step);

 private:
  std::filesystem::path folder_;
  RecordedLook look_;
  std::vector<std::int64_t> steps_;
  std::map<std::int64_t, double> times_;  // s; only those that the frames say
  double dt_ = 0;                         // s; from the scene
  std::vector<RecordedBody> bodies_;
  std::vector<ScheduledTool> tools_;
  std::vector<SeenObstacle> obstacles_;
  Frame frame_;
};

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
