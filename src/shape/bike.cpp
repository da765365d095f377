#include <numbers>

#include "shape/sculptures.h"

namespace sinew {
namespace {

constexpr Vec3 kRear{-0.5, 0.33, 0}, kFront{0.52, 0.33, 0};

Solid pipe(std::initializer_list<TubePoint> points) {
  return tube(std::span<const TubePoint>(points.begin(), points.size()));
}

void add_wheel(Distance& bike, const Vec3& hub, double thick) {
  bike.add(torus({0, 0, 0}, 0.288, 0.042).turned({1, 0, 0}, 90).moved(hub));
  bike.add(cylinder(hub - Vec3{0, 0, 0.06}, hub + Vec3{0, 0, 0.06}, 0.05, 0.02), 0.01);
  constexpr int kSpokes = 6;
  for (int i = 0; i < kSpokes; ++i) {
    const double angle = 2 * std::numbers::pi * (i + 0.5) / kSpokes;
    bike.add(capsule(hub, hub + 0.28 * Vec3{std::cos(angle), std::sin(angle), 0}, 0.85 * thick), 0.015);
  }
}

}  // namespace

// A bicycle, 1.7 m long, along +x, of tubes thick enough to be a volume. Everything hangs together: the
// wheels meet the frame in their hubs.
Distance bike(const ModelParams& params) {
  const double r = 0.028 * params.at("tube");
  const Vec3 crank{-0.08, 0.3, 0}, seat{-0.22, 0.74, 0}, head_top{0.36, 0.83, 0}, head_low{0.41, 0.66, 0};
  Distance bike;
  add_wheel(bike, kRear, r);
  add_wheel(bike, kFront, r);
  bike.add(pipe({{crank, r}, {seat, r}, {seat + Vec3{-0.035, 0.11, 0}, 0.9 * r}}), 0.01);
  bike.add(pipe({{crank, 1.1 * r}, {head_low, 1.1 * r}}), 0.015);
  bike.add(pipe({{lerp(crank, seat, 0.92), r}, {lerp(head_top, head_low, 0.3), r}}), 0.015);
  bike.add(pipe({{head_top, 1.15 * r}, {head_low, 1.15 * r}}), 0.015);
  const auto aside = [](const Vec3& p) { return p + Vec3{0, 0, 0.078}; };
  bike.add(pipe({{crank + Vec3{-0.03, 0, 0.02}, 0.9 * r},
                 {aside(lerp(crank, kRear, 0.4)), 0.85 * r},
                 {aside(kRear), 0.85 * r}})
               .mirrored(2),
           0.012);
  bike.add(pipe({{lerp(crank, seat, 0.9), 0.8 * r},
                 {aside(lerp(seat, kRear, 0.3)), 0.85 * r},
                 {aside(kRear), 0.85 * r}})
               .mirrored(2),
           0.012);
  const TubePoint fork[] = {{head_low + Vec3{0.008, -0.03, 0}, r},
                            {aside(head_low) + Vec3{0.015, -0.05, -0.008}, r},
                            {aside(kFront) + Vec3{-0.045, 0.12, 0}, 0.9 * r},
                            {aside(kFront), 0.85 * r}};
  bike.add(bent_tube(fork, 5).mirrored(2), 0.012);
  for (const Vec3& hub : {kRear, kFront})
    bike.add(capsule(aside(hub) * -1.0 + 2.0 * Vec3{hub.x, hub.y, 0}, aside(hub), 0.03), 0.008);

  const Vec3 stem = head_top + Vec3{-0.025, 0.085, 0};
  const TubePoint bar[] = {{stem + Vec3{0.04, 0, 0}, 0.9 * r},
                           {stem + Vec3{0.05, 0.01, 0.08}, 0.9 * r},
                           {stem + Vec3{0.02, 0.1, 0.17}, 0.9 * r},
                           {stem + Vec3{-0.06, 0.1, 0.26}, 0.9 * r}};
  bike.add(pipe({{head_top, r}, {stem, r}, {stem + Vec3{0.04, 0, 0}, 1.1 * r}}), 0.01);
  bike.add(bent_tube(bar, 6).mirrored(2), 0.01);
  bike.add(capsule(stem + Vec3{-0.06, 0.1, 0.26}, stem + Vec3{-0.145, 0.095, 0.29}, 1.25 * r).mirrored(2),
           0.006);

  bike.add(ellipsoid({-0.31, 0.885, 0}, {0.1, 0.035, 0.085}), 0.02);
  bike.add(round_cone({-0.27, 0.885, 0}, {-0.12, 0.88, 0}, 0.036, 0.026), 0.05);

  bike.add(cylinder(crank - Vec3{0, 0, 0.1}, crank + Vec3{0, 0, 0.1}, 1.15 * r, 0.01), 0.01);
  bike.add(cylinder(crank + Vec3{0, 0, 0.045}, crank + Vec3{0, 0, 0.085}, 0.095, 0.015), 0.006);
  for (const double side : {1.0, -1.0}) {
    const Vec3 arm = crank + side * Vec3{0.1, -0.13, 0.105};
    bike.add(capsule(crank + Vec3{0, 0, 0.1 * side}, arm, 0.95 * r), 0.008);
    bike.add(box(arm + Vec3{0, 0, 0.065 * side}, {0.1, 0.042, 0.1}, 0.018), 0.008);
  }
  return standing(bike, 0.003, 0.004).scaled(params.at("length") / 1.68);
}

}  // namespace sinew
