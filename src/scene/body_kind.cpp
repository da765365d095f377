#include "sinew/scene/body_kind.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggestion.h"
#include "scene/json/kind_tables.h"
#include "scene/loading/adaptive_loading.h"
#include "scene/loading/greens_loading.h"
#include "scene/loading/octree_loading.h"
#include "scene/loading/rigid_loading.h"
#include "scene/loading/tet_loading.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

bool has(const std::vector<std::string>& keys, const std::string& key) {
  return std::ranges::find(keys, key) != keys.end();
}

}  // namespace

std::string_view type_of(const BodyKindDescription& kind) {
  return std::visit(
      [](const auto& description) -> std::string_view {
        if constexpr (requires { description.kType; })
          return description.kType;
        else
          return description.type;
      },
      kind);
}

bool BodyKind::owns(const std::string& key) const { return has(own_keys, key); }

bool BodyKind::shares(const std::string& key) const { return !shared_keys || has(*shared_keys, key); }

void BodyKinds::add(BodyKind kind) {
  if (kind.name.empty())
    throw Error("a kind of bodies has no name", "", "its name is \"type\" in a scene file");
  if (has(names(), kind.name))
    throw Error(fmt::format("there is a kind of bodies called '{}' already", kind.name), "",
                "give each its own name");
  all_.push_back(std::move(kind));
}

const BodyKind& BodyKinds::find(std::string_view name) const {
  for (const BodyKind& kind : all_)
    if (kind.name == name) return kind;
  throw Error(fmt::format("there is no kind of bodies called '{}'{}", name, did_you_mean(name, names())), "",
              fmt::format("there are: {}", fmt::join(names(), ", ")));
}

std::vector<std::string> BodyKinds::names() const {
  std::vector<std::string> names;
  for (const BodyKind& kind : all_) names.push_back(kind.name);
  return names;
}

std::vector<std::string> BodyKinds::names_of_cuttable() const {
  std::vector<std::string> names;
  for (const BodyKind& kind : all_)
    if (kind.can_be_cut) names.push_back(kind.name);
  return names;
}

const BodyKinds& built_in_body_kinds() {
  static const BodyKinds kinds = [] {
    BodyKind tet = body_kind(tet_keys(), make_tet_body);
    tet.check = check_tet_body;
    BodyKind octree = body_kind(octree_keys(), make_octree_body);
    octree.check = check_octree_body;
    octree.can_be_cut = true;
    BodyKind rigid = body_kind(rigid_keys(), make_rigid_body);
    rigid.check = check_rigid_body;
    rigid.shared_keys = {"mesh", "place", "forces", "velocity", "contact_surface"};
    rigid.instead_of = {{"hold", "leave it out: what does not move freely is an obstacle, see \"obstacles\""},
                        {"material", "leave it out: a rigid body has a \"density\" alone"}};
    BodyKind greens = body_kind(greens_keys(), make_greens_body);
    greens.check = check_greens_body;
    greens.shared_keys = {"mesh", "place", "material", "hold", "forces"};
    greens.instead_of = {
        {"strain", "leave it out: a body that is known by its responses is linear"},
        {"integrator", "leave it out: a body that is known by its responses is in balance"},
        {"damping", "leave it out: a body that is known by its responses has no velocity to damp"},
        {"solver", "leave it out: responses are summed, and nothing is solved"},
        {"contact_surface", "leave it out: what is seen of it collides"}};
    BodyKind adaptive_tet = body_kind(adaptive_tet_keys(), make_adaptive_tet_body);
    adaptive_tet.check = check_adaptive_tet_body;
    adaptive_tet.shared_keys = {"mesh", "place",  "material", "damping",
                                "hold", "forces", "velocity", "contact_surface"};
    adaptive_tet.instead_of = {{"strain", "leave it out: strain is corotated"},
                               {"integrator", "leave it out: steps are by backward Euler"},
                               {"mass", "leave it out: masses are lumped"},
                               {"solver", "see \"solver_tolerance\" of its \"refinement\""}};
    BodyKinds made;
    made.add(std::move(tet)), made.add(std::move(octree)), made.add(std::move(rigid)),
        made.add(std::move(greens)), made.add(std::move(adaptive_tet));
    return made;
  }();
  return kinds;
}

}  // namespace sinew
