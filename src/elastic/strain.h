#pragma once

#include <array>
#include <string_view>

namespace sinew {

// How deformation becomes strain.
enum class Strain {
  kCauchy,     // linear [Georgii05, Eq. 2]: a constant matrix, valid for small rotations
  kCorotated,  // linear in axes that rotate with each element: large rotations, small strains
  kGreen       // non-linear (green_element.h): large rotations, moderate strains
};

inline constexpr std::array<std::string_view, 3> kStrainNames{"cauchy", "corotated", "green"};

}  // namespace sinew
