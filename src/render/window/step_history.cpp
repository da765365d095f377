#include "render/window/step_history.h"

#include <numeric>

namespace sinew {

void StepHistory::add(const Frame& frame) {
  const std::int64_t steps = frame.step - step_;
  if (steps < 0) samples_.clear();
  if (steps > 0) {
    Sample sample;
    sample.step = frame.step;
    for (std::size_t z = 0; z < frame.zones.size(); ++z) {
      const double before = z < zones_.size() ? zones_[z].seconds : 0;
      const double seconds = (frame.zones[z].seconds - before) / static_cast<double>(steps);
      sample.milliseconds.push_back(static_cast<float>(1e3 * seconds));
    }
    for (const BodyFrame& body : frame.bodies) {
      sample.energies.kinetic += body.energies.kinetic;
      sample.energies.elastic += body.energies.elastic;
      sample.energies.external += body.energies.external;
    }
    samples_.push_back(std::move(sample));
    if (samples_.size() > kLength) samples_.pop_front();
  }
  step_ = frame.step;
  zones_ = frame.zones;
}

float StepHistory::total_milliseconds(const Sample& sample) {
  return std::accumulate(sample.milliseconds.begin(), sample.milliseconds.end(), 0.0F);
}

}  // namespace sinew
