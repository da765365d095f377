#include "stepping/stiffness_limit.h"

#include <algorithm>

#include "base/log.h"

namespace sinew {

double StiffnessLimit::share_for(double stiffness_over_inertia, const std::string& body) {
  if (!is_beyond(stiffness_over_inertia)) return 1;
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

std::vector<Material> softened(std::span<const Material> materials, std::span<const char> is_free,
                               double share) {
  const bool all_free = std::all_of(is_free.begin(), is_free.end(), [](char f) { return f != 0; });
  std::vector<Material> soft(materials.begin(), materials.end());
  if (materials.size() == 1 && !all_free) soft.assign(is_free.size(), materials[0]);
  for (std::size_t e = 0; e < soft.size(); ++e)
    if (soft.size() == 1 || is_free[e] != 0) soft[e].young *= share;
  return soft;
}

}  // namespace sinew
