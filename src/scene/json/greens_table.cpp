#include <fmt/format.h>

#include "scene/json/kind_tables.h"
#include "scene/json/scene_table.h"
#include "scene/rules/value_rules.h"
#include "sinew/scene/rules/choice_rules.h"
#include "sinew/scene/rules/list_rules.h"

namespace sinew {

namespace {

RulePtr<SemiRegularDescription> semi_regular_rule() {
  using D = SemiRegularDescription;
  return done(
      object<D>("semi_regular",
                "Remeshes the surface: a coarse base whose triangles are split into four again and again.")
          .key("base", &D::base, whole(4, 100'000), "about how many triangles the base has")
          .key("levels", &D::levels, whole(0, 8), "how often they are split"));
}

RulePtr<DisplayDescription> display_rule() {
  using D = DisplayDescription;
  return done(
      object<D>("display",
                "A smooth surface that follows the body's own one and shows the details of the mesh: "
                "a displaced subdivision.")
          .key("steps", &D::steps, whole(0, 6), "how often the body's triangles are split into four"));
}

}  // namespace

ObjectRule<GreensBodyDescription> greens_keys() {
  using D = GreensBodyDescription;
  return object<D>(std::string(D::kType), "linear, held, in balance; known by its responses to forces")
      .key("responses", &D::responses, file("a file of responses that `sinew precompute` writes", true),
           "of a greens body: its responses")
      .otherwise("they are computed when the scene is loaded")
      .key("semi_regular", &D::semi_regular, optional(semi_regular_rule()),
           "of a greens body: how its surface gets nested levels")
      .otherwise("the surface as it is")
      .key("source", &D::source, choice_of<ResponseMethod>(kResponseMethodNames),
           "of a greens body: what computes its responses")
      .key("compression", &D::compression, optional(within({0, 1, false, true})),
           "of a greens body: the threshold of its compressed responses; 0: they are not compressed")
      .otherwise("0.05 of a semi-regular surface, else 0")
      .key("detail", &D::detail, optional(whole(0, 8)),
           "of a greens body: the level of its semi-regular surface that is touched and evaluated; 0 is the "
           "base")
      .otherwise("the finest")
      .key("display", &D::display, optional(display_rule()),
           "of a greens body: what is seen in place of its surface")
      .otherwise("its surface as it is")
      .before("solver");
}

void check_greens_body(BodyDescription& body, const Node& object, const Place& place) {
  if (std::holds_alternative<RectangleMeshDescription>(body.mesh))
    place.of("mesh", object).refuse("a rectangle has no inside", "a greens body needs one: take a box");
  const auto& own = std::get<GreensBodyDescription>(body.kind);
  const Index finest = own.semi_regular ? own.semi_regular->levels : 0;
  if (own.detail && *own.detail > finest)
    place.of("detail", object)
        .refuse(
            fmt::format("the surface has no level {}", *own.detail),
            own.semi_regular ? fmt::format("the finest is {}", finest) : "levels come with \"semi_regular\"");
  if (body.hold.empty())
    place.refuse(
        "nothing holds the body",
        "a body that is known by its responses is in balance: give it a \"hold\", or take \"type\": \"tet\"");
  for (const HoldDescription& hold : body.hold)
    if (!hold.axes.empty() || hold.normal)
      place.of("hold", object)
          .refuse("a hold of some directions does not go with a body of type \"greens\"",
                  "leave out \"axes\" and \"normal\", or take \"type\": \"tet\"");
}

}  // namespace sinew
