#include "shape/sculptures.h"

namespace sinew {
namespace {

// The back carries a shell: plates that overlap like tiles from the loins up to the neck.
void add_trunk(Distance& figure) {
  figure.add(ellipsoid({0, 0.57, -0.03}, {0.165, 0.195, 0.12}));
  figure.add(ellipsoid({0, 0.42, -0.02}, {0.15, 0.12, 0.115}), 0.08);
  constexpr int kPlates = 7;
  for (int i = 0; i < kPlates; ++i) {
    const double t = double(i) / (kPlates - 1), swell = std::sin(0.6 + 2.0 * t);
    const Solid plate = ellipsoid({0, 0, 0}, {0.125 + 0.075 * swell, 0.042, 0.075 + 0.07 * swell});
    figure.add(plate.turned({1, 0, 0}, 22).moved({0, 0.385 + 0.33 * t, -0.07 + 0.01 * t}), 0.014);
  }
  figure.add(ellipsoid({0, 0.6, 0.06}, {0.135, 0.13, 0.085}), 0.03);
  figure.add(ellipsoid({0, 0.46, 0.055}, {0.125, 0.11, 0.085}), 0.04);
}

void add_head(Distance& figure) {
  figure.add(round_cone({0, 0.7, -0.01}, {0, 0.8, 0.02}, 0.1, 0.075), 0.05);
  figure.add(ellipsoid({0, 0.845, 0.03}, {0.1, 0.092, 0.105}), 0.03);
  figure.add(round_cone({0, 0.835, 0.09}, {0, 0.79, 0.215}, 0.065, 0.036), 0.04);
  figure.add(ellipsoid({0, 0.803, 0.25}, {0.024, 0.018, 0.016}), 0.008);
  const TubePoint mouth[] = {
      {{0, 0.757, 0.245}, 0.007}, {{0.033, 0.767, 0.2}, 0.008}, {{0.062, 0.79, 0.13}, 0.006}};
  figure.carve(bent_tube(mouth, 5).mirrored(), 0.008);
  figure.add(sphere({0.052, 0.872, 0.112}, 0.022).mirrored(), 0.006);
  const TubePoint brow[] = {
      {{0.022, 0.893, 0.118}, 0.013}, {{0.06, 0.905, 0.105}, 0.016}, {{0.09, 0.89, 0.07}, 0.01}};
  figure.add(bent_tube(brow, 4).mirrored(), 0.012);
  const auto ear = [](const Solid& s) {
    return s.turned({0, 0, 1}, -28).moved({0.075, 0.905, -0.005}).mirrored();
  };
  figure.add(ear(ellipsoid({0, 0.075, 0}, {0.045, 0.1, 0.026})), 0.02);
  figure.carve(ear(ellipsoid({0, 0.08, 0.026}, {0.026, 0.07, 0.017})), 0.012);
}

void add_claw(Distance& figure, const Vec3& root, const Vec3& along, const Vec3& bend, double radius) {
  const TubePoint claw[] = {
      {root, radius}, {root + 0.55 * along, 0.8 * radius}, {root + along + bend, 0.2 * radius}};
  figure.add(bent_tube(claw, 4).mirrored(), 0.01);
}

void add_arms(Distance& figure) {
  const TubePoint arm[] = {{{0.13, 0.67, -0.01}, 0.075},
                           {{0.22, 0.675, -0.01}, 0.06},
                           {{0.31, 0.66, 0.0}, 0.047},
                           {{0.4, 0.7, 0.05}, 0.055},
                           {{0.47, 0.74, 0.09}, 0.04}};
  figure.add(bent_tube(arm, 6).mirrored(), 0.04);
  figure.add(ellipsoid({0.5, 0.76, 0.105}, {0.045, 0.045, 0.035}).mirrored(), 0.025);
  figure.add(ellipsoid({0.155, 0.69, -0.015}, {0.085, 0.07, 0.075}).mirrored(), 0.02);
  add_claw(figure, {0.535, 0.79, 0.105}, {0.045, 0.055, 0.02}, {0.0, 0.0, 0.03}, 0.022);
  add_claw(figure, {0.55, 0.76, 0.115}, {0.065, 0.02, 0.025}, {0.0, -0.005, 0.03}, 0.022);
  add_claw(figure, {0.535, 0.73, 0.12}, {0.055, -0.02, 0.03}, {-0.005, -0.005, 0.025}, 0.022);
  add_claw(figure, {0.49, 0.795, 0.12}, {0.0, 0.05, 0.035}, {0.0, 0.0, 0.025}, 0.02);
}

void add_legs_and_tail(Distance& figure) {
  const TubePoint leg[] = {{{0.085, 0.39, -0.01}, 0.11},
                           {{0.125, 0.29, 0.02}, 0.092},
                           {{0.135, 0.2, 0.025}, 0.064},
                           {{0.14, 0.12, -0.005}, 0.062},
                           {{0.142, 0.05, -0.01}, 0.055}};
  figure.add(bent_tube(leg, 6).mirrored(), 0.04);
  figure.add(ellipsoid({0.15, 0.035, 0.06}, {0.07, 0.05, 0.11}).mirrored(), 0.03);
  figure.add(ellipsoid({0.135, 0.2, 0.075}, {0.05, 0.055, 0.03}).mirrored(), 0.02);
  for (int toe = -1; toe <= 1; ++toe)
    add_claw(figure, {0.153 + 0.042 * toe, 0.032, 0.145 - 0.012 * toe * toe}, {0.012 * toe, -0.002, 0.05},
             {0, -0.018, 0.015}, 0.026);
  const TubePoint tail[] = {{{0, 0.37, -0.1}, 0.09},
                            {{0, 0.24, -0.2}, 0.062},
                            {{0, 0.12, -0.3}, 0.044},
                            {{0, 0.06, -0.43}, 0.028},
                            {{0.03, 0.08, -0.53}, 0.01}};
  figure.add(bent_tube(tail, 6), 0.04);
}

}  // namespace

// A creature that stands like a man, 1 unit tall, looking along +z: shell, long ears, claws, a tail.
Distance figure(const ModelParams& params) {
  Distance figure;
  add_trunk(figure);
  add_head(figure);
  add_arms(figure);
  add_legs_and_tail(figure);
  return standing(figure, 0.008, 0.015).moved({0, 0, 0.137}).scaled(params.at("height") / 1.053);
}

}  // namespace sinew
