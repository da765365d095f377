#pragma once

#include <vector>

#include "sinew/model/forces.h"

namespace sinew::test {

// Gravity as a custom force, for nodes of these masses (kg) and positions at rest (m).
inline CustomForce custom_weight(const std::vector<double>& masses, const std::vector<Vec3>& rest,
                                 const Vec3& g) {
  return {"weight",
          [=](double, std::span<const Vec3>, std::span<const Vec3>, std::span<Vec3> f) {
            for (std::size_t i = 0; i < f.size(); ++i) f[i] += masses[i] * g;
          },
          [=](double, std::span<const Vec3> x) {
            double energy = 0;
            for (std::size_t i = 0; i < x.size(); ++i) energy -= masses[i] * dot(g, x[i] - rest[i]);
            return energy;
          }};
}

}  // namespace sinew::test
