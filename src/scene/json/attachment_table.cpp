#include "scene/json/scene_table.h"
#include "scene/rules/value_rules.h"
#include "sinew/scene/rules/list_rules.h"
#include "sinew/scene/rules/object_rule.h"

namespace sinew {

RulePtr<AttachmentDescription> attachment_rule() {
  using A = AttachmentDescription;
  return done(
      object<A>(
          "attachment",
          "Glue between a body and something else: vertices of the body's surface keep their places on the "
          "other, along all directions. What is glued does not collide with what it is glued to.")
          .key("name", &A::name, text("the head of its columns"), "what its force is called in the CSV")
          .otherwise("`\"attachment0\"`, `\"attachment1\"` and so on")
          .key("body", &A::body, text("a body's name"), "whose surface is glued")
          .required()
          .key("region", &A::region, region_rule(), "which vertices of its surface, at rest")
          .otherwise("all")
          .key("to", &A::to, text("the name of a body or an obstacle, or \"ground\""), "what it is glued to")
          .required()
          .key("within", &A::within, optional(positive_length()),
               "only vertices that are this near to the other when it begins")
          .otherwise("however far they are")
          .key(
              "from", [](A& a) -> double& { return a.during.from; }, not_negative("s"), "when it begins")
          .key(
              "until", [](A& a) -> double& { return a.during.until; }, not_negative("s"), "when it lets go")
          .otherwise("never")
          .last([](A& a, const Node& object, const Place& place) {
            if (!(a.during.from < a.during.until))
              place.of("until", object)
                  .refuse("it ends before it starts", "\"until\" must be more than \"from\"");
          }));
}

}  // namespace sinew
