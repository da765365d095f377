// Scalar volumes. What was read is sampled inside and outside.
#include <cmath>

#include "fuzz/fuzz_target.h"
#include "mesh/formats/nrrd_reader.h"

namespace sinew::fuzz {

void read_input(std::string_view bytes) {
  ScalarVolume volume;
  if (!is_taken([&] { volume = read_nrrd(bytes, "/none/volume.nrrd"); })) return;
  const std::array<Index, 3>& n = volume.dimensions;
  require(volume.values.size() == static_cast<std::size_t>(n[0]) * n[1] * n[2], "every sample has a value");
  for (const double t : {-1e300, -0.5, 0.0, 0.3, 0.5, 1.0, 1e9}) {
    const Vec3 in_grid{t * n[0], t * n[1], t * n[2]};
    const auto value = volume.sample(volume.origin + volume.axes * in_grid);
    require(!value || std::isfinite(*value), "a sample is a finite number, or none");
  }
}

}  // namespace sinew::fuzz
