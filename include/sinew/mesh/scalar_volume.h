#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "sinew/base/geometry.h"

namespace sinew {

// A number at every point of a regular, possibly sheared grid, as a CT scanner gives it, in the unit of its
// source.
struct ScalarVolume {
  std::array<Index, 3> dimensions{};  // samples along each axis
  Vec3 origin;                        // of the first sample
  Mat3 axes = Mat3::identity();       // column k: from a sample to the next along axis k
  std::vector<float> values;          // those along the first axis follow each other

  // Trilinear interpolation. The outermost values are extended by half a grid step; beyond that, and beside a
  // sample that is not finite, the result is empty.
  std::optional<double> sample(const Vec3& point) const;
};

// Throws Error unless there is a value for every sample and the axes are linearly independent; `where` names
// the source.
void require_valid(const ScalarVolume& volume, std::string_view where);

// Reads .nrrd, and .nhdr with the data beside it (docs/formats.md). Throws Error, naming file and line, if
// the file is invalid.
ScalarVolume read_scalar_volume(const std::filesystem::path& path);

}  // namespace sinew
