#include "scene/json/scene_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/log.h"
#include "base/suggestion.h"
#include "scene/rules/value_rules.h"
#include "sinew/scene/body_kind.h"
#include "sinew/scene/rules/choice_rules.h"
#include "sinew/scene/rules/list_rules.h"
#include "sinew/scene/rules/object_rule.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

namespace {

using S = SceneDescription;

// Refuses a name that an earlier item of the list has too.
void require_own_names(const std::string& key, const Node& object, const Place& place) {
  const Node* list = object.find(key);
  std::set<std::string> names;
  for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    const Node& item = list->items[i];
    if (names.insert(item.find("name")->text).second) continue;
    place.of(key, object)
        .item(i, item)
        .of("name", item)
        .refuse("another one has this name already", "give each its own");
  }
}

RulePtr<ProbeDescription> probe_rule() {
  using P = ProbeDescription;
  return done(object<P>("probe", "A point of a body whose way is written to the CSV.")
                  .key("name", &P::name, text("the head of its columns"), "what it is called")
                  .required()
                  .key("body", &P::body, text("a body's name"), "the body it belongs to")
                  .otherwise("the first body")
                  .key("at", &P::at, vector_of(length()), "where it is at rest")
                  .required()
                  .last([](P& probe, const Node& object, const Place& place) {
                    probe.where = place.of("at", object).text();
                  }));
}

RulePtr<RecordDescription> record_rule() {
  using R = RecordDescription;
  const auto format = choice<std::string>(
      {{"vtu", "vtu"}, {"ply", "ply"}, {"obj", "obj"}, {"csv", "csv"}, {"checksums", "checksums"}});
  return done(
      object<R>("record", "What a run writes.")
          .key("every", &R::every, whole(1), "steps from one recorded frame to the next")
          .key("formats", &R::formats, list(format),
               "vtu: nodes and elements with displacement, velocity and stress, for ParaView; ply, obj: the "
               "surface; csv: energies, probes and the reactions of holds; "
               "checksums: to compare runs bit by bit")
          .key("probes", &R::probes, list(probe_rule()), "points to follow")
          .last([](R&, const Node& object, const Place& place) {
            require_own_names("probes", object, place);
          }));
}

// Whether --set chose a type that cannot be cut for the body that a cut names, or for any body if it names
// none.
bool lost_its_body(const CutDescription& cut, const S& scene, const Node& bodies, const BodyKinds& kinds) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b)
    if ((cut.body.empty() || cut.body == scene.bodies[b].name) &&
        !kinds.find(scene.bodies[b].type()).can_be_cut && is_type_set(bodies.items[b]))
      return true;
  return false;
}

void check_cuts(S& scene, const Node& object, const Place& place, const BodyKinds& kinds) {
  const std::vector<std::string> types = kinds.names_of_cuttable();
  std::vector<std::string> cuttable;
  for (const BodyDescription& body : scene.bodies)
    if (kinds.find(body.type()).can_be_cut) cuttable.push_back(body.name);
  std::vector<CutDescription> kept;
  for (std::size_t i = 0; i < scene.cuts.size(); ++i) {
    const std::string& body = scene.cuts[i].body;
    const Node &cuts = *object.find("cuts"), &cut = cuts.items[i];
    const Place here = place.of("cuts", object).item(i, cut);
    const bool found = body.empty() ? !cuttable.empty() : std::ranges::count(cuttable, body) > 0;
    if (found) {
      kept.push_back(std::move(scene.cuts[i]));
      continue;
    }
    if (!here.is_set() && lost_its_body(scene.cuts[i], scene, *object.find("bodies"), kinds)) {
      log_warning("{}: only a body of type {} can be cut: it is passed over", here.text(),
                  either_quoted(types));
      continue;
    }
    if (cuttable.empty())
      here.refuse("there is no body that can be cut",
                  fmt::format("bodies of \"type\": {} can", either_quoted(types)));
    here.of("body", cut)
        .refuse(fmt::format("no body of type {} is called \"{}\"{}", fmt::join(types, " or "), body,
                            did_you_mean(body, cuttable)),
                fmt::format("there are: {}", fmt::join(cuttable, ", ")));
  }
  scene.cuts = std::move(kept);
}

// Attachments name a body, and something else that is there.
void check_attachments(const S& scene, std::span<const std::string> names, const Node& object,
                       const Place& place) {
  const std::size_t bodies = scene.bodies.size();  // whose names come first
  std::set<std::string> own;
  for (std::size_t i = 0; i < scene.attachments.size(); ++i) {
    const AttachmentDescription& one = scene.attachments[i];
    const Node& item = object.find("attachments")->items[i];
    const Place here = place.of("attachments", object).item(i, item);
    const auto require_one_of = [&](const char* key, const std::string& name, const char* what,
                                    std::span<const std::string> known) {
      if (std::ranges::count(known, name) == 0)
        here.of(key, item).refuse(
            fmt::format("no {} is called \"{}\"{}", what, name, did_you_mean(name, known)),
            fmt::format("there are: {}", fmt::join(known, ", ")));
    };
    require_one_of("body", one.body, "body", names.first(bodies));
    require_one_of("to", one.to, "body or obstacle", names);
    if (one.body == one.to)
      here.of("to", item).refuse("a body cannot be attached to itself", "name another body or an obstacle");
    if (!one.name.empty() && !own.insert(one.name).second)
      here.of("name", item).refuse("another one has this name already", "give each its own");
  }
}

// Obstacles have names of their own, and pairs name what is there.
void check_contact(const S& scene, const Node& object, const Place& place) {
  std::vector<std::string> names;
  for (const BodyDescription& body : scene.bodies) names.push_back(body.name);
  if (scene.ground) names.emplace_back("ground");
  for (std::size_t i = 0; i < scene.obstacles.size(); ++i) {
    const std::string& name = scene.obstacles[i].name;
    const Node& item = object.find("obstacles")->items[i];
    if (std::ranges::count(names, name) > 0)
      place.of("obstacles", object)
          .item(i, item)
          .of("name", item)
          .refuse("another obstacle or a body has this name already", "give each its own");
    names.push_back(name);
  }
  if (scene.ground && std::ranges::count(names, "ground") > 1)
    place.of("ground", object).refuse("a body is called \"ground\" too", "give the body another name");
  for (std::size_t i = 0; scene.contact && i < scene.contact->pairs.size(); ++i) {
    const ContactPair& pair = scene.contact->pairs[i];
    const Node &contact = *object.find("contact"), &pairs = *contact.find("pairs"), &item = pairs.items[i];
    for (const auto& [key, name] : {std::pair("a", pair.a), std::pair("b", pair.b)})
      if (std::ranges::count(names, name) == 0)
        place.of("contact", object)
            .of("pairs", contact)
            .item(i, item)
            .of(key, item)
            .refuse(fmt::format("no body or obstacle is called \"{}\"{}", name, did_you_mean(name, names)),
                    fmt::format("there are: {}", fmt::join(names, ", ")));
  }
  check_attachments(scene, names, object, place);
}

void check_names(S& scene, const Node& object, const Place& place, const BodyKinds& kinds) {
  require_own_names("bodies", object, place);
  check_cuts(scene, object, place, kinds);
  check_contact(scene, object, place);
  std::vector<std::string> bodies;
  for (const BodyDescription& body : scene.bodies) bodies.push_back(body.name);
  for (std::size_t i = 0; i < scene.record.probes.size(); ++i) {
    std::string& body = scene.record.probes[i].body;
    if (body.empty()) body = bodies[0];
    if (std::find(bodies.begin(), bodies.end(), body) != bodies.end()) continue;
    const Node &record = *object.find("record"), &probes = *record.find("probes"), &probe = probes.items[i];
    place.of("record", object)
        .of("probes", record)
        .item(i, probe)
        .of("body", probe)
        .refuse(fmt::format("no body is called \"{}\"{}", body, did_you_mean(body, bodies)),
                fmt::format("there are: {}", fmt::join(bodies, ", ")));
  }
}

RulePtr<Vec3> gravity_rule() {
  return one_of<Vec3>("", "", vector_of(number("m/s^2")), literal(false, Vec3{}));
}

}  // namespace

RulePtr<double> unit_rule() {
  std::vector<std::pair<std::string, double>> units;
  for (const LengthUnit& unit : kLengthUnits) units.emplace_back(unit.name, unit.metres);
  return choice<double>(std::move(units));
}

RulePtr<int> version_rule() { return make_rule<VersionRule>(kSceneVersion); }

RulePtr<S> scene_rule(const BodyKinds& kinds) {
  return done(
      object<S>("scene", "The whole file.")
          .key("sinew", &S::version, version_rule(), "the version of the format")
          .required()
          .key("$schema", &S::schema, text("the path of scene.schema.json"),
               "for editors; not looked at here")
          .key("title", &S::title, text("one line"), "what the scene shows")
          .key("unit", &S::metres_per_unit, unit_rule(),
               "what one unit of length is: of coordinates, sizes and distances here and in mesh files; all "
               "other numbers are in SI units")
          .then([](S& scene, const Node&, const Place& place) {
            place.source().metres_per_unit = scene.metres_per_unit;
          })
          .key("up", &S::up, choice<UpAxis>({{"y", UpAxis::kY}, {"z", UpAxis::kZ}}),
               "the axis that gravity pulls against and that rectangles lie across; meshes are not turned, "
               "and "
               "models have y up")
          .then([](S& scene, const Node&, const Place&) {
            scene.gravity = scene.up == UpAxis::kZ ? Vec3{0, 0, -9.81} : Vec3{0, -9.81, 0};
          })
          .key("gravity", &S::gravity, gravity_rule(), "acceleration of every body; false: none")
          .otherwise("9.81 against `up`")
          .key("step", &S::step, positive("s"), "time from one step to the next")
          .key("steps", &S::steps, whole(0), "how many steps a run makes")
          .key("bodies", &S::bodies, list(body_rule(kinds), 1), "what moves")
          .required()
          .key("forces", &S::forces, list(force_rule()), "on every body")
          .key("cuts", &S::cuts, list(cut_rule()), "blades that cut bodies of type octree")
          .key("ground", &S::ground, ground_rule(),
               "whether bodies collide with a ground, and with each other; true: at height 0")
          .then([](S& scene, const Node&, const Place&) {
            if (scene.ground) scene.view.ground_height = scene.ground->height;
          })
          .key("obstacles", &S::obstacles, list(obstacle_rule()), "rigid things that bodies collide with")
          .key("contact", &S::contact, optional(contact_rule()),
               "how bodies collide; {} is enough for bodies to collide where there is no ground or obstacle")
          .otherwise(
              "its defaults where there is a ground or an obstacle; else bodies pass through each other")
          .key("attachments", &S::attachments, list(attachment_rule()),
               "bodies that are glued to each other or to obstacles, for a while or for good; bodies collide "
               "then")
          .key("record", &S::record, record_rule(), "what a run writes")
          .otherwise("its defaults")
          .key("view", &S::view, view_rule(), "how it is seen")
          .otherwise("its defaults")
          .last([&kinds](S& scene, const Node& object, const Place& place) {
            check_names(scene, object, place, kinds);
          }));
}

}  // namespace sinew
