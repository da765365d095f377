#include "scene/json/scene_table.h"
#include "scene/rules/value_rules.h"
#include "sinew/scene/rules/choice_rules.h"
#include "sinew/scene/rules/list_rules.h"
#include "sinew/scene/rules/object_rule.h"

namespace sinew {

namespace {

// The rows of all that acts for a while.
template <typename T>
RulePtr<T> while_it_lasts(ObjectRule<T>& rule) {
  rule.key(
          "from", [](T& t) -> double& { return t.during.from; }, not_negative("s"), "when it starts")
      .key(
          "until", [](T& t) -> double& { return t.during.until; }, not_negative("s"), "when it ends")
      .otherwise("never")
      .last([](T& t, const Node& object, const Place& place) {
        if (!(t.during.from < t.during.until))
          place.of("until", object)
              .refuse("it ends before it starts", "\"until\" must be more than \"from\"");
      });
  return done(rule);
}

Motion& whole_motion(Motion& motion) { return motion; }

RulePtr<Motion> spin_rule() {
  return done(object<Motion>("spin", "Turning about an axis.")
                  .key("axis", &Motion::axis, direction(), "what it turns about")
                  .required()
                  .key("centre", &Motion::centre, vector_of(length()), "a point of the axis")
                  .key("degrees_per_second", &Motion::turning, degrees_per_second(),
                       "how fast, right-handed about the axis")
                  .required());
}

RulePtr<Motion> swing_rule() {
  return done(object<Motion>("swing", "To and fro, as the sine of time.")
                  .key("amplitude", &Motion::swing, vector_of(length()), "the farthest from the middle")
                  .required()
                  .key("frequency", &Motion::swing_frequency, positive("Hz"), "how often")
                  .required());
}

RulePtr<Waypoint> waypoint_rule() {
  using W = Waypoint;
  return done(object<W>("waypoint", "How far a path has gone at a time.")
                  .key("time", &W::time, not_negative("s"), "since the motion started")
                  .required()
                  .key("move", &W::move, vector_of(length()), "from where it started")
                  .required());
}

void check_path(Motion& motion, const Node& object, const Place& place) {
  for (std::size_t i = 1; i < motion.path.size(); ++i) {
    if (motion.path[i - 1].time < motion.path[i].time) continue;
    const Node &path = *object.find("path"), &waypoint = path.items[i];
    place.of("path", object)
        .item(i, waypoint)
        .of("time", waypoint)
        .refuse("it is not after the waypoint before", "times ascend");
  }
}

RulePtr<Wind> wind_rule() {
  using D = Wind;
  return while_it_lasts(
      object<D>("wind", "Drag on the faces that look into the wind; a sheet feels it from both sides.")
          .told_by("type", "wind")
          .key("velocity", &D::velocity, vector_of(number("m/s")), "of the air")
          .required()
          .key("drag", &D::drag, not_negative(), "drag coefficient of a face across the wind")
          .key("air_density", &D::air_density, not_negative("kg/m^3"), "of the air")
          .key("gust", &D::gust, not_negative(), "share of the velocity by which it swells and falls")
          .key("gust_frequency", &D::gust_frequency, not_negative("Hz"), "how often it swells")
          .key("on_cuts", &D::on_cuts, flag(), "whether it also blows on the faces that cuts have opened"));
}

RulePtr<Radial> radial_rule() {
  using D = Radial;
  return while_it_lasts(
      object<D>("radial", "A field that pulls to its centre, by strength (core / r)^falloff at a distance r.")
          .told_by("type", "radial")
          .key("centre", &D::centre, vector_of(length()), "where it pulls to")
          .required()
          .key("strength", &D::strength, number("m/s^2"),
               "acceleration at the edge of the core; less than 0: pushes away")
          .required()
          .key("falloff", &D::falloff, number(),
               "0: the same everywhere outside of the core; 2: as of a mass")
          .key("core", &D::core, positive_length(), "radius within which the pull falls to 0 at the centre")
          .otherwise("`0.1` m"));
}

RulePtr<PointForce> point_rule() {
  using D = PointForce;
  return while_it_lasts(
      object<D>("point", "A force at a point of the boundary.")
          .told_by("type", "point")
          .key("at", &D::at, vector_of(length()), "where, at rest: the nearest point is taken")
          .required()
          .key("force", &D::force, vector_of(number("N")), "how much")
          .required());
}

RulePtr<SurfaceForceDescription> surface_force_rule() {
  using D = SurfaceForceDescription;
  return while_it_lasts(
      object<D>("surface force", "A force on every face of the boundary whose centre is in a region.")
          .told_by("type", "surface")
          .key("region", &D::region, region_rule(), "where, at rest")
          .otherwise("`\"all\"`")
          .key("traction", &D::traction, vector_of(number("Pa")),
               "for each area at rest; keeps direction and size")
          .key("pressure", &D::pressure, number("Pa"), "for each current area, against the outward normal")
          .key("on_cuts", &D::on_cuts, flag(), "whether it also acts on the faces that cuts have opened"));
}

// Some of the world's axes, as the directions along them. "xyz" is an empty list, which stands for all.
RulePtr<std::vector<Vec3>> axes_rule() {
  const Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  return choice<std::vector<Vec3>>(
      {{"x", {x}}, {"y", {y}}, {"z", {z}}, {"xy", {x, y}}, {"xz", {x, z}}, {"yz", {y, z}}, {"xyz", {}}});
}

}  // namespace

RulePtr<Motion> motion_rule() {
  return while_it_lasts(
      object<Motion>("motion", "A rigid motion, the sum of its parts; before and after, it stands still.")
          .key("velocity", &Motion::velocity, vector_of(number("m/s")), "straight on")
          .key("turn", whole_motion, spin_rule(), "about an axis, which moves along")
          .key("swing", whole_motion, swing_rule(), "to and fro")
          .key("path", &Motion::path, list(waypoint_rule()),
               "straight from one waypoint to the next; before the first and after the last it stays there")
          .otherwise("none")
          .then(check_path));
}

RulePtr<HoldDescription> hold_rule() {
  using D = HoldDescription;
  return done(
      object<D>(
          "hold",
          "Nodes that stay where they are, or move as they are told, along all directions or some (rollers, "
          "symmetry planes). Several holds of a node add up; where they disagree, the last counts.")
          .key("region", &D::region, region_rule(), "which nodes, at rest")
          .required()
          .key("axes", &D::axes, axes_rule(),
               "the world's axes along which they are held; along the others they move freely")
          .key("normal", &D::normal, optional(direction()),
               "instead of axes, one direction along which they are held: the normal of a symmetry plane")
          .key("name", &D::name, text("the head of its columns"),
               "what its reaction force and torque are called in the CSV")
          .otherwise("`\"hold0\"`, `\"hold1\"` and so on")
          .key("every_piece", &D::every_piece, flag(),
               "whether it also holds, by its lowest part, each piece of the body that no hold reaches")
          .key("motion", &D::motion, motion_rule(), "how they move, along the directions that are held")
          .otherwise("they stay")
          .last([](D&, const Node& object, const Place& place) {
            if (object.find("axes") != nullptr && object.find("normal") != nullptr)
              place.of("normal", object)
                  .refuse("the hold has axes already", "give either \"axes\" or \"normal\"");
          }));
}

RulePtr<ForceDescription> force_rule() {
  return one_of<ForceDescription>("force", "What pulls or pushes, told by its `type`.", wind_rule(),
                                  radial_rule(), point_rule(), surface_force_rule());
}

}  // namespace sinew
