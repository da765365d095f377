#pragma once

#include "remeshing/semi_regular.h"

namespace sinew {

// How a semi-regular mesh differs from its input.
struct DistortionReport {
  // Distance between the two surfaces, sampled both ways at vertices and triangle centres, as a part of the
  // input's bounding-box diagonal: the largest (Hausdorff distance, from below) and the root mean square.
  double max_distance = 0, rms_distance = 0;
  // Area of a finest triangle over its share, 4^-L, of its base triangle's area: 1 everywhere for a base
  // that is merely split.
  double min_area_ratio = 0, mean_area_ratio = 0, max_area_ratio = 0;
  double smallest_angle_degrees = 0;
  Index flipped_triangles = 0;  // whose normal is opposite to the input's at its corners
};

DistortionReport distortion(const SemiRegularMesh& mesh, const SurfaceMesh& input);

}  // namespace sinew
