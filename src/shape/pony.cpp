#include "shape/sculptures.h"

namespace sinew {
namespace {

void add_trunk(Distance& pony) {
  pony.add(ellipsoid({-0.02, 0.55, 0}, {0.3, 0.15, 0.135}));
  pony.add(ellipsoid({0.19, 0.56, 0}, {0.14, 0.165, 0.125}), 0.08);
  pony.add(ellipsoid({-0.23, 0.575, 0}, {0.15, 0.155, 0.135}), 0.08);
  pony.add(ellipsoid({0.25, 0.52, 0.06}, {0.09, 0.1, 0.06}).mirrored(2), 0.05);
}

void add_legs(Distance& pony) {
  const TubePoint front[] = {{{0.2, 0.52, 0.085}, 0.075},   {{0.215, 0.4, 0.088}, 0.058},
                             {{0.22, 0.29, 0.088}, 0.043},  {{0.215, 0.25, 0.088}, 0.038},
                             {{0.215, 0.13, 0.088}, 0.029}, {{0.225, 0.08, 0.088}, 0.034}};
  const TubePoint hind[] = {{{-0.24, 0.54, 0.085}, 0.105}, {{-0.215, 0.42, 0.092}, 0.08},
                            {{-0.25, 0.32, 0.092}, 0.05},  {{-0.29, 0.265, 0.092}, 0.043},
                            {{-0.275, 0.14, 0.092}, 0.03}, {{-0.265, 0.08, 0.092}, 0.035}};
  pony.add(bent_tube(front, 5).mirrored(2), 0.05);
  pony.add(bent_tube(hind, 5).mirrored(2), 0.05);
  pony.add(round_cone({0.232, 0.055, 0.088}, {0.245, 0.01, 0.088}, 0.034, 0.05).mirrored(2), 0.012);
  pony.add(round_cone({-0.258, 0.055, 0.092}, {-0.245, 0.01, 0.092}, 0.034, 0.05).mirrored(2), 0.012);
}

void add_neck_and_head(Distance& pony) {
  pony.add(round_cone({0.24, 0.62, 0}, {0.42, 0.86, 0}, 0.135, 0.075), 0.08);
  pony.add(round_cone({0.44, 0.885, 0}, {0.6, 0.755, 0}, 0.073, 0.047), 0.04);
  pony.add(ellipsoid({0, 0, 0}, {0.075, 0.06, 0.062}).turned({0, 0, 1}, -40).moved({0.455, 0.835, 0}), 0.03);
  pony.add(ellipsoid({0.615, 0.735, 0}, {0.055, 0.05, 0.048}), 0.03);
  pony.carve(sphere({0.657, 0.752, 0.03}, 0.011).mirrored(2), 0.01);
  const TubePoint mouth[] = {
      {{0.66, 0.713, 0}, 0.007}, {{0.63, 0.712, 0.045}, 0.007}, {{0.59, 0.718, 0.055}, 0.006}};
  pony.carve(bent_tube(mouth, 4).mirrored(2), 0.008);
  pony.add(ellipsoid({0.505, 0.872, 0.052}, {0.022, 0.02, 0.016}).mirrored(2), 0.008);
  pony.add(round_cone({0.418, 0.94, 0.04}, {0.422, 1.005, 0.052}, 0.03, 0.009).mirrored(2), 0.012);
}

// Locks of hair: a row of drops down the crest of the neck, and one between the ears.
void add_mane_and_tail(Distance& pony) {
  constexpr int kLocks = 7;
  for (int i = 0; i < kLocks; ++i) {
    const double t = double(i) / (kLocks - 1), fall = 0.1 + 0.03 * t;
    const Vec3 root = lerp({0.375, 0.945, 0}, {0.135, 0.74, 0}, t) + Vec3{0, 0.012, 0};
    const TubePoint lock[] = {{root, 0.034},
                              {root + Vec3{-0.035, 0, 0.025}, 0.036},
                              {root + Vec3{-0.025, -0.5 * fall, 0.068 + 0.03 * t}, 0.032},
                              {root + Vec3{0, -fall, 0.072 + 0.035 * t}, 0.008}};
    pony.add(bent_tube(lock, 4), 0.02);
  }
  const TubePoint forelock[] = {
      {{0.41, 0.95, 0}, 0.032}, {{0.47, 0.945, 0.01}, 0.03}, {{0.525, 0.885, 0.012}, 0.008}};
  pony.add(bent_tube(forelock, 4), 0.012);
  const TubePoint tail[] = {{{-0.35, 0.66, 0}, 0.035},  {{-0.43, 0.66, 0}, 0.042}, {{-0.475, 0.54, 0}, 0.058},
                            {{-0.475, 0.36, 0}, 0.065}, {{-0.45, 0.23, 0}, 0.04},  {{-0.47, 0.15, 0}, 0.008}};
  pony.add(bent_tube(tail, 6), 0.03);
}

}  // namespace

// A standing pony, 1 unit to the ear tips, looking along +x.
Distance pony(const ModelParams& params) {
  Distance pony;
  add_trunk(pony);
  add_legs(pony);
  add_neck_and_head(pony);
  add_mane_and_tail(pony);
  return standing(pony, 0.004, 0.012).moved({-0.0625, 0, 0}).scaled(params.at("height") / 1.008);
}

}  // namespace sinew
