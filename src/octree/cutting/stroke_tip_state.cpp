#include "octree/cutting/stroke_tip_state.h"

#include <fmt/format.h>

#include "body/state_arrays.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr std::size_t kNumbersOfTip = 3, kNumbersOfPoint = 13;

void add(std::vector<double>& values, const Vec3& v) { values.insert(values.end(), {v.x, v.y, v.z}); }

constexpr std::string_view kName = "stroke tips";
constexpr double kFarthest = 1e30;  // m

TipPoint point_of(std::span<const double> v, const std::string& body) {
  constexpr std::int64_t kFar = 1 << 30;
  const auto vector = [&](int i) { return Vec3{v[i], v[i + 1], v[i + 2]}; };
  const auto whole = [&](int i) {
    return static_cast<std::int32_t>(whole_number(v[i], -kFar, kFar, kName, body));
  };
  return {v[0], {{whole(1), whole(2), whole(3)}, vector(4)}, vector(7), vector(10)};
}

}  // namespace

StateArray state_array(std::span<const StrokeTip> tips) {
  StateArray array{std::string(kName), {}};
  std::vector<double>& values = array.values;
  for (const StrokeTip& tip : tips) {
    values.insert(values.end(), {double(tip.stroke), double(tip.cut), double(tip.points.size())});
    for (const auto& [along, point, place, offset] : tip.points) {
      values.push_back(along);
      add(values, {double(point.voxel.x), double(point.voxel.y), double(point.voxel.z)});
      add(values, point.at), add(values, place), add(values, offset);
    }
  }
  return array;
}

std::vector<StrokeTip> stroke_tips_of(std::span<const double> values, const LinkedVoxels& voxels,
                                      const std::string& body) {
  const auto require = [&](bool fits) {
    if (!fits) throw Error(fmt::format("the stroke tips of body '{}' are invalid", body));
  };
  std::vector<StrokeTip> tips;
  while (!values.empty()) {
    require(values.size() >= kNumbersOfTip);
    constexpr std::int64_t kMostStrokes = std::int64_t{1} << 53;
    StrokeTip tip{whole_number(values[0], -kMostStrokes, kMostStrokes, kName, body),
                  static_cast<std::int32_t>(whole_number(values[1], 0, kMostCuts, kName, body)),
                  {}};
    const double numbers = static_cast<double>(values.size() - kNumbersOfTip);
    require(values[2] * kNumbersOfPoint <= numbers);
    const std::int64_t count = whole_number(values[2], 2, kMostStrokes, kName, body);
    values = values.subspan(kNumbersOfTip);
    for (std::int64_t k = 0; k < count; ++k, values = values.subspan(kNumbersOfPoint)) {
      const TipPoint point = point_of(values.first(kNumbersOfPoint), body);
      require(point.along >= 0 && (tip.points.empty() || point.along > tip.points.back().along));
      require(voxels.inside(point.point.voxel));
      for (const Vec3& v : {point.point.at, point.place, point.offset}) require(norm(v) < kFarthest);
      tip.points.push_back(point);
    }
    tips.push_back(std::move(tip));
  }
  return tips;
}

}  // namespace sinew
