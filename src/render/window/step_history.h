#pragma once

#include <deque>

#include "sinew/body/frame.h"

namespace sinew {

// What the plots show: where the time of the last steps went, and the energies after them.
class StepHistory {
 public:
  static constexpr std::size_t kLength = 300;

  struct Sample {
    std::int64_t step = 0;
    std::vector<float> milliseconds;  // of a step, by zone; a mean where frames were left out
    Energies energies;                // of all bodies
  };

  // Forgets everything if the frame is earlier than the last: the simulation was reset.
  void add(const Frame& frame);

  const std::deque<Sample>& samples() const { return samples_; }
  // In the order of Sample::milliseconds, which may be shorter where zones came later.
  const std::vector<Profile::Zone>& zones() const { return zones_; }
  // Of a sample, over all zones.
  static float total_milliseconds(const Sample& sample);

 private:
  std::deque<Sample> samples_;
  std::vector<Profile::Zone> zones_;  // of the last frame
  std::int64_t step_ = 0;
};

}  // namespace sinew
