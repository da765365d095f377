#include <fmt/format.h>

#include "shape/sculptures.h"
#include "sinew/base/error.h"

namespace sinew {

Distance standing(Distance body, double sole, double blend) {
  return body.keep(half_space({0, sole, 0}, {0, -1, 0}), blend).moved({0, -sole, 0});
}

Distance block(const ModelParams& params) {
  const Vec3 size{params.at("length"), params.at("height"), params.at("width")};
  const double most = std::min({size.x, size.y, size.z}) / 2;
  if (params.at("round") > most)
    throw Error("the rounding is more than half the thinnest side", "round",
                fmt::format("give at most {:g} m", most));
  return Distance().add(box({0, size.y / 2, 0}, size, params.at("round")));
}

// A stone bridge: arches cut through a slab, round columns before the piers, a parapet along either side of
// the road. The arches are half circles where there is room for them, flatter under a low road.
Distance bridge(const ModelParams& params) {
  const double length = params.at("length"), width = params.at("width"), height = params.at("height");
  const int arches = static_cast<int>(params.at("arches"));
  const double pitch = length / (arches + 0.25), pier = 0.2 * pitch, soft = 0.035 * height;
  const double radius = (pitch - pier) / 2, rise = std::min(radius, 0.73 * height);
  const double springing = 0.73 * height - rise;

  Distance bridge;
  bridge.add(box({0, 0, 0}, {length, 2 * height, width}, 2 * soft));
  bridge.carve(box({0, height, 0}, {2 * length, 0.16 * height, 0.8 * width}, soft), soft);
  for (int i = 1; i < arches; ++i) {
    const double x = (i - 0.5 * arches) * pitch;
    const Solid column =
        cylinder({x, -height, width / 2}, {x, 0.6 * height, width / 2}, 0.75 * pier, 2 * soft);
    bridge.add(column.mirrored(2), 2 * soft);
  }
  for (int i = 0; i < arches; ++i) {
    const double x = (i + 0.5 - 0.5 * arches) * pitch;
    const Solid vault = cylinder({x, springing, -2 * width}, {x, springing, 2 * width}, radius);
    bridge.carve(vault.squashed({1, 1, rise / radius}), 2 * soft);
    bridge.carve(box({x, (springing - height) / 2, 0}, {2 * radius, springing + height, 4 * width}),
                 2 * soft);
  }
  return standing(bridge, 0, soft);
}

// A round keep: a flared foot, a wider crown on a soft corbel, battlements, a door and windows.
Distance tower(const ModelParams& params) {
  const double height = params.at("height"), radius = params.at("radius");
  const double soft = 0.1 * radius, crown = 0.84 * height, wall = 1.28 * radius;
  Distance tower;
  tower.add(cylinder({0, -radius, 0}, {0, crown, 0}, radius, soft));
  tower.add(round_cone({0, -0.2 * height, 0}, {0, 0.22 * height, 0}, 1.3 * radius, 0.6 * radius),
            0.6 * radius);
  tower.add(torus({0, 0.3 * height, 0}, 0.98 * radius, 0.11 * radius), soft);
  tower.add(torus({0, 0.56 * height, 0}, 0.98 * radius, 0.11 * radius), soft);
  tower.add(cylinder({0, crown, 0}, {0, height, 0}, wall, 1.5 * soft), 0.3 * radius);
  tower.carve(cylinder({0, crown + 0.05 * height, 0}, {0, 2 * height, 0}, 0.78 * wall, soft), soft);

  constexpr int kGaps = 4;  // each cuts the wall on both sides
  for (int i = 0; i < kGaps; ++i)
    tower.carve(box({0, height, 0}, {4 * wall, 0.11 * height, 0.32 * radius}, soft)
                    .turned({0, 1, 0}, 180.0 / kGaps * (i + 0.5)),
                soft);
  for (int i = 0; i < 4; ++i) {
    const double level = (i % 2 == 0 ? 0.43 : 0.68) * height;
    const Solid slit = box({0, level, radius}, {0.2 * radius, 0.09 * height, 0.5 * radius}, 0.1 * radius);
    tower.carve(slit.turned({0, 1, 0}, 90.0 * i), soft);
  }
  // The door: a niche with a round head.
  tower.carve(box({0, 0.05 * height, 1.15 * radius}, {0.56 * radius, 0.16 * height, 0.9 * radius}, soft),
              soft);
  tower.carve(cylinder({0, 0.13 * height, 0.72 * radius}, {0, 0.13 * height, 2 * radius}, 0.28 * radius),
              soft);
  return standing(tower, 0, soft);
}

}  // namespace sinew
