#include <numbers>

#include "shape/sculptures.h"

namespace sinew {
namespace {

// Where the tubes meet, in the plane of the wheels.
constexpr Vec3 kRear{-0.5, 0.33, 0}, kFront{0.52, 0.33, 0}, kCrank{-0.08, 0.3, 0}, kSeat{-0.22, 0.74, 0};
constexpr Vec3 kHeadTop{0.36, 0.83, 0}, kHeadLow{0.41, 0.66, 0};
constexpr Vec3 kAside{0, 0, 0.078};  // from there to the stays on either side of a wheel

Solid pipe(std::initializer_list<TubePoint> points) {
  return tube(std::span<const TubePoint>(points.begin(), points.size()));
}

void add_wheel(Distance& bike, const Vec3& hub, double r) {
  bike.add(torus({0, 0, 0}, 0.288, 0.042).turned({1, 0, 0}, 90).moved(hub));
  bike.add(cylinder(hub - Vec3{0, 0, 0.06}, hub + Vec3{0, 0, 0.06}, 0.05, 0.02), 0.01);
  constexpr int kSpokes = 6;
  for (int i = 0; i < kSpokes; ++i) {
    const double angle = 2 * std::numbers::pi * (i + 0.5) / kSpokes;
    bike.add(capsule(hub, hub + 0.28 * Vec3{std::cos(angle), std::sin(angle), 0}, 0.85 * r), 0.015);
  }
  bike.add(capsule(hub - kAside, hub + kAside, 0.03), 0.008);
}

void add_frame(Distance& bike, double r) {
  bike.add(pipe({{kCrank, r}, {kSeat, r}, {kSeat + Vec3{-0.035, 0.11, 0}, 0.9 * r}}), 0.01);
  bike.add(capsule(kCrank, kHeadLow, 1.1 * r), 0.015);
  bike.add(capsule(lerp(kCrank, kSeat, 0.92), lerp(kHeadTop, kHeadLow, 0.3), r), 0.015);
  bike.add(capsule(kHeadTop, kHeadLow, 1.15 * r), 0.015);
  const TubePoint dropout{kRear + kAside, 0.85 * r};
  const Vec3 chain_stay = lerp(kCrank, kRear, 0.4) + kAside, seat_stay = lerp(kSeat, kRear, 0.3) + kAside;
  bike.add(pipe({{kCrank + Vec3{-0.03, 0, 0.02}, 0.9 * r}, {chain_stay, 0.85 * r}, dropout}).mirrored(2),
           0.012);
  bike.add(pipe({{lerp(kCrank, kSeat, 0.9), 0.8 * r}, {seat_stay, 0.85 * r}, dropout}).mirrored(2), 0.012);
}

void add_fork_and_handlebar(Distance& bike, double r) {
  const TubePoint fork[] = {{kHeadLow + Vec3{0.008, -0.03, 0}, r},
                            {kHeadLow + Vec3{0.015, -0.05, 0.07}, r},
                            {kFront + kAside + Vec3{-0.045, 0.12, 0}, 0.9 * r},
                            {kFront + kAside, 0.85 * r}};
  bike.add(bent_tube(fork, 5).mirrored(2), 0.012);
  const Vec3 stem = kHeadTop + Vec3{-0.025, 0.085, 0}, grip = stem + Vec3{-0.06, 0.1, 0.26};
  const TubePoint bar[] = {{stem + Vec3{0.04, 0, 0}, 0.9 * r},
                           {stem + Vec3{0.05, 0.01, 0.08}, 0.9 * r},
                           {stem + Vec3{0.02, 0.1, 0.17}, 0.9 * r},
                           {grip, 0.9 * r}};
  bike.add(pipe({{kHeadTop, r}, {stem, r}, {stem + Vec3{0.04, 0, 0}, 1.1 * r}}), 0.01);
  bike.add(bent_tube(bar, 6).mirrored(2), 0.01);
  bike.add(capsule(grip, grip + Vec3{-0.085, -0.005, 0.03}, 1.25 * r).mirrored(2), 0.006);
}

void add_saddle_and_pedals(Distance& bike, double r) {
  bike.add(ellipsoid({-0.31, 0.885, 0}, {0.1, 0.035, 0.085}), 0.02);
  bike.add(round_cone({-0.27, 0.885, 0}, {-0.12, 0.88, 0}, 0.036, 0.026), 0.05);
  bike.add(cylinder(kCrank - Vec3{0, 0, 0.1}, kCrank + Vec3{0, 0, 0.1}, 1.15 * r, 0.01), 0.01);
  bike.add(cylinder(kCrank + Vec3{0, 0, 0.045}, kCrank + Vec3{0, 0, 0.085}, 0.095, 0.015), 0.006);
  for (const double side : {1.0, -1.0}) {
    const Vec3 arm = kCrank + side * Vec3{0.1, -0.13, 0.105};
    bike.add(capsule(kCrank + Vec3{0, 0, 0.1 * side}, arm, 0.95 * r), 0.008);
    bike.add(box(arm + Vec3{0, 0, 0.065 * side}, {0.1, 0.042, 0.1}, 0.018), 0.008);
  }
}

}  // namespace

// A bicycle, sculpted 1.68 units long, along +x, of tubes thick enough to be a volume. Everything hangs
// together: the wheels meet the frame in their hubs.
Distance bike(const ModelParams& params) {
  const double r = 0.028 * params.at("tube");
  Distance bike;
  add_wheel(bike, kRear, r);
  add_wheel(bike, kFront, r);
  add_frame(bike, r);
  add_fork_and_handlebar(bike, r);
  add_saddle_and_pedals(bike, r);
  return standing(bike, 0.003, 0.004).moved({-0.01, 0, 0}).scaled(params.at("length") / 1.68);
}

}  // namespace sinew
