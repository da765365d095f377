#include "sinew/mesh/scalar_volume.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/lower_case.h"
#include "mesh/formats/nrrd_reader.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// axes^-1 d, by Cramer's rule.
Vec3 grid_coordinates(const Mat3& axes, const Vec3& d) {
  const auto& [a, b, c] = axes.column;
  return Vec3{dot(d, cross(b, c)), dot(d, cross(c, a)), dot(d, cross(a, b))} / determinant(axes);
}

// The samples below and above along one axis, and the weight of the upper one.
struct Between {
  std::size_t lower, upper;
  double t;
};

// std::lerp would not pass on what is not a number.
double mix(double a, double b, double t) { return (1 - t) * a + t * b; }

std::optional<Between> between(double x, Index count) {
  if (!(x >= -0.5 && x <= count - 0.5)) return std::nullopt;
  x = std::min(std::max(x, 0.0), count - 1.0);
  const Index lower = std::min(static_cast<Index>(x), std::max(0, count - 2));
  const Index upper = std::min(lower + 1, count - 1);
  return Between{static_cast<std::size_t>(lower), static_cast<std::size_t>(upper), x - lower};
}

}  // namespace

std::optional<double> ScalarVolume::sample(const Vec3& point) const {
  const Vec3 at = grid_coordinates(axes, point - origin);
  const auto x = between(at.x, dimensions[0]), y = between(at.y, dimensions[1]),
             z = between(at.z, dimensions[2]);
  if (!x || !y || !z) return std::nullopt;
  const auto along_x = [&](std::size_t j, std::size_t k) {
    const float* row = values.data() + (k * dimensions[1] + j) * dimensions[0];
    return mix(double{row[x->lower]}, double{row[x->upper]}, x->t);
  };
  const auto along_y = [&](std::size_t k) { return mix(along_x(y->lower, k), along_x(y->upper, k), y->t); };
  const double value = mix(along_y(z->lower), along_y(z->upper), z->t);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

void require_valid(const ScalarVolume& volume, std::string_view where) {
  const std::string place(where);
  std::size_t count = 1;
  for (const Index n : volume.dimensions) {
    if (n < 1) throw Error(fmt::format("a volume has {} samples along an axis", n), place);
    count *= static_cast<std::size_t>(n);
  }
  if (volume.values.size() != count)
    throw Error(fmt::format("a volume of {} samples has {} values", count, volume.values.size()), place);
  const double size = determinant(volume.axes);
  if (!is_finite(volume.origin) || !std::isfinite(size) || size == 0)
    throw Error("the axes of a volume do not span space", place,
                "its directions must be finite and must not lie in one plane");
}

ScalarVolume read_scalar_volume(const std::filesystem::path& path) {
  const std::string extension = lower_case(path.extension().string());
  if (extension != ".nrrd" && extension != ".nhdr")
    throw Error(fmt::format("'{}' is not the extension of a scalar volume", extension), path.string(),
                "volumes are read from .nrrd and .nhdr files");
  return read_nrrd(read_file(path), path);
}

}  // namespace sinew
