#include <numbers>

#include "shape/sculptures.h"

namespace sinew {
namespace {

constexpr Vec3 kAcross{0, 0, 1};
constexpr double kWheelRadius = 0.34;

// A block whose front, back and sides are cut to lean inward, with the windows set in a little.
void add_cabin(Distance& car) {
  car.add(box({-0.35, 0.98, 0}, {3.2, 0.9, 1.6}, 0.1));
  car.keep(half_space({0.9, 0.86, 0}, {0.62, 0.78, 0}), 0.16);
  car.keep(half_space({-1.72, 0.86, 0}, {-0.8, 0.6, 0}), 0.16);
  car.keep(half_space({0, 0.86, 0.76}, {0, 0.26, 0.97}).mirrored(2), 0.16);

  const auto side = [](const Vec3& center, const Vec3& size) {
    return box({center.x, 0, 0}, size, 0.09)
        .turned({1, 0, 0}, -15)
        .moved({0, center.y, center.z})
        .mirrored(2);
  };
  car.carve(side({0.03, 1.12, 0.74}, {0.62, 0.34, 0.14}), 0.03);
  car.carve(side({-0.78, 1.12, 0.74}, {0.8, 0.34, 0.14}), 0.03);
  car.carve(box({0, 0, 0}, {0.62, 0.14, 1.06}, 0.06).turned(kAcross, -38.5).moved({0.59, 1.15, 0}), 0.03);
  car.carve(box({0, 0, 0}, {0.42, 0.14, 1.0}, 0.06).turned(kAcross, 53).moved({-1.53, 1.16, 0}), 0.03);
}

void add_body(Distance& car) {
  car.add(box({0, 0.53, 0}, {3.9, 0.6, 1.7}, 0.24), 0.05);
  car.add(ellipsoid({1.2, 0.7, 0}, {0.72, 0.2, 0.66}), 0.15);
  car.add(box({-1.55, 0.72, 0}, {0.7, 0.36, 1.5}, 0.17), 0.12);
  car.add(capsule({1.9, 0.36, 0}, {1.82, 0.36, 0.72}, 0.1).mirrored(2), 0.04);
  car.add(capsule({-1.9, 0.36, 0}, {-1.84, 0.36, 0.72}, 0.1).mirrored(2), 0.04);
  car.carve(box({1.98, 0.58, 0}, {0.2, 0.13, 0.7}, 0.05), 0.03);
  car.carve(capsule({2.0, 0.36, 0}, {2.0, 0.36, 0.3}, 0.05).mirrored(2), 0.03);
  car.add(ellipsoid({1.83, 0.64, 0.58}, {0.12, 0.12, 0.16}).mirrored(2), 0.015);
  car.add(ellipsoid({-1.87, 0.68, 0.62}, {0.08, 0.12, 0.14}).mirrored(2), 0.015);
  car.add(ellipsoid({0.62, 0.96, 0.88}, {0.07, 0.085, 0.12}).mirrored(2), 0.05);
}

// One axle: arches cut into the body, then the wheels in them; the axle holds them together.
void add_axle(Distance& car, double x) {
  const auto drum = [&](double inner, double outer, double radius, double round) {
    return cylinder({x, kWheelRadius, inner}, {x, kWheelRadius, outer}, radius, round).mirrored(2);
  };
  car.carve(drum(0.52, 1.4, 0.42, 0.05), 0.14);
  car.add(capsule({x, kWheelRadius, 0}, {x, kWheelRadius, 0.7}, 0.13).mirrored(2), 0.05);
  car.add(drum(0.58, 0.86, kWheelRadius, 0.08), 0.02);
  car.carve(drum(0.8, 1.2, 0.2, 0.03), 0.05);
  car.add(ellipsoid({x, kWheelRadius, 0.8}, {0.11, 0.11, 0.06}).mirrored(2), 0.04);
}

}  // namespace

// A small car, sculpted 4 units long, along +x.
Distance car(const ModelParams& params) {
  Distance car;
  add_cabin(car);
  add_body(car);
  add_axle(car, 1.22);
  add_axle(car, -1.24);
  return car.scaled(params.at("length") / 4.0);
}

}  // namespace sinew
