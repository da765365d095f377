#include "shape/sculptures.h"

namespace sinew {
namespace {

void add_body(Distance& rabbit) {
  rabbit.add(ellipsoid({-0.13, 0.26, 0}, {0.26, 0.25, 0.21}));
  rabbit.add(ellipsoid({0.1, 0.29, 0}, {0.17, 0.22, 0.155}), 0.14);
  rabbit.add(ellipsoid({-0.13, 0.2, 0.15}, {0.185, 0.18, 0.085})
                 .turned({0, 0, 1}, -12)
                 .moved({-0.04, -0.02, 0})
                 .mirrored(2),
             0.035);
  rabbit.add(round_cone({-0.12, 0.045, 0.17}, {0.1, 0.04, 0.175}, 0.055, 0.05).mirrored(2), 0.025);
  rabbit.add(round_cone({0.17, 0.26, 0.075}, {0.23, 0.05, 0.075}, 0.07, 0.042).mirrored(2), 0.04);
  rabbit.add(ellipsoid({0.265, 0.035, 0.078}, {0.07, 0.04, 0.045}).mirrored(2), 0.02);
  rabbit.add(sphere({-0.39, 0.2, 0}, 0.085), 0.02);
}

void add_head(Distance& rabbit) {
  rabbit.add(round_cone({0.12, 0.4, 0}, {0.22, 0.57, 0}, 0.14, 0.105), 0.09);
  rabbit.add(ellipsoid({0, 0, 0}, {0.16, 0.125, 0.112}).turned({0, 0, 1}, -18).moved({0.27, 0.62, 0}), 0.05);
  rabbit.add(ellipsoid({0.365, 0.57, 0.035}, {0.065, 0.055, 0.05}).mirrored(2), 0.04);
  rabbit.add(ellipsoid({0.424, 0.6, 0}, {0.02, 0.018, 0.026}), 0.016);
  rabbit.carve(capsule({0.445, 0.58, 0}, {0.428, 0.54, 0}, 0.009), 0.012);
  rabbit.add(ellipsoid({0.322, 0.65, 0.093}, {0.03, 0.032, 0.022}).mirrored(2), 0.008);
}

// The ear is an upright leaf, hollowed on its outer side, leaning back and out.
void add_ears(Distance& rabbit, double length) {
  const auto placed = [](const Solid& ear) {
    return ear.turned({0, 1, 0}, -35)
        .turned({0, 0, 1}, 24)
        .turned({1, 0, 0}, 9)
        .moved({0.19, 0.68, 0.05})
        .mirrored(2);
  };
  const double half = 0.2 * length;
  rabbit.add(placed(ellipsoid({0, half, 0}, {0.062, half + 0.02, 0.034})), 0.025);
  rabbit.carve(placed(ellipsoid({0, 1.05 * half, 0.032}, {0.038, 0.78 * half, 0.02})), 0.015);
}

}  // namespace

// A sitting rabbit, about 1 unit to the ear tips, looking along +x.
Distance rabbit(const ModelParams& params) {
  Distance rabbit;
  add_body(rabbit);
  add_head(rabbit);
  add_ears(rabbit, params.at("ears"));
  return standing(rabbit, 0.014, 0.025).moved({0.015, 0, 0}).scaled(params.at("height") / 1.046);
}

}  // namespace sinew
