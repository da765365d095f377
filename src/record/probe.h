#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/body/frame.h"
#include "sinew/embed/embedding.h"
#include "sinew/record/recorder.h"

namespace sinew {

// Tracks probes from frame to frame. A probe is bound to the element that contains its rest position, or to
// the nearest one if it lies a little outside.
class ProbeTracker {
 public:
  explicit ProbeTracker(std::vector<Probe> probes);

  const std::vector<Probe>& probes() const { return probes_; }

  // The displacement of each probe, m. Throws Error if a probe's body is not in the frame, or if the probe
  // lies outside of it.
  std::vector<Vec3> displacements(const Frame& frame);

 private:
  // The probes of one body.
  struct OfBody {
    std::vector<std::size_t> probes;
    std::shared_ptr<const FrameElements> elements;  // that they are bound to
    Embedding embedding;
  };
  // Throws Error for a probe that lies outside of the body.
  void bind_to(const BodyFrame& body, OfBody& of) const;

  std::vector<Probe> probes_;
  std::vector<OfBody> bodies_;
};

// Throws the Error that ProbeTracker would throw at its first frame. Call it before long work.
void require_inside(const std::vector<Probe>& probes, const Frame& frame);

}  // namespace sinew
