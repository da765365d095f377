#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "playback/recorded_files.h"
#include "playback/recorded_surface.h"
#include "sinew/body/frame.h"
#include "sinew/mesh/mesh_file.h"

namespace sinew {

// One body of a recorded run, read frame by frame.
class RecordedBody {
 public:
  // `first_step` is the step whose frame gives the body's rest shape if the files do not say it.
  RecordedBody(std::string name, RecordedSeries series, std::int64_t first_step)
      : name_(std::move(name)), series_(std::move(series)), first_step_(first_step) {}

  // Fills the whole frame except its energies. Throws Error if a file is missing or damaged.
  void read(std::int64_t step, BodyFrame& frame);

 private:
  // Both fill everything except name and topology, and set topology_ to that of this frame if it changed.
  void read_elements(std::int64_t step, BodyFrame& frame);
  void read_surface(std::int64_t step, BodyFrame& frame);
  // The surface that was recorded with the elements of a step.
  std::optional<RecordedSurface> surface_beside(std::int64_t step) const;
  // The topology of the elements, and of the surface or, without one, of what can be shown instead.
  FrameTopology topology_of(std::int64_t step, std::shared_ptr<const FrameElements> elements,
                            const std::vector<Vec3>& positions, std::optional<RecordedSurface> surface);

  std::string name_;
  RecordedSeries series_;
  std::int64_t first_step_;
  FrameTopology topology_;  // without elements: none was read yet
  bool warned_ = false;
};

}  // namespace sinew
