#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace sinew {

// An isotropic elastic material.
struct Material {
  double young = 1e6;     // Pa
  double poisson = 0.3;   // in (-1, 0.5)
  double density = 1000;  // kg/m^3

  // Lame's coefficients [Georgii05, Eq. 3].
  double lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }
  double mu() const { return young / (2 * (1 + poisson)); }

  bool operator==(const Material&) const = default;
};

// The coefficient that replaces lambda in a thin sheet under plane stress, whose surfaces are free of stress:
//   lambda' = 2 lambda mu / (lambda + 2 mu) = E nu / (1 - nu^2)
inline double plane_stress_lambda(const Material& material) {
  return material.young * material.poisson / (1 - material.poisson * material.poisson);
}

// Throws Error if a parameter has no physical meaning; `where` says where it came from.
void require_physical(const Material& material, std::string_view where);

// A material with the name that scene files use.
struct NamedMaterial {
  std::string_view name;
  Material material;
};

// Common materials with rounded values from the literature. The stiffness of soft tissue differs by a factor
// of several from body to body.
const std::vector<NamedMaterial>& named_materials();
// Throws Error, with a suggestion, if the name is unknown.
const Material& named_material(std::string_view name);

// How deformation becomes strain.
enum class Strain {
  kCauchy,     // linear [Georgii05, Eq. 2]: a constant matrix, valid for small rotations
  kCorotated,  // linear in axes that rotate with each element: large rotations, small strains
  kGreen       // non-linear: large rotations, moderate strains
};

// The names that scene files use, in the order of Strain.
inline constexpr std::array<std::string_view, 3> kStrainNames{"cauchy", "corotated", "green"};

}  // namespace sinew
