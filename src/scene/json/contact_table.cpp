#include <fmt/format.h>

#include "scene/json/scene_table.h"
#include "scene/rules/value_rules.h"
#include "sinew/base/error.h"
#include "sinew/scene/rules/choice_rules.h"
#include "sinew/scene/rules/list_rules.h"
#include "sinew/scene/rules/object_rule.h"

namespace sinew {

namespace {

// What shapes say of themselves, with the place in the scene.
template <typename T>
void check_shape(T& shape, const Node&, const Place& place) {
  try {
    require_valid(Obstacle{.name = "obstacle", .shape = shape}, "");
  } catch (const Error& error) {
    place.refuse(error.problem(), error.hint());
  }
}

RulePtr<PlaneShape> plane_rule() {
  using S = PlaneShape;
  return done(object<S>("plane shape", "The side of a plane that its normal points away from; without end.")
                  .told_by("type", "plane")
                  .key("point", &S::point, vector_of(length()), "any point of the plane")
                  .key("normal", &S::normal, direction(), "points to where bodies are")
                  .key("size", &S::size, not_negative_length(),
                       "the side of the square around `point` that is seen; 0: none")
                  .last(check_shape<S>));
}

RulePtr<BoxShape> box_rule() {
  using S = BoxShape;
  return done(object<S>("box shape", "A box along the axes.")
                  .told_by("type", "box")
                  .key("lower", &S::lower, vector_of(length()), "the corner with the smaller numbers")
                  .required()
                  .key("upper", &S::upper, vector_of(length()), "the opposite corner")
                  .required()
                  .last(check_shape<S>));
}

RulePtr<SphereShape> ball_rule() {
  using S = SphereShape;
  return done(object<S>("sphere shape", "A ball.")
                  .told_by("type", "sphere")
                  .key("centre", &S::centre, vector_of(length()), "its centre")
                  .required()
                  .key("radius", &S::radius, positive_length(), "its radius")
                  .required());
}

// The rows of what lies around a segment.
template <typename S>
RulePtr<S> around_segment(ObjectRule<S>& rule) {
  rule.key("a", &S::a, vector_of(length()), "one end of its axis")
      .required()
      .key("b", &S::b, vector_of(length()), "the other end")
      .required()
      .key("radius", &S::radius, positive_length(), "its radius")
      .required()
      .last(check_shape<S>);
  return done(rule);
}

RulePtr<CapsuleShape> capsule_rule() {
  return around_segment(
      object<CapsuleShape>("capsule shape", "All points within the radius of a segment: round ends.")
          .told_by("type", "capsule"));
}

RulePtr<CylinderShape> cylinder_rule() {
  return around_segment(
      object<CylinderShape>("cylinder shape", "A cylinder around a segment, with flat ends.")
          .told_by("type", "cylinder"));
}

RulePtr<MeshShapeDescription> mesh_shape_rule() {
  using S = MeshShapeDescription;
  return done(object<S>("mesh shape", "What a closed surface bounds.")
                  .told_by("type", "mesh")
                  .key("mesh", &S::surface, surface_rule(), "the surface")
                  .required()
                  .key("place", &S::place, place_rule(), "where it is put")
                  .otherwise("as the mesh is"));
}

RulePtr<ContactPair> pair_rule() {
  using P = ContactPair;
  return done(
      object<P>("contact pair", "How two things collide. The last pair that names both counts.")
          .key("a", &P::a, text("the name of a body or an obstacle, or \"ground\""), "the one")
          .required()
          .key("b", &P::b, text("such a name; the same one for a body with itself"), "the other")
          .required()
          .key("collides", &P::collides, flag(), "whether they collide at all")
          .key("friction", &P::friction, optional(not_negative()), "Coulomb's coefficient between them")
          .otherwise("the obstacle's, or that of `contact`"));
}

}  // namespace

RulePtr<std::optional<GroundDescription>> ground_rule() {
  using G = GroundDescription;
  const RulePtr<G> ground =
      done(object<G>("ground", "A plane across the up axis that bodies rest on, without end.")
               .key("height", &G::height, length(), "along the up axis")
               .key("friction", &G::friction, optional(not_negative()), "Coulomb's coefficient")
               .otherwise("that of `contact`"));
  return one_of<std::optional<G>>("", "", literal(false, std::optional<G>{}),
                                  literal(true, std::optional<G>{G{}}), ground);
}

RulePtr<ContactSurfaceDescription> contact_surface_rule() {
  using D = ContactSurfaceDescription;
  const RulePtr<CoarseContact> coarse =
      done(object<CoarseContact>("coarse contact surface", "What is seen, decimated.")
               .told_by("triangles")
               .key("triangles", &CoarseContact::triangles, whole(4),
                    "about how many; more if these would cross each other")
               .required());
  return one_of<D>(
      "contact surface",
      "What of a body collides, with others and with itself. seen: what is seen. auto: the same or, if its "
      "edges are "
      "shorter than a third of those of the elements, a decimated surface, at rest nowhere farther from it "
      "than a tenth "
      "of an element edge; what is seen for a body that the scene cuts. A file or a model: a closed surface "
      "in the "
      "coordinates of the body's mesh. Nothing comes nearer to a decimated surface than its distance from "
      "what is seen, "
      "so that obstacles do not seem to reach into a body; two bodies may seem to overlap by less than the "
      "larger of "
      "their gaps. A sheet collides with what is seen, and so does a body from its first cut on. A rigid "
      "body "
      "counts as one whose elements are a fiftieth of its size.",
      literal<D>("auto", AutoContact{}), literal<D>("seen", SeenContact{}), surface_rule(), coarse);
}

RulePtr<ObstacleDescription> obstacle_rule() {
  using O = ObstacleDescription;
  const auto shape =
      one_of<ShapeDescription>("shape", "The shape of an obstacle, told by its `type`.", plane_rule(),
                               box_rule(), ball_rule(), capsule_rule(), cylinder_rule(), mesh_shape_rule());
  return done(
      object<O>("obstacle", "A rigid thing that bodies collide with, and that no force moves.")
          .key("name", &O::name, text("unlike that of every other obstacle and body"), "what it is called")
          .required()
          .key("shape", &O::shape, shape, "its shape and where it is at the start")
          .required()
          .key("motion", &O::motion, motion_rule(), "how it moves")
          .otherwise("it stays")
          .key("friction", &O::friction, optional(not_negative()), "Coulomb's coefficient against everything")
          .otherwise("that of `contact`"));
}

RulePtr<ContactParams> contact_rule() {
  using C = ContactParams;
  return done(
      object<C>("contact", "How bodies collide. Contact is inelastic: by itself it gives back no speed.")
          .key("response", &C::response, choice_of<ContactResponse>(kContactResponseNames),
               "what bodies that touch do to each other; forces: what closes gaps and stops slip, solved "
               "together with "
               "the steps of the bodies, so that nothing crosses; positions: tetrahedra that fill the "
               "contact surfaces "
               "are moved apart after the steps, as [Seiler11] does: fast, but bodies sink into each other. "
               "The "
               "surfaces that are seen follow the tetrahedra. For bodies of type tet and octree that are not "
               "cut; a "
               "body does not collide with itself")
          .key("bodies", &C::bodies, flag(), "whether bodies collide with each other")
          .key("themselves", &C::themselves, flag(), "whether bodies collide with themselves")
          .key("friction", &C::friction, not_negative(), "Coulomb's coefficient")
          .key("gap", &C::gap, not_negative_length(),
               "how near surfaces come; 0: a fiftieth of their edges. A decimated contact surface keeps at "
               "least its "
               "distance from what is seen")
          .key("pairs", &C::pairs, list(pair_rule()), "exceptions, by name")
          .key("rounds", &C::rounds, whole(1),
               "most alternations, in a step, of the solvers of bodies and the sweeps over contacts; by "
               "positions: how "
               "often what is moved is carried back to the bodies")
          .key("sweeps", &C::sweeps, whole(1), "most sweeps over the contacts in each of them")
          .key("passes", &C::passes, whole(1), "by positions: visits to the pairs that touch, in each round")
          .key("tolerance", &C::tolerance, within({0, 1, true, true}),
               "of the gaps, over the gap that surfaces keep: what ends sweeps and rounds"));
}

}  // namespace sinew
