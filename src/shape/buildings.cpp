#include <fmt/format.h>

#include "base/error.h"
#include "shape/sculptures.h"

namespace sinew {

Distance standing(Distance body, double sole, double blend) {
  return body.keep(half_space({0, sole, 0}, {0, -1, 0}), blend).moved({0, -sole, 0});
}

Distance block(const ModelParams& params) {
  const Vec3 size{params.at("length"), params.at("height"), params.at("width")};
  const double most = std::min({size.x, size.y, size.z}) / 2;
  if (params.at("round") > most)
    throw Error("the rounding is more than half the thinnest side", "round",
                fmt::format("give at most {} m", most));
  return Distance().add(box({0, size.y / 2, 0}, size, params.at("round")));
}

// A stone bridge: a slab with a gentle hump, round arches cut through it, cutwaters before the piers and a
// parapet along either side of the road.
Distance bridge(const ModelParams& params) {
  const double length = params.at("length"), width = params.at("width"), height = params.at("height");
  const int arches = static_cast<int>(params.at("arches"));
  const double pitch = length / (arches + 0.25), pier = 0.2 * pitch, soft = 0.035 * height;
  const double radius = (pitch - pier) / 2, springing = std::max(0.0, 0.78 * height - radius);

  Distance bridge;
  bridge.add(box({0, 0, 0}, {length, 2 * height, width}, 2 * soft));
  // The road between the parapets is a trough with a round bottom.
  bridge.carve(box({0, 1.0 * height, 0}, {2 * length, 0.16 * height, 0.8 * width}, soft), soft);
  for (int i = 0; i <= arches; ++i) {
    const double x = (i - 0.5 * arches) * pitch;
    if (i > 0 && i < arches)
      bridge.add(
          cylinder({x, -height, width / 2}, {x, 0.62 * height, width / 2}, 0.75 * pier, 2 * soft).mirrored(2),
          2 * soft);
    if (i == arches) break;
    const double middle = x + 0.5 * pitch;
    bridge.carve(cylinder({middle, springing, -2 * width}, {middle, springing, 2 * width}, radius), 2 * soft);
    bridge.carve(box({middle, springing / 2 - height / 2, 0}, {2 * radius, springing + height, 4 * width}),
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
