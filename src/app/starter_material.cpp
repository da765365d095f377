#include "app/starter_material.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {

namespace {

constexpr double kGravity = 9.81;            // m/s^2
constexpr double kSag = 0.04, kLean = 0.15;  // of the size

// The square of the speed of waves, m^2/s^2: what a body can bear in proportion to its weight.
double firmness(const Material& material) { return material.young / material.density; }

// 1, 2 or 5 times a power of ten, not less than the number.
double rounded_up(double number) {
  const double power = std::pow(10, std::floor(std::log10(number)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= number * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

// Soft ones by their names. Between rubber and wood there is no name for what is needed, and anything
// stiffer than needed would only make the steps short.
StarterMaterial softest(double least_firmness) {
  constexpr double kFirmestNamed = 1e4;
  const NamedMaterial* best = nullptr;
  for (const NamedMaterial& entry : named_materials()) {
    const double firm = firmness(entry.material);
    if (firm < least_firmness || firm > kFirmestNamed) continue;
    if (best == nullptr || firm < firmness(best->material)) best = &entry;
  }
  if (best != nullptr) return {best->material, fmt::format("\"{}\"", best->name)};
  const Material made{rounded_up(1000 * least_firmness), 0.4, 1000};
  return {made, fmt::format(R"({{"young": {:g}, "poisson": {:g}, "density": {:g}}})", made.young,
                            made.poisson, made.density)};
}

}  // namespace

StarterMaterial material_for(const SagEstimate& sag, const Material& tried, double size) {
  const double too_far = std::max(sag.down / (kSag * size), sag.sideways / (kLean * size));
  return softest(too_far * firmness(tried));
}

StarterMaterial material_for_level_sheet(double size) {
  // A ribbon of span L that stretches but does not bend sags by s: its strain 8/3 (s/L)^2 is that of the
  // tension rho g L^2 / (8 s) in it, so that (s/L)^3 = 3 rho g L / (64 E).
  constexpr double kRibbonSag = 0.06;
  return softest(3 * kGravity * size / (64 * std::pow(kRibbonSag, 3)));
}

double relative_sag(const SagEstimate& sag, const Material& tried, const Material& material, double size) {
  return sag.down / size * firmness(tried) / firmness(material);
}

double step_for(double sag) {
  const double period = 2 * std::numbers::pi * std::sqrt(sag / kGravity);
  for (const double step : {0.02, 0.01, 0.005, 0.002})
    if (step <= period / 20) return step;
  return 0.001;
}

}  // namespace sinew
