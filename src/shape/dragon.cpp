#include "shape/sculptures.h"

namespace sinew {
namespace {

// The spine from tail tip to skull: an S on the ground that rises into a swan's neck.
constexpr TubePoint kSpine[] = {
    {{-1.0, 0.16, 0.14}, 0.02},   {{-0.93, 0.08, 0.27}, 0.03},   {{-0.74, 0.075, 0.3}, 0.05},
    {{-0.56, 0.12, 0.16}, 0.075}, {{-0.42, 0.22, -0.02}, 0.105}, {{-0.24, 0.32, -0.1}, 0.14},
    {{0, 0.36, -0.05}, 0.155},    {{0.22, 0.39, 0.05}, 0.15},    {{0.4, 0.5, 0.08}, 0.115},
    {{0.47, 0.68, 0.05}, 0.085},  {{0.44, 0.85, 0.01}, 0.072},   {{0.52, 0.97, 0}, 0.07}};

void add_spikes(Distance& dragon, int count) {
  const std::vector<TubePoint> spine = bent_curve(kSpine, 16);
  const double last = static_cast<double>(spine.size()) - 14;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(10 + (last - 10) * (i + 0.5) / count);
    const TubePoint& p = spine[at];
    const Vec3 along = normalized(spine[at + 1].at - spine[at - 1].at);
    // Away from the belly: up on the ground, backward on the rising neck.
    constexpr Vec3 kAway{-0.8, 1, 0};
    const Vec3 out = normalized(kAway - dot(kAway, along) * along);
    const double tall = 0.045 + 0.42 * p.radius;
    dragon.add(round_cone(p.at + 0.75 * p.radius * out, p.at + (p.radius + tall) * out - 0.5 * tall * along,
                          0.022 + 0.2 * p.radius, 0.008),
               0.015);
  }
}

// A leg from the body down to a foot with three claws; `forward` turns the foot.
void add_leg(Distance& dragon, const Vec3& hip, const Vec3& knee, const Vec3& ankle, double thick) {
  const TubePoint leg[] = {{hip, 1.25 * thick},
                           {lerp(hip, knee, 0.6), 1.05 * thick},
                           {knee, 0.72 * thick},
                           {lerp(knee, ankle, 0.6), 0.55 * thick},
                           {ankle, 0.5 * thick}};
  dragon.add(bent_tube(leg, 5), 0.05);
  const double side = ankle.z > 0 ? 1 : -1;
  for (int toe = -1; toe <= 1; ++toe) {
    const Vec3 ball = ankle + Vec3{0.075, -0.03, 0.045 * toe + 0.02 * side};
    const Vec3 knuckle{ball.x, 0.032, ball.z};
    dragon.add(round_cone(ankle, knuckle, 0.42 * thick, 0.03), 0.02);
    const TubePoint claw[] = {{knuckle, 0.028},
                              {knuckle + Vec3{0.045, 0.008, 0.012 * toe}, 0.02},
                              {knuckle + Vec3{0.085, -0.014, 0.02 * toe}, 0.009}};
    dragon.add(bent_tube(claw, 4), 0.008);
  }
}

void add_head(Distance& dragon) {
  dragon.add(ellipsoid({0.57, 0.99, 0}, {0.12, 0.08, 0.085}), 0.05);
  dragon.add(ellipsoid({0, 0, 0}, {0.15, 0.042, 0.065}).turned({0, 0, 1}, 6).moved({0.72, 0.995, 0}), 0.04);
  dragon.add(ellipsoid({0.825, 1.02, 0.03}, {0.035, 0.025, 0.022}).mirrored(2), 0.02);
  dragon.carve(sphere({0.852, 1.028, 0.036}, 0.01).mirrored(2), 0.008);
  dragon.add(ellipsoid({0, 0, 0}, {0.14, 0.028, 0.055}).turned({0, 0, 1}, -27).moved({0.66, 0.885, 0}), 0.03);
  const TubePoint tongue[] = {
      {{0.6, 0.93, 0}, 0.025}, {{0.7, 0.925, 0}, 0.022}, {{0.755, 0.9, 0}, 0.018}, {{0.8, 0.885, 0}, 0.01}};
  dragon.add(bent_tube(tongue, 5), 0.01);
  for (const double x : {0.73, 0.79, 0.835}) {
    const double z = 0.05 - 0.25 * (x - 0.73);
    dragon.add(round_cone({x, 0.975, z}, {x + 0.005, 0.93, z}, 0.016, 0.007).mirrored(2), 0.006);
  }
  dragon.add(round_cone({0.735, 0.86, 0.045}, {0.745, 0.905, 0.048}, 0.016, 0.007).mirrored(2), 0.006);

  const TubePoint brow[] = {
      {{0.55, 1.06, 0.055}, 0.024}, {{0.63, 1.065, 0.062}, 0.022}, {{0.69, 1.035, 0.05}, 0.012}};
  dragon.add(bent_tube(brow, 4).mirrored(2), 0.015);
  dragon.add(ellipsoid({0.64, 1.028, 0.072}, {0.024, 0.02, 0.016}).mirrored(2), 0.006);
  const TubePoint horn[] = {{{0.53, 1.05, 0.045}, 0.034},
                            {{0.44, 1.11, 0.085}, 0.027},
                            {{0.34, 1.13, 0.11}, 0.019},
                            {{0.25, 1.19, 0.12}, 0.009}};
  dragon.add(bent_tube(horn, 6).mirrored(2), 0.015);
  for (const double drop : {0.0, 0.07}) {
    const TubePoint frill[] = {{{0.52, 0.97 - drop, 0.065}, 0.026},
                               {{0.45, 0.965 - 1.2 * drop, 0.12}, 0.018},
                               {{0.39, 0.975 - 1.4 * drop, 0.15}, 0.009}};
    dragon.add(bent_tube(frill, 4).mirrored(2), 0.015);
  }
}

}  // namespace

// A wingless dragon, about 1.2 units tall and 2 long, looking along +x.
Distance dragon(const ModelParams& params) {
  Distance dragon;
  dragon.add(bent_tube(kSpine, 10));
  add_leg(dragon, {0.2, 0.36, 0.14}, {0.16, 0.2, 0.27}, {0.24, 0.06, 0.27}, 0.085);
  add_leg(dragon, {0.22, 0.36, -0.04}, {0.28, 0.2, -0.17}, {0.36, 0.06, -0.16}, 0.085);
  add_leg(dragon, {-0.24, 0.3, -0.01}, {-0.17, 0.22, 0.15}, {-0.23, 0.06, 0.16}, 0.1);
  add_leg(dragon, {-0.26, 0.3, -0.19}, {-0.16, 0.22, -0.32}, {-0.24, 0.06, -0.33}, 0.1);
  add_head(dragon);
  add_spikes(dragon, static_cast<int>(params.at("spikes")));
  const TubePoint barb[] = {
      {{-0.97, 0.12, 0.19}, 0.024}, {{-1.03, 0.24, 0.1}, 0.04}, {{-1.05, 0.34, 0.06}, 0.009}};
  dragon.add(bent_tube(barb, 5), 0.02);
  return standing(dragon, 0.006, 0.008).moved({0.1, 0, 0.03}).scaled(params.at("height") / 1.19);
}

}  // namespace sinew
