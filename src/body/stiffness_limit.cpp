#include "body/stiffness_limit.h"

#include "base/log.h"

namespace sinew {

double StiffnessLimit::share_for(double stiffness_over_inertia, const std::string& body) {
  constexpr double kMost = 1e10;
  if (!(stiffness_over_inertia > kMost)) return 1;
  const double share = kMost / stiffness_over_inertia;
  if (!has_warned_)
    log_warning(
        "body '{}' is too stiff and light for steps of this length and is stepped with {:.2g} of its Young's "
        "modulus: "
        "it moves as a rigid body; take shorter steps if its own deformation matters",
        body, share);
  has_warned_ = true;
  return share;
}

std::vector<Material> softened(std::vector<Material> materials, double share) {
  for (Material& material : materials) material.young *= share;
  return materials;
}

}  // namespace sinew
