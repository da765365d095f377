#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/log.h"
#include "scene/json/scene_table.h"
#include "scene/rules/value_rules.h"
#include "sinew/scene/body_kind.h"
#include "sinew/scene/rules/choice_rules.h"
#include "sinew/scene/rules/list_rules.h"
#include "sinew/scene/rules/object_rule.h"

namespace sinew {

namespace {

RulePtr<Damping> damping_rule() {
  using D = Damping;
  return done(object<D>("damping",
                        "A damping matrix of alpha M + beta K; for green strain K resists growing strain "
                        "alone, and no turn.")
                  .key("mass", &D::mass, not_negative("1/s"), "alpha: slows every motion, as in a fluid")
                  .key("stiffness", &D::stiffness, not_negative("s"), "beta: slows deformation alone"));
}

RulePtr<ElasticParams> solver_rule() {
  using P = ElasticParams;
  const auto of_solver = [](auto member) {
    return [member](P & params) -> auto& { return params.solver.*member; };
  };
  return done(
      object<P>("solver", "How the equations of a step are solved.")
          .key("method", of_solver(&SolverParams::method), choice_of<SolverMethod>(kSolverMethodNames),
               "multigrid: V-cycles; multigrid-cg: conjugate gradients with a V-cycle before each iteration; "
               "cg: conjugate gradients with the diagonal; cholesky: directly")
          .key("cycles", of_solver(&SolverParams::cycles), whole(0),
               "the exact number of cycles or iterations for each system; 0: until the tolerance is met")
          .key("tolerance", of_solver(&SolverParams::tolerance), within({0, 1, true, true}),
               "of the residual, over that of the first guess")
          .key("max_iterations", of_solver(&SolverParams::max_iterations), whole(1),
               "where to stop if the tolerance is not met")
          .key("sweeps_before", of_solver(&SolverParams::sweeps_before), whole(1, 100),
               "of the smoother, on the way to the coarse levels")
          .key("sweeps_after", of_solver(&SolverParams::sweeps_after), whole(0, 100), "on the way back")
          .key("relaxation", of_solver(&SolverParams::relaxation), within({0, 2, false, true}),
               "of the smoother; 1: Gauss-Seidel; 0: what is best for the method")
          .key("precision", &P::precision, optional(choice_of<Precision>(kPrecisionNames)), "of the matrices")
          .otherwise(
              "`\"single\"`, `\"double\"` where moduli are more than a hundredfold apart or steps very short")
          .key("newton_iterations", &P::newton_iterations, whole(0),
               "of the non-linear strains, at most; 0: one in a step of corotated strain, more if a stiff "
               "body "
               "turns far in it, in a step of green strain and in a static solve")
          .key("newton_tolerance", &P::newton_tolerance, within({0, 1, true, true}),
               "of the residual, over the applied forces"));
}

// Reads the name of a kind, as what goes with it alone: the defaults of its keys.
class KindRule : public RuleOf<BodyKindDescription> {
 public:
  explicit KindRule(const BodyKinds& kinds) : kinds_(kinds) {
    std::vector<std::pair<std::string, std::string>> names;
    for (const std::string& name : kinds.names()) names.emplace_back(name, name);
    name_ = choice<std::string>(std::move(names));
  }

  bool suits(const Node& node) const override { return name_->suits(node); }
  void read(const Node& node, const Place& place, BodyKindDescription& value) const override {
    std::string name;
    name_->read(node, place, name);
    value = kinds_.find(name).defaults;
  }
  Json written(const BodyKindDescription& value) const override { return std::string(type_of(value)); }

 protected:
  std::string own_words(bool links) const override { return name_->mention(links); }
  Json own_schema(Json& definitions) const override { return name_->schema(definitions); }

 private:
  const BodyKinds& kinds_;
  RulePtr<std::string> name_;
};

std::string meanings_of(const BodyKinds& kinds) {
  std::string words;
  for (const BodyKind& kind : kinds.all())
    words += fmt::format("{}{}: {}", words.empty() ? "" : "; ", kind.name, kind.meaning);
  return words;
}

// When a key that kinds share must be there: always, if all of them do.
ObjectRule<BodyDescription>::Needed needed_where_shared(const std::string& key, const BodyKinds& kinds) {
  if (std::ranges::all_of(kinds.all(), [&](const BodyKind& kind) { return kind.shares(key); })) return {};
  return [key, &kinds](BodyDescription& body) { return kinds.find(body.type()).shares(key); };
}

// Refuses keys that do not go with the type of a body.
class CheckForeignKeys {
 public:
  CheckForeignKeys(const BodyKinds& kinds, std::vector<std::string> shared)
      : kinds_(kinds), shared_(std::move(shared)) {
    for (const BodyKind& kind : kinds.all())
      for (const std::string& key : kind.own_keys)
        if (!is_among(keys_, key)) keys_.push_back(key);
    for (const std::string& key : shared_)
      if (!is_among(keys_, key)) keys_.push_back(key);
  }

  void operator()(const BodyKind& kind, const Node& object, const Place& place) const {
    for (const std::string& key : keys_)
      if (object.find(key) != nullptr && !goes_with(kind, key))
        refuse_or_pass_over(object, place.of(key, object),
                            fmt::format("the key does not go with a body of type \"{}\"", kind.name),
                            remedy(kind, key), "it is passed over");
  }

 private:
  static bool is_among(const std::vector<std::string>& keys, const std::string& key) {
    return std::ranges::find(keys, key) != keys.end();
  }
  bool goes_with(const BodyKind& kind, const std::string& key) const {
    const bool always = key == "name" || key == "type" || key == "colour";
    return always || kind.owns(key) || (is_among(shared_, key) && kind.shares(key));
  }
  std::string remedy(const BodyKind& kind, const std::string& key) const {
    for (const auto& [of_key, words] : kind.instead_of)
      if (of_key == key) return words;
    return fmt::format("leave it out, or take \"type\": {}", either_quoted(types_with(key)));
  }
  std::vector<std::string> types_with(const std::string& key) const {
    std::vector<std::string> types;
    for (const BodyKind& kind : kinds_.all())
      if (goes_with(kind, key)) types.push_back(kind.name);
    return types;
  }

  const BodyKinds& kinds_;
  std::vector<std::string> shared_, keys_;
};

ObjectRule<BodyDescription> shared_rows(const BodyKinds& kinds) {
  using B = BodyDescription;
  using P = ElasticParams;
  const auto of_params = [](auto member) {
    return [member](B & body) -> auto& { return body.params.*member; };
  };
  const auto mass = choice<bool>({{"consistent", false}, {"lumped", true}});
  return object<B>("body", "One body, deformable or rigid.")
      .key("name", &B::name, text("unlike every other body's"), "what it is called")
      .required()
      .key("type", &B::kind, RulePtr<BodyKindDescription>(new KindRule(kinds)), meanings_of(kinds))
      .key("mesh", &B::mesh, mesh_rule(),
           "its shape: a surface, which is filled, or a volume; of a rigid body, a closed surface")
      .required(needed_where_shared("mesh", kinds))
      .key("place", &B::place, place_rule(), "where it is put")
      .otherwise("as the mesh is")
      .key("material", &B::material, material_rule(),
           "what it is made of; a rigid body has a `density` instead")
      .required(needed_where_shared("material", kinds))
      .key("strain", of_params(&P::strain), choice_of<Strain>(kStrainNames),
           "cauchy: linear, for small deformations; corotated: large rotations; green: large "
           "deformations")
      .otherwise("`\"corotated\"`, `\"green\"` for a sheet")
      .key("integrator", of_params(&P::integrator), optional(choice_of<Integrator>(kIntegratorNames)),
           "newmark: keeps the energy of linear bodies; euler: backward Euler, stable and damping; "
           "static: in balance, without inertia; generalized-alpha: of second order like newmark, damps what "
           "its steps cannot resolve, and is stable for corotated bodies too")
      .otherwise("`\"newmark\"` for cauchy strain, `\"euler\"` else")
      .key("mass", of_params(&P::lumped_mass), mass, "the mass matrix; always lumped for an octree")
      .key("damping", of_params(&P::damping), damping_rule(), "what takes energy out")
      .key("hold", &B::hold, list(hold_rule()), "parts that do not move freely")
      .key("forces", &B::forces, list(force_rule()), "on this body alone")
      .key("velocity", &B::velocity, vector_of(number("m/s")), "at the start")
      .key("contact_surface", &B::contact_surface, contact_surface_rule(), "what of it collides")
      .key("solver", &B::params, solver_rule(), "how the equations of a step are solved")
      .otherwise("its defaults")
      .key("colour", &B::colour, optional(colour_rule()), "red, green and blue, sRGB")
      .otherwise("another for each body");
}

}  // namespace

bool is_type_set(const Node& body) {
  const Node* type = body.find("type");
  return type != nullptr && type->is_set();
}

void refuse_or_pass_over(const Node& body, const Place& at_key, const std::string& what,
                         const std::string& hint, const std::string& done) {
  if (!is_type_set(body) || at_key.is_set()) at_key.refuse(what, hint);
  log_warning("{}: {}: {}", at_key.text(), what, done);
}

namespace {

// The columns of two holds must not have the same heads.
void require_own_names_of_holds(const BodyDescription& body, const Node& object, const Place& place) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < body.hold.size(); ++i) {
    const std::string& name = body.hold[i].name;
    if (names.insert(name.empty() ? fmt::format("hold{}", i) : name).second) continue;
    const Node& list = *object.find("hold");
    place.of("hold", object)
        .item(i, list.items[i])
        .of("name", list.items[i])
        .refuse("another hold has this name already", "give each its own");
  }
}

}  // namespace

RulePtr<BodyDescription> body_rule(const BodyKinds& kinds) {
  ObjectRule<BodyDescription> rule = shared_rows(kinds);
  const CheckForeignKeys check_foreign_keys(kinds, rule.keys());
  rule.last([check_foreign_keys, &kinds](BodyDescription& body, const Node& object, const Place& place) {
    const BodyKind& kind = kinds.find(body.type());
    check_foreign_keys(kind, object, place);
    require_own_names_of_holds(body, object, place);
    if (kind.check) kind.check(body, object, place);
  });
  for (const BodyKind& kind : kinds.all()) kind.add_keys(rule, "place");
  return done(rule);
}

}  // namespace sinew
