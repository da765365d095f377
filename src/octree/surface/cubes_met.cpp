#include "octree/surface/cubes_met.h"

#include <algorithm>

#include "octree/surface/dual_face.h"
#include "octree/surface/own_voxels.h"
#include "sinew/base/geometry.h"

namespace sinew {

namespace {

// Whether the projections on the axis are disjoint or only touch.
bool is_parted_along(const Vec3& axis, const std::array<Vec3, 3>& triangle, const Vec3& half) {
  const double reach = dot(half, {std::abs(axis.x), std::abs(axis.y), std::abs(axis.z)});
  const auto [low, high] =
      std::minmax({dot(axis, triangle[0]), dot(axis, triangle[1]), dot(axis, triangle[2])});
  return reach > 0 && (low >= reach || high <= -reach);
}

// Separating axes: those of the box, the triangle's normal, and one for each pair of edges.
bool meets_box(std::array<Vec3, 3> triangle, const Vec3& lower, const Vec3& upper) {
  const Vec3 middle = 0.5 * (lower + upper), half = 0.5 * (upper - lower);
  for (Vec3& p : triangle) p -= middle;
  const std::array<Vec3, 3> edges{triangle[1] - triangle[0], triangle[2] - triangle[1],
                                  triangle[0] - triangle[2]};
  if (is_parted_along(cross(edges[0], edges[1]), triangle, half)) return false;
  for (int k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    if (is_parted_along(axis, triangle, half)) return false;
    for (const Vec3& edge : edges)
      if (is_parted_along(cross(axis, edge), triangle, half)) return false;
  }
  return true;
}

// Inserts met cubes from `lower` up to but not including `upper`, by bisection.
void insert_met(const std::array<Vec3, 3>& triangle, const LatticePoint& lower, const LatticePoint& upper,
                CubeSet& cubes) {
  if (!meets_box(triangle, to_vec3(lower), to_vec3(upper))) return;
  const LatticePoint size = upper - lower;
  int axis = 0;
  for (int k = 1; k < 3; ++k)
    if (size[k] > size[axis]) axis = k;
  if (size[axis] == 1) return cubes.insert(lower);
  LatticePoint middle_upper = upper, middle_lower = lower;
  middle_upper[axis] = middle_lower[axis] = lower[axis] + size[axis] / 2;
  insert_met(triangle, lower, middle_upper, cubes);
  insert_met(triangle, middle_lower, upper, cubes);
}

}  // namespace

void add_cubes_along(const Vec3& a, const Vec3& b, std::vector<LatticePoint>& cubes) {
  constexpr double kTouch = 1e-6;
  std::vector<double> stops{0, 1};
  for (int axis = 0; axis < 3; ++axis) {
    const auto [low, high] = std::minmax({a[axis], b[axis]});
    for (double plane = std::ceil(low); plane <= high && high > low; ++plane)
      stops.push_back((plane - a[axis]) / (b[axis] - a[axis]));
  }
  std::sort(stops.begin(), stops.end());
  for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
    const Vec3 middle = lerp(a, b, 0.5 * (stops[i] + stops[i + 1]));
    const Vec3 touch{kTouch, kTouch, kTouch};
    const LatticePoint lower = dual_cube_at(middle - touch), upper = dual_cube_at(middle + touch);
    for (int z = lower.z; z <= upper.z; ++z)
      for (int y = lower.y; y <= upper.y; ++y)
        for (int x = lower.x; x <= upper.x; ++x) cubes.push_back({x, y, z});
  }
}

void insert_cubes_met(const std::array<Vec3, 3>& triangle, CubeSet& cubes) {
  const Box3 box = bounding_box(triangle);
  insert_met(triangle, dual_cube_at(box.lower), dual_cube_at(box.upper) + LatticePoint{1, 1, 1}, cubes);
}

}  // namespace sinew
