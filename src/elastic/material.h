#pragma once

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

struct NamedMaterial {
  std::string_view name;
  Material material;
};

// Common materials with rounded values from the literature. The stiffness of soft tissue differs by a factor
// of several from body to body.
const std::vector<NamedMaterial>& named_materials();
// Throws Error, with a suggestion, if the name is unknown.
const Material& named_material(std::string_view name);

}  // namespace sinew
