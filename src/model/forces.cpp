#include "sinew/model/forces.h"

#include <fmt/format.h>

#include <numbers>

#include "sinew/base/error.h"

namespace sinew {

namespace {

struct RequireValid {
  std::string where;

  void require(bool valid, const std::string& what, const std::string& hint = "") const {
    if (!valid) throw Error(what, where, hint);
  }
  void not_negative(double value, const char* name) const {
    require(value >= 0 && std::isfinite(value), fmt::format("{} is {}", name, value), "it must be 0 or more");
  }
  void operator()(const Gravity& gravity) const {
    require(is_finite(gravity.acceleration), "the acceleration of gravity is not finite");
  }
  void operator()(const Wind& wind) const {
    require(is_finite(wind.velocity), "the velocity of the wind is not finite");
    require(std::isfinite(wind.gust) && std::isfinite(wind.gust_frequency), "the gusts are not finite");
    not_negative(wind.air_density, "the density of the air");
    not_negative(wind.drag, "the drag coefficient");
  }
  void operator()(const Radial& field) const {
    require(is_finite(field.centre), "the centre of a radial field is not finite");
    require(std::isfinite(field.strength) && std::isfinite(field.falloff),
            "strength or falloff of a radial field is not finite");
    require(field.core > 0 && std::isfinite(field.core),
            fmt::format("the core of a radial field is {} m", field.core),
            "it must be more than 0: the strength is that at the edge of the core");
  }
  void operator()(const PointForce& point) const {
    require(is_finite(point.at) && is_finite(point.force), "a point force is not finite");
  }
  void operator()(const SurfaceForce& surface) const {
    require_valid(surface.region, where);
    require(is_finite(surface.traction) && std::isfinite(surface.pressure), "a surface force is not finite");
  }
  void operator()(const CustomForce& custom) const {
    require(static_cast<bool>(custom.add), fmt::format("the force '{}' has no function", custom.name),
            "give it `add`");
  }
};

}  // namespace

bool acts_on_boundary(const Force& force) {
  return std::holds_alternative<Wind>(force) || std::holds_alternative<PointForce>(force) ||
         std::holds_alternative<SurfaceForce>(force);
}

void require_valid(const Force& force, std::string_view where) {
  const RequireValid check{std::string(where)};
  std::visit(check, force);
  const bool ends_after_start = std::visit(
      [](const auto& f) {
        if constexpr (requires { f.during; }) return f.during.valid();
        return true;
      },
      force);
  check.require(ends_after_start, "a force ends before it starts", "'until' must not be less than 'from'");
}

Vec3 velocity_at(const Wind& wind, double time) {
  return (1 + wind.gust * std::sin(2 * std::numbers::pi * wind.gust_frequency * time)) * wind.velocity;
}

Vec3 acceleration_at(const Radial& field, const Vec3& point) {
  const Vec3 to_centre = field.centre - point;
  const double r = norm(to_centre);
  if (r < field.core) return (field.strength / field.core) * to_centre;
  return (field.strength * std::pow(field.core / r, field.falloff) / r) * to_centre;
}

// Within the core, strength r^2 / (2 core); from there on the integral of strength (core / r)^falloff, which
// is strength core (q^(1 - falloff) - 1) / (1 - falloff) with q = r / core, or its limit, a logarithm.
double potential_at(const Radial& field, const Vec3& point) {
  const double q = distance(point, field.centre) / field.core;
  const double unit = field.strength * field.core;
  if (q < 1) return unit * q * q / 2;
  const double power = 1 - field.falloff;
  return unit * (0.5 + (power == 0 ? std::log(q) : std::expm1(power * std::log(q)) / power));
}

}  // namespace sinew
