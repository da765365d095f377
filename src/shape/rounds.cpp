#include <fmt/format.h>

#include <numbers>

#include "shape/sculptures.h"
#include "sinew/base/error.h"

namespace sinew {

Distance ball(const ModelParams& params) {
  const double radius = params.at("radius");
  return Distance().add(sphere({0, radius, 0}, radius));
}

Distance ring(const ModelParams& params) {
  const double radius = params.at("radius"), tube_radius = params.at("tube");
  if (tube_radius > 0.9 * radius)
    throw Error("a torus as thick as this has no hole", "tube",
                fmt::format("give at most {:g} m", 0.9 * radius));
  return Distance().add(torus({0, tube_radius, 0}, radius, tube_radius));
}

// The trefoil (sin t + 2 sin 2t, cos t - 2 cos 2t, -1.5 sin 3t), upright; the greatest width of the curve is
// 5.5, and its strands keep more than 1.4 apart.
Distance knot(const ModelParams& params) {
  constexpr int kSamples = 192;
  const double size = params.at("size"), tube_radius = params.at("tube");
  if (tube_radius > 0.12 * size)
    throw Error("the strands of the knot run into each other", "tube",
                fmt::format("give at most {:g} m", 0.12 * size));
  const double unit = (size - 2 * tube_radius) / 5.5;
  std::vector<TubePoint> points;
  for (int i = 0; i < kSamples; ++i) {
    const double t = 2 * std::numbers::pi * i / kSamples;
    const Vec3 at{std::sin(t) + 2 * std::sin(2 * t), std::cos(t) - 2 * std::cos(2 * t),
                  -1.5 * std::sin(3 * t)};
    points.push_back({unit * at, tube_radius});
  }
  return Distance().add(tube(points, true)).moved({0, 3 * unit + tube_radius, 0});
}

// A bowl on a foot ring: a half ellipsoid, hollowed, its cut edge rolled into a round rim.
Distance bowl(const ModelParams& params) {
  const double radius = params.at("radius"), height = params.at("height"), wall = params.at("wall");
  const double most = 0.25 * std::min(radius, height);
  if (wall > most) throw Error("the wall fills the bowl", "wall", fmt::format("give at most {:g} m", most));
  const double rim = height - 0.5 * wall, foot = 0.3 * wall + 0.05 * height, depth = rim - 0.8 * foot;
  Distance bowl;
  bowl.add(ellipsoid({0, rim, 0}, {radius, depth, radius}));
  bowl.add(torus({0, foot, 0}, 0.42 * radius, foot), foot);
  bowl.carve(ellipsoid({0, rim, 0}, {radius - wall, depth - 1.2 * wall, radius - wall}));
  bowl.keep(half_space({0, rim, 0}, {0, 1, 0}));
  bowl.add(torus({0, rim, 0}, radius - 0.5 * wall, 0.5 * wall));
  return standing(bowl, 0.1 * foot, 0.5 * foot);
}

}  // namespace sinew
