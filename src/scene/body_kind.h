#pragma once

#include <any>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "body/body.h"
#include "scene/rules/object_rule.h"
#include "scene/scene_description.h"
#include "scene/scene_place.h"

namespace sinew {

// A kind of body is one row of a table: its name, which is "type" in a scene file, the keys that go with it,
// and how a body is made of what they say. Reader, schema, reference page and load_world take all they know
// of kinds from that table (BodyKinds), so that a program adds a kind of its own by one more row:
//
//   struct Wheel { double rate = 1; };
//   BodyKinds kinds = built_in_body_kinds();
//   kinds.add(body_kind(object<Wheel>("wheel", "a point that goes round").key("rate", &Wheel::rate, ...),
//   make)); LoadedWorld loaded = load_world("wheel.json", {}, kinds);

class SceneMeshes;

// What a body is made of.
struct BodyToMake {
  const SceneDescription& scene;
  const BodyDescription& body;
  ScenePlace place;     // of the body, for messages
  SceneMeshes& meshes;  // that bodies of the scene share
};

struct BodyKind {
  std::string name;     // "octree"
  std::string meaning;  // for the reference page: "cubes, which can be cut"
  BodyKindDescription defaults;
  std::vector<std::string> own_keys;
  // Adds its keys to the table of a body, before the row of that key.
  std::function<void(ObjectRule<BodyDescription>&, const std::string& before)> add_keys;
  // The keys that go with it of those that kinds share (mesh, place, material, velocity and so on); if not
  // given, all of them. Name, type and colour go with every body.
  std::optional<std::vector<std::string>> shared_keys = {};
  bool can_be_cut = false;
  // Looks at a body when all its keys are read, to refuse what does not go together. May be empty.
  std::function<void(BodyDescription&, const Node&, const Place&)> check = {};
  // Throws Error, with the place of what is wrong.
  std::function<std::unique_ptr<Body>(const BodyToMake&)> make;

  bool owns(const std::string& key) const;
  // Of a key that kinds share.
  bool shares(const std::string& key) const;
};

// Whether a kind's keys have a place of their own in BodyKindDescription.
template <typename T>
inline constexpr bool kIsBuiltIn =
    std::is_same_v<T, TetBodyDescription> || std::is_same_v<T, OctreeBodyDescription>;

// What a body's own kind says of it: T is the struct of the kind's keys. Null where it has another.
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

// A kind whose name and meaning are those of the table of its keys, over a struct T; `make` gets what is to
// be made and the keys, as (const BodyToMake&, const T&).
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
  // Throws Error where a name is empty or taken.
  void add(BodyKind kind);

  const std::vector<BodyKind>& all() const { return all_; }
  // Throws Error, with a suggestion, where there is none of that name.
  const BodyKind& find(std::string_view name) const;
  std::vector<std::string> names() const;
  std::vector<std::string> names_of_cuttable() const;

 private:
  std::vector<BodyKind> all_;
};

// "tet" and "octree".
const BodyKinds& built_in_body_kinds();

}  // namespace sinew
