#pragma once

#include <any>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "sinew/body/body.h"
#include "sinew/scene/rules/object_rule.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// A kind of bodies is one row of a table: its name, which is "type" in a scene file, its keys, and a function
// that makes a body from them. The reader, the schema, the reference page and load_world take all they know
// about kinds from this table (BodyKinds), so that a program adds its own kind with one more row:
//
//   struct Wheel { double rate = 1; };
//   BodyKinds kinds = built_in_body_kinds();
//   kinds.add(body_kind(object<Wheel>("wheel", "a point that turns").key("rate", &Wheel::rate, ...), make));
//   LoadedWorld loaded = load_world("wheel.json", {}, kinds);
//
// docs/extending.md has an example.

class SceneMeshes;
struct OctreeBodyModel;  // sinew/octree/octree_body.h
struct RigidBodyModel;   // sinew/rigid/rigid_body.h
struct TetBodyModel;     // sinew/tet/tet_body.h

// What a function that makes a body gets.
struct BodyToMake {
  const SceneDescription& scene;
  const BodyDescription& body;
  ScenePlace place;     // of the body, for messages
  SceneMeshes& meshes;  // shared by the bodies of the scene; tet_model() and the others use it
};

// What the keys that kinds share (mesh, place, material, hold, forces, velocity) say of a body, as the
// built-in kinds take it: the mesh is read or made, once for all bodies that have the same, and regions
// become nodes. For kinds that are such bodies with something more. `own` says how the mesh is filled.
// Throws Error with the place of what is wrong.
TetBodyModel tet_model(const BodyToMake& wanted, const TetBodyDescription& own = {});
OctreeBodyModel octree_model(const BodyToMake& wanted, const OctreeBodyDescription& own = {});
RigidBodyModel rigid_model(const BodyToMake& wanted, const RigidBodyDescription& own = {});

// One row of the table of kinds.
struct BodyKind {
  std::string name;     // "octree"
  std::string meaning;  // for the reference page: "cubes, which can be cut"
  BodyKindDescription defaults;
  std::vector<std::string> own_keys;
  // Adds its keys to the table of a body, before the row of that key.
  std::function<void(ObjectRule<BodyDescription>&, const std::string& before)> add_keys;
  // Which of the keys that kinds share (mesh, place, material, velocity and so on) it has; if not given: all.
  // Every body has a name, a type and a colour.
  std::optional<std::vector<std::string>> shared_keys = {};
  // For messages: what to do in place of a key that it does not have. Default: to take another type.
  std::vector<std::pair<std::string, std::string>> instead_of = {};
  bool can_be_cut = false;
  // Called when all keys of a body are read, to refuse combinations that are invalid; may be empty.
  std::function<void(BodyDescription&, const Node&, const Place&)> check = {};
  // Throws Error with the place of what is wrong.
  std::function<std::unique_ptr<Body>(const BodyToMake&)> make;

  // Whether the key is one of its own.
  bool owns(const std::string& key) const;
  // For a key that kinds share.
  bool shares(const std::string& key) const;
};

// Whether a kind's keys have a place of their own in BodyKindDescription.
template <typename T>
inline constexpr bool kIsBuiltIn = []<typename... Kinds>(std::type_identity<std::variant<Kinds...>>) {
  return (std::is_same_v<T, Kinds> || ...);
}(std::type_identity<BodyKindDescription>());

// The keys of a body's kind: T is the struct they are read into. Null if the body is of another kind.
template <typename T, typename Description>
auto* own_keys(Description& body) {
  using Own = std::conditional_t<std::is_const_v<Description>, const T, T>;
  if constexpr (kIsBuiltIn<T>) {
    return static_cast<Own*>(std::get_if<T>(&body.kind));
  } else {
    auto* custom = std::get_if<CustomBodyDescription>(&body.kind);
    return static_cast<Own*>(custom == nullptr ? nullptr : std::any_cast<T>(&custom->own));
  }
}

// A kind with the name and meaning of the table of its keys, which are read into a struct T. `make` is called
// with (const BodyToMake&, const T&).
template <typename T, typename Make>
BodyKind body_kind(const ObjectRule<T>& keys, Make make) {
  BodyKind kind;
  kind.name = keys.name(), kind.meaning = keys.about();
  if constexpr (kIsBuiltIn<T>)
    kind.defaults = T{};
  else
    kind.defaults = CustomBodyDescription{kind.name, T{}};
  kind.own_keys = keys.keys();
  kind.add_keys = [keys](ObjectRule<BodyDescription>& body, const std::string& before) {
    const std::function<T*(BodyDescription&)> part = [name = keys.name()](BodyDescription& description) {
      return description.type() == name ? own_keys<T>(description) : nullptr;
    };
    body.rows(keys, part, before);
  };
  kind.make = [make](const BodyToMake& wanted) { return make(wanted, *own_keys<T>(wanted.body)); };
  return kind;
}

// The table.
class BodyKinds {
 public:
  // Throws Error if the name is empty or taken.
  void add(BodyKind kind);

  const std::vector<BodyKind>& all() const { return all_; }
  // Throws Error, with a suggestion, if there is none of that name.
  const BodyKind& find(std::string_view name) const;
  // The names of all kinds, and of those that can be cut.
  std::vector<std::string> names() const;
  std::vector<std::string> names_of_cuttable() const;

 private:
  std::vector<BodyKind> all_;
};

// "tet", "octree", "rigid", "greens" and "adaptive-tet".
const BodyKinds& built_in_body_kinds();

}  // namespace sinew
