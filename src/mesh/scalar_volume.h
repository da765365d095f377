#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "base/index.h"
#include "base/mat3.h"

namespace sinew {

// A number at every point of a regular, possibly slanted grid, as a CT scanner gives it, in the unit of its
// source.
struct ScalarVolume {
  std::array<Index, 3> dimensions{};  // samples along each axis
  Vec3 origin;                        // of the first sample
  Mat3 axes = Mat3::identity();       // column k: from a sample to the next along axis k
  std::vector<float> values;          // those along the first axis follow each other

  // Trilinear between samples. The outermost ones go on for half a step, beyond which there is nothing;
  // nothing also beside a sample that is not finite.
  std::optional<double> sample(const Vec3& point) const;
};

// Throws Error unless there is a value for every sample and the axes span space; `where` names the source.
void require_valid(const ScalarVolume& volume, std::string_view where);

// Reads .nrrd, and .nhdr with the data beside it (docs/formats.md). Throws Error, naming file and line, for
// anything that is not a sound file.
ScalarVolume read_scalar_volume(const std::filesystem::path& path);

}  // namespace sinew
