#include "haptics/haptic_device.h"

#include <fmt/format.h>

#include <cmath>

#include "sinew/base/error.h"

namespace sinew {

void require_valid(const DeviceMapping& mapping) {
  if (!is_finite(mapping.origin)) throw Error("the origin of a device is not finite");
  if (!(mapping.scale > 0) || !std::isfinite(mapping.scale))
    throw Error(fmt::format("the scale of a device is {}", mapping.scale), "", "it must be more than 0");
  const Mat3 unit = transposed(mapping.axes) * mapping.axes - Mat3::identity();
  if (!(inner(unit, unit) < 1e-9) || !(determinant(mapping.axes) > 0))
    throw Error("the axes of a device are no rotation", "",
                "give three orthogonal unit vectors, right-handed");
}

}  // namespace sinew
