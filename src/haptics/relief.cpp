#include "haptics/relief.h"

#include <fmt/format.h>

#include <cmath>

#include "sinew/base/error.h"

namespace sinew {

void require_valid(const Relief& relief) {
  if (!(relief.height >= 0) || !std::isfinite(relief.height))
    throw Error(fmt::format("a relief has a height of {} m", relief.height), "", "it must not be negative");
  if (!(relief.wavelength > 0) || !std::isfinite(relief.wavelength))
    throw Error(fmt::format("a relief has a wavelength of {} m", relief.wavelength), "",
                "it must be more than 0");
}

double height_at(const Relief& relief, const Vec3& rest) {
  const double k = 2 * M_PI / relief.wavelength;
  return relief.height / 3 * (std::sin(k * rest.x) + std::sin(k * rest.y) + std::sin(k * rest.z));
}

// The gradient g along the triangle with edges u, v has g . u = dh . U and g . v = dh . V, where U, V are these edges and
// dh is the gradient at rest.
Vec3 slope_at(const Relief& relief, const SurfacePoint& point, const LocalResponse& response) {
  if (relief.height <= 0 || response.rest.size() != response.positions.size()) return {};
  const auto& [a, b, c] = response.triangles[point.triangle];
  const Vec3 X = at(point, response.triangles, response.rest);
  const double k = 2 * M_PI / relief.wavelength;
  const Vec3 dh = (relief.height / 3 * k) * Vec3{std::cos(k * X.x), std::cos(k * X.y), std::cos(k * X.z)};
  const double along_u = dot(dh, response.rest[b] - response.rest[a]);
  const double along_v = dot(dh, response.rest[c] - response.rest[a]);
  const Vec3 u = response.positions[b] - response.positions[a],
             v = response.positions[c] - response.positions[a];
  const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), area = uu * vv - uv * uv;
  if (!(area > 0)) return {};
  return ((along_u * vv - along_v * uv) / area) * u + ((along_v * uu - along_u * uv) / area) * v;
}

}  // namespace sinew
