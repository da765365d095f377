#include "scene/json/kind_tables.h"
#include "scene/loading/adaptive_loading.h"
#include "scene/rules/value_rules.h"
#include "sinew/scene/rules/choice_rules.h"
#include "sinew/scene/rules/list_rules.h"

namespace sinew {

namespace {

RulePtr<AdaptiveTetParams> refinement_rule() {
  using P = AdaptiveTetParams;
  return done(
      object<P>("refinement", "When the nodes of an adaptive body are refined, and when they merge.")
          .key("changes", &P::adapts, flag(), "false: all of the body stays fine")
          .key("tolerance", &P::tolerance, positive(""),
               "how far a node may be from where the next coarser level would have it, over the size of "
               "the body; it merges below a quarter of that")
          .key("patience", &P::patience, not_negative("s"), "how long it must be below that to merge")
          .key("contact_weight", &P::contact_weight, positive(""),
               "factor on the distance of nodes that contact forces move")
          .key("solver_tolerance", &P::solver_tolerance, positive(""),
               "on the residual of a step relative to that of its first guess")
          .key("max_cycles", &P::max_cycles, whole(1, 1000), "limit if the tolerance is not met"));
}

}  // namespace

ObjectRule<AdaptiveTetDescription> adaptive_tet_keys() {
  using D = AdaptiveTetDescription;
  const auto levels = one_of<int>("", "", whole(1, 12), literal("auto", 0));
  return object<D>(std::string(D::kType),
                   "tetrahedra whose hierarchy is active where the body is bent, with corotated strain and "
                   "backward Euler")
      .key("tets", &D::tets, whole(20), "about how many tetrahedra to fill a surface with")
      .key("levels", &D::levels, levels, "meshes of the multigrid hierarchy, from fine to coarse")
      .key("refinement", &D::refinement, refinement_rule(), "when parts become finer or coarser")
      .otherwise("its defaults")
      .before("hold");
}

void check_adaptive_tet_body(BodyDescription& body, const Node& object, const Place& place) {
  if (std::holds_alternative<RectangleMeshDescription>(body.mesh))
    place.of("mesh", object).refuse("a rectangle has no inside", "take \"tet\" for a sheet");
}

}  // namespace sinew
