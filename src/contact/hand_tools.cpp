#include <fmt/format.h>

#include <algorithm>

#include "contact/contact_step.h"

namespace sinew {

void ContactStep::hold(const HandTool& tool) {
  require_valid(tool, "");
  const auto found = std::ranges::find(colliders_, tool.name, &Collider::name);
  if (found == colliders_.end()) {
    colliders_.emplace_back(tool);
    rules_known_ = false;
    return;
  }
  if (!found->is_hand()) throw Error(fmt::format("there is already something named '{}'", tool.name));
  if (found->hand_place()) return found->follow_hand(tool.hand, tool.speed);
  // It may come back with another shape.
  *found = Collider(tool);
  rules_known_ = false;
}

void ContactStep::put_away(std::string_view tool) {
  const auto found = std::ranges::find(colliders_, tool, &Collider::name);
  if (found == colliders_.end() || !found->is_hand()) return;
  found->take_away();
  attachments_.release_from_tool(static_cast<Index>(found - colliders_.begin()));
}

void ContactStep::grasp(std::string_view tool, double within) {
  const auto number =
      static_cast<Index>(std::ranges::find(colliders_, tool, &Collider::name) - colliders_.begin());
  if (number == static_cast<Index>(colliders_.size()) || !colliders_[number].is_hand())
    throw Error(fmt::format("no tool in a hand is called '{}'", tool));
  attachments_.release_from_tool(number);
  for (const Collider& body : colliders_) {
    if (body.side() == nullptr || body.side()->contact_surface() == nullptr) continue;
    Attachment glue;
    glue.name = fmt::format("{}.{}", tool, body.name());
    glue.body = body.name(), glue.to = tool;
    glue.within = within;
    attachments_.add(glue, colliders_);
  }
}

void ContactStep::let_go(std::string_view tool) {
  const auto found = std::ranges::find(colliders_, tool, &Collider::name);
  if (found != colliders_.end())
    attachments_.release_from_tool(static_cast<Index>(found - colliders_.begin()));
}

}  // namespace sinew
