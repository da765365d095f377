#include "shape/sculptures.h"

namespace sinew {

// A gummy bear, sculpted 1 unit tall, looking along +z: chubby trunk, short limbs held forward.
Distance bear(const ModelParams& params) {
  const double belly = params.at("belly");
  Distance bear;
  bear.add(ellipsoid({0, 0.35, -0.02}, {0.26, 0.32, 0.21}));
  bear.add(ellipsoid({0, 0.31, 0.05}, {0.22, 0.23, 0.2 * belly}), 0.1);

  bear.add(ellipsoid({0, 0.75, 0.01}, {0.225, 0.2, 0.195}), 0.07);
  bear.add(ellipsoid({0, 0.695, 0.17}, {0.115, 0.085, 0.1}), 0.05);
  bear.add(ellipsoid({0, 0.735, 0.262}, {0.043, 0.03, 0.03}), 0.012);
  bear.add(ellipsoid({0.092, 0.8, 0.178}, {0.03, 0.034, 0.026}).mirrored(), 0.008);
  const TubePoint smile[] = {{{-0.07, 0.687, 0.25}, 0.01},
                             {{-0.03, 0.664, 0.272}, 0.013},
                             {{0, 0.676, 0.278}, 0.013},
                             {{0.03, 0.664, 0.272}, 0.013},
                             {{0.07, 0.687, 0.25}, 0.01}};
  bear.carve(bent_tube(smile, 4), 0.012);
  bear.add(ellipsoid({0.17, 0.915, -0.01}, {0.085, 0.085, 0.06}).mirrored(), 0.03);
  bear.carve(ellipsoid({0.172, 0.92, 0.06}, {0.045, 0.045, 0.035}).mirrored(), 0.02);

  bear.add(round_cone({0.215, 0.5, 0.03}, {0.2, 0.4, 0.22}, 0.095, 0.085).mirrored(), 0.04);
  bear.add(round_cone({0.15, 0.15, 0.02}, {0.175, 0.105, 0.24}, 0.125, 0.105).mirrored(), 0.05);
  bear.carve(ellipsoid({0.185, 0.115, 0.358}, {0.05, 0.055, 0.025}).mirrored(), 0.02);
  bear.add(sphere({0, 0.17, -0.22}, 0.06), 0.04);
  return standing(bear, 0.02, 0.03).moved({0, 0, -0.035}).scaled(params.at("height") / 0.98);
}

}  // namespace sinew
