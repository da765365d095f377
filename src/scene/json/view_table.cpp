#include "scene/json/scene_table.h"
#include "scene/rules/value_rules.h"
#include "sinew/scene/rules/choice_rules.h"
#include "sinew/scene/rules/list_rules.h"
#include "sinew/scene/rules/object_rule.h"

namespace sinew {

namespace {

using V = ViewDescription;

RulePtr<std::string> colour_map_rule() {
  std::vector<std::pair<std::string, std::string>> names;
  for (const std::string_view name : kColourMapNames) names.emplace_back(name, name);
  return choice<std::string>(std::move(names));
}

void check_range(V& view, const Node& object, const Place& place) {
  if (view.range && !((*view.range)[0] < (*view.range)[1]))
    place.of("range", object).refuse("the range has no extent", "its first number is the lower one");
}

RulePtr<Section> section_rule() {
  return done(
      object<Section>("section",
                      "A cross-section: elements beyond the plane are left out, and the others are shown "
                      "whole, with their edges, instead of the surface.")
          .key("point", &Section::point, optional(vector_of(length())), "a point of the plane, at rest")
          .otherwise("the middle of each body")
          .key("normal", &Section::normal, direction(), "points to the side that is left out"));
}

}  // namespace

RulePtr<V> view_rule() {
  return done(
      object<V>("view",
                "How the scene is seen in pictures, movies and windows. A run is the same whatever "
                "stands here.")
          .key("show", &V::show, list(choice_of<Shown>(kShownNames)),
               "besides the surface: stress, levels, cuts (each its own): as its colours; wire: the edges of "
               "the simulation mesh; "
               "volume: the stress inside; fur: on the surface; forces: as arrows; contacts: as pins")
          .key("azimuth", &V::azimuth, number("degrees"),
               "where the camera stands, about the up axis: 0 has x to the right (the camera is at +z where "
               "y is up, at -y where z is), 90 is at +x")
          .key("elevation", &V::elevation, within({-90, 90}, "degrees"), "how far above the level it stands")
          .key("zoom", &V::zoom, positive(), "1: the whole scene fits; 2: twice as large")
          .key("target", &V::target, optional(vector_of(length())), "the point it looks at")
          .otherwise("the middle of the scene")
          .key("ground", &V::ground, flag(), "whether there is a ground below the bodies")
          .key("range", &V::range, optional(list_of<2>(number())),
               "the values at both ends of the colours, in Pa for stress")
          .otherwise("what the frames have")
          .key("colours", &V::colours, colour_map_rule(), "what the values are shown in")
          .key("fur_length", &V::fur_length, positive(), "in sizes of the body")
          .key("section", &V::section, optional(section_rule()), "a plane that opens the bodies")
          .otherwise("none")
          .last(check_range));
}

RulePtr<Vec3> colour_rule() { return vector_of(within({0, 1})); }

}  // namespace sinew
