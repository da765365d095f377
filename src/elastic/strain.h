#pragma once

#include <array>
#include <string_view>

namespace sinew {

// How deformation becomes strain.
enum class Strain {
  kCauchy,     // linear [Georgii05, Eq. 2]: a constant matrix, right for small turns
  kCorotated,  // linear in axes that turn with each element: large turns, small stretches
  kGreen       // non-linear (green_element.h): large turns, moderate stretches
};

inline constexpr std::array<std::string_view, 3> kStrainNames{"cauchy", "corotated", "green"};

}  // namespace sinew
