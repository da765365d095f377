#include "scene/json/scene_table.h"
#include "scene/rules/value_rules.h"
#include "sinew/base/error.h"
#include "sinew/scene/rules/choice_rules.h"
#include "sinew/scene/rules/list_rules.h"
#include "sinew/scene/rules/object_rule.h"

namespace sinew {

namespace {

RulePtr<BladeMeshDescription> blade_mesh_rule() {
  using B = BladeMeshDescription;
  return done(object<B>("blade mesh", "A surface, open or closed: all of it cuts at once.")
                  .told_by("mesh")
                  .key("mesh", &B::surface, surface_rule(), "the surface")
                  .required()
                  .key("place", &B::place, place_rule(), "where it is put")
                  .otherwise("as the mesh is")
                  .key("time", &B::time, not_negative("s"), "when it cuts"));
}

RulePtr<BladeGridDescription> blade_grid_rule() {
  using B = BladeGridDescription;
  return done(object<B>("blade grid", "Crossing rectangles that divide a box into rods, all at once.")
                  .told_by("box")
                  .key("box", &B::box, corners_rule(), "what they divide")
                  .required()
                  .key("counts", &B::counts, list_of<2>(whole(0, 1000)),
                       "of blades square to the two axes after `along`, from z on to x")
                  .required()
                  .key("along", &B::along, choice<int>({{"x", 0}, {"y", 1}, {"z", 2}}),
                       "the axis that the rods lie along")
                  .key("turn", &B::turn, turn_rule(), "about the middle of the box")
                  .key("time", &B::time, not_negative("s"), "when they cut"));
}

RulePtr<BladePlaneDescription> blade_plane_rule() {
  using P = BladePlane;
  using B = BladePlaneDescription;
  const RulePtr<P> plane = done(object<P>("plane", "A plane without end.")
                                    .key("point", &P::point, vector_of(length()), "any point of it")
                                    .required()
                                    .key("normal", &P::normal, direction(), "square to it")
                                    .required());
  return done(object<B>("blade plane", "A plane that cuts right through, at once.")
                  .told_by("plane")
                  .key("plane", &B::plane, plane, "the plane")
                  .required()
                  .key("time", &B::time, not_negative("s"), "when it cuts"));
}

// What blades say of themselves, with the place in the scene.
template <typename T>
void check_blade(T& blade, const Node& object, const Place& place, const char* key) {
  try {
    require_valid(blade, "");
  } catch (const Error& error) {
    place.of(key, object).refuse(error.problem(), error.hint());
  }
}

RulePtr<BladeStroke> stroke_rule() {
  using L = BladeLine;
  const RulePtr<L> line =
      done(object<L>("blade line", "Where the line is at a time.")
               .key("time", &L::time, not_negative("s"), "when it is there")
               .required()
               .key("line", &L::points, list(vector_of(length()), 1), "its points, as many each time")
               .required());
  return done(
      object<BladeStroke>(
          "stroke",
          "A line with its positions at some times: what it sweeps, and what moves against it, is one cut.")
          .told_by("stroke")
          .key("stroke", &BladeStroke::lines, list(line, 1), "in the order of time")
          .required()
          .last([](BladeStroke& stroke, const Node& object, const Place& place) {
            check_blade(stroke, object, place, "stroke");
          }));
}

RulePtr<ToolDescription> tool_rule() {
  using K = ToolKeyframeDescription;
  using T = ToolDescription;
  const RulePtr<K> keyframe = done(object<K>("keyframe", "Where a tool is at a time.")
                                       .key("time", &K::time, not_negative("s"), "when it is there")
                                       .required()
                                       .key("position", &K::position, vector_of(length()), "of its origin")
                                       .required()
                                       .key("turn", &K::turn, turn_rule(), "about its origin"));
  return done(
      object<T>(
          "tool",
          "A rigid line that is moved and turned: what it sweeps, and what moves against it, is one cut.")
          .told_by("tool")
          .key("tool", &T::line, list(vector_of(length()), 2), "its points, about its own origin")
          .required()
          .key("keyframes", &T::keyframes, list(keyframe, 1), "in the order of time")
          .required()
          .last([](T& tool, const Node& object, const Place& place) {
            for (std::size_t i = 1; i < tool.keyframes.size(); ++i)
              if (!(tool.keyframes[i - 1].time < tool.keyframes[i].time))
                place.of("keyframes", object)
                    .refuse("time does not grow from one keyframe to the next", "sort them by time");
          }));
}

}  // namespace

RulePtr<CutDescription> cut_rule() {
  using C = CutDescription;
  using Blades = decltype(C::blade);
  const auto blade =
      one_of<Blades>("blade", "What cuts, in world coordinates: bodies are cut as they lie then.",
                     blade_mesh_rule(), blade_grid_rule(), blade_plane_rule(), stroke_rule(), tool_rule());
  return done(object<C>("cut", "A blade, and what it cuts.")
                  .key("body", &C::body, text("a body's name"), "the body it cuts, of type octree")
                  .otherwise("every body of that type")
                  .key("blade", &C::blade, blade, "what cuts, and when")
                  .required());
}

}  // namespace sinew
