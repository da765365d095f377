#include "octree/cut_front_state.h"

#include <fmt/format.h>

#include "base/error.h"

namespace sinew {

namespace {

constexpr std::size_t kNumbersOfFront = 3, kNumbersOfPoint = 13;

void add(std::vector<double>& values, const Vec3& v) { values.insert(values.end(), {v.x, v.y, v.z}); }

FrontPoint point_of(std::span<const double> v) {
  const auto vector = [&](int i) { return Vec3{v[i], v[i + 1], v[i + 2]}; };
  const auto whole = [&](int i) { return static_cast<std::int32_t>(v[i]); };
  return {v[0], {{whole(1), whole(2), whole(3)}, vector(4)}, vector(7), vector(10)};
}

}  // namespace

StateArray state_array(std::span<const CutFront> fronts) {
  StateArray array{"cut fronts", {}};
  std::vector<double>& values = array.values;
  for (const CutFront& front : fronts) {
    values.insert(values.end(), {double(front.stroke), double(front.cut), double(front.points.size())});
    for (const auto& [along, point, place, offset] : front.points) {
      values.push_back(along);
      add(values, {double(point.voxel.x), double(point.voxel.y), double(point.voxel.z)});
      add(values, point.at), add(values, place), add(values, offset);
    }
  }
  return array;
}

std::vector<CutFront> cut_fronts_of(std::span<const double> values, const LinkedVoxels& voxels,
                                    const std::string& body) {
  const auto require = [&](bool fits) {
    if (!fits) throw Error(fmt::format("the cut fronts of body '{}' are none", body));
  };
  std::vector<CutFront> fronts;
  while (!values.empty()) {
    require(values.size() >= kNumbersOfFront);
    CutFront front{static_cast<std::int64_t>(values[0]), static_cast<std::int32_t>(values[1]), {}};
    const double count = values[2];
    values = values.subspan(kNumbersOfFront);
    require(count >= 2 && count * kNumbersOfPoint <= static_cast<double>(values.size()));
    for (double k = 0; k < count; ++k, values = values.subspan(kNumbersOfPoint)) {
      front.points.push_back(point_of(values.first(kNumbersOfPoint)));
      require(voxels.inside(front.points.back().point.voxel));
    }
    fronts.push_back(std::move(front));
  }
  return fronts;
}

}  // namespace sinew
