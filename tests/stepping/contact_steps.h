#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "body/contact_side.h"
#include "sinew/body/body.h"

namespace sinew::test {

// The array of a body's state that has this name.
inline std::vector<double> state_of(const Body& body, std::string_view name) {
  for (const StateArray& array : body.state())
    if (array.name == name) return array.values;
  return {};
}

inline void expect_same_state(const Body& a, const Body& b) {
  const BodyState of_a = a.state(), of_b = b.state();
  ASSERT_EQ(of_a.size(), of_b.size());
  for (std::size_t i = 0; i < of_a.size(); ++i) EXPECT_EQ(of_a[i].values, of_b[i].values) << of_a[i].name;
}

// The largest difference of displacements, over the largest displacement.
inline double difference(const Body& a, const Body& b) {
  const std::vector<double> u = state_of(a, "displacement"), of_b = state_of(b, "displacement");
  double most = 0, size = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    most = std::max(most, std::abs(u[i] - of_b[i]));
    size = std::max(size, std::abs(of_b[i]));
  }
  return most / size;
}

// A step with these forces handed in; `cycles` and how often as asked for, or as the step takes.
inline void step_with(Body& body, double time, double dt, std::span<const Block3<double>> forces,
                      int cycles = 0, int times = 0) {
  ContactSide& side = *body.contact_side();
  body.begin_step(time, dt);
  for (int k = 0; times > 0 ? k < times : !side.relax(forces, cycles); ++k)
    if (times > 0) side.relax(forces, cycles);
  body.end_step();
  body.commit();
}

// m a for each of the masses, N.
inline std::vector<Block3<double>> weights(std::span<const double> masses, const Vec3& a) {
  std::vector<Block3<double>> forces;
  for (const double m : masses) forces.push_back(to_block(m * a));
  return forces;
}

// Within a step, w + d is where move(d) takes w, to the bit, and hold_back takes a share of its difference to another.
inline void expect_exact_moves(Body& body, double dt) {
  ContactSide& side = *body.contact_side();
  body.begin_step(0, dt);
  side.relax({}, 1);
  const auto span = side.increment();
  const std::vector<Block3<double>> before(span.begin(), span.end());
  Random random(7);
  std::vector<Block3<double>> d(before.size());
  for (auto& block : d) block = {random.uniform(-1e-3, 1e-3), random.uniform(), -random.uniform(), 0};
  side.move(d);
  for (std::size_t i = 0; i < d.size(); ++i) {
    EXPECT_EQ(side.increment()[i].x, before[i].x + d[i].x);
    EXPECT_EQ(side.increment()[i].y, before[i].y + d[i].y);
    EXPECT_EQ(side.increment()[i].z, before[i].z + d[i].z);
  }
  const double w = before[3].y + d[3].y, way = 0.125;
  const HeldBack held_back[] = {{3, 0.25, {0, way, 0}}};
  side.hold_back(held_back);
  EXPECT_EQ(side.increment()[3].y, w + 0.75 * (way - w));
  EXPECT_EQ(side.increment()[4].y, before[4].y + d[4].y);
}

}  // namespace sinew::test
