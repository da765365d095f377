#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "body/frame.h"
#include "mesh/length_unit.h"

namespace sinew {

// A material point of a body, named, to be followed through time.
struct Probe {
  std::string name, body;
  Vec3 rest_position;            // m
  std::string where = {};        // it was asked for: file, line and path; empty: its name says it
  LengthUnit unit = {"m", 1.0};  // that messages speak in
};

// Follows probes from frame to frame. A probe is bound to the element around its rest position, or to the
// nearest one where it lies a little outside.
class ProbeTracker {
 public:
  explicit ProbeTracker(std::vector<Probe> probes) : probes_(std::move(probes)) {}

  const std::vector<Probe>& probes() const { return probes_; }

  // How far each probe is from its rest position, m. Throws Error for a probe of a body that is not in the
  // frame, or that lies outside of its body.
  std::vector<Vec3> displacements(const Frame& frame);

 private:
  struct Binding {
    std::shared_ptr<const FrameTopology> topology;  // that it was made for
    Bindings bindings;
  };

  std::vector<Probe> probes_;
  std::vector<Binding> bindings_;
};

// Throws the Error now that ProbeTracker would throw at its first frame: to be called before long work.
void require_inside(const std::vector<Probe>& probes, const Frame& frame);

}  // namespace sinew
