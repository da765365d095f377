#pragma once

#include "body/frame.h"
#include "mesh/mesh_file.h"
#include "scene/playback/recorded_files.h"

namespace sinew {

// One body of a recorded run, read frame by frame.
class RecordedBody {
 public:
  // `first_step` is the one whose nodes the recorded surface is bound to.
  RecordedBody(RecordedSeries series, std::int64_t first_step)
      : series_(std::move(series)), first_step_(first_step) {}

  // Fills all of the frame but its energies. Throws Error for files that are missing or damaged.
  void read(std::int64_t step, BodyFrame& frame);

 private:
  // Makes it of this frame, unless the elements are those there were.
  void update_topology(std::int64_t step, const MeshFile& mesh);
  FrameTopology topology_of(std::int64_t step, const MeshFile& mesh) const;

  RecordedSeries series_;
  std::int64_t first_step_;
  std::shared_ptr<const FrameTopology> topology_;
};

}  // namespace sinew
