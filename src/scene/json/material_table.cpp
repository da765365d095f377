#include "scene/json/scene_table.h"
#include "scene/rules/value_rules.h"
#include "sinew/scene/rules/choice_rules.h"
#include "sinew/scene/rules/list_rules.h"
#include "sinew/scene/rules/object_rule.h"

namespace sinew {

namespace {

RulePtr<double> young_rule() { return positive("Pa"); }
RulePtr<double> poisson_rule() { return within({-1, 0.5, true, true}); }
RulePtr<double> density_rule() { return positive("kg/m^3"); }

RulePtr<Material> name_rule() {
  std::vector<std::pair<std::string, Material>> names;
  for (const NamedMaterial& entry : named_materials()) names.emplace_back(entry.name, entry.material);
  return choice<Material>(names);
}

// The rows that every material has; `reach` finds it in the struct.
template <typename T, typename Reach>
ObjectRule<T> with_parameters(ObjectRule<T> rule, Reach reach) {
  rule.shorthand("name")
      .key("name", reach, name_rule(),
           "takes the parameters of a material; those given beside it replace them")
      .otherwise("none")
      .key(
          "young", [reach](T& t) -> double& { return reach(t).young; }, young_rule(), "Young's modulus")
      .key(
          "poisson", [reach](T& t) -> double& { return reach(t).poisson; }, poisson_rule(),
          "Poisson's ratio; near 0.5 nothing can be squeezed")
      .key(
          "density", [reach](T& t) -> double& { return reach(t).density; }, density_rule(), "density");
  return rule;
}

RulePtr<MaterialRegionDescription> material_region_rule() {
  using R = MaterialRegionDescription;
  ObjectRule<Material> plain =
      with_parameters(object<Material>("plain material", "One material for all elements."),
                      [](Material& material) -> Material& { return material; });
  return done(object<R>("material region", "Elements whose centre is in the region are of the material.")
                  .key("region", &R::region, region_rule(), "where")
                  .required()
                  .key("material", &R::material, done(plain), "what")
                  .required());
}

RulePtr<MaterialFieldsDescription> fields_rule() {
  using F = MaterialFieldsDescription;
  const auto name = text("the name of an array of the mesh file, one number for each element");
  return done(object<F>("material fields", "Parameters from arrays of the mesh file.")
                  .key("young", &F::young, name, "Young's modulus, in Pa")
                  .key("poisson", &F::poisson, name, "Poisson's ratio")
                  .key("density", &F::density, name, "density, in kg/m^3"));
}

RulePtr<TransferPointDescription> transfer_point_rule() {
  using P = TransferPointDescription;
  return done(
      object<P>(
          "transfer point",
          "What a value of the volume stands for: a point of the curve of each parameter that is given.")
          .key("value", &P::value, number(), "the volume's value")
          .required()
          .key("young", &P::young, optional(young_rule()), "Young's modulus there")
          .otherwise("no point of its curve")
          .key("poisson", &P::poisson, optional(poisson_rule()), "Poisson's ratio there")
          .otherwise("no point of its curve")
          .key("density", &P::density, optional(density_rule()), "density there")
          .otherwise("no point of its curve"));
}

RulePtr<MaterialVolumeDescription> volume_rule() {
  using V = MaterialVolumeDescription;
  return done(
      object<V>("material volume",
                "Parameters from a scalar volume, a scan for example. Elements outside of it are left alone.")
          .first([](V& volume, const Node&, const Place& place) {
            volume.metres_per_unit = place.source().metres_per_unit;
          })
          .key("file", &V::file, file("a volume (NRRD), relative to the scene"), "the volume")
          .required()
          .key("unit", &V::metres_per_unit, unit_rule(), "of its coordinates")
          .otherwise("the scene's")
          .key("transfer", &V::transfer, list(transfer_point_rule(), 1),
               "from values to parameters, by ascending value: linear in between (Young's modulus in its "
               "logarithm), "
               "constant beyond; a parameter that no point has stays as it is")
          .required()
          .last([](V& volume, const Node& object, const Place& place) {
            for (std::size_t i = 1; i < volume.transfer.size(); ++i)
              if (!(volume.transfer[i].value > volume.transfer[i - 1].value))
                place.of("transfer", object).refuse("the values do not ascend", "sort its points by value");
          }));
}

}  // namespace

RulePtr<MaterialDescription> material_rule() {
  using D = MaterialDescription;
  ObjectRule<D> rule = with_parameters(
      object<D>("material",
                "What a body is made of. Where several parts speak of one element, the later wins: "
                "the parameters, the volume, the fields, the regions in their order."),
      [](D& d) -> Material& { return d.material; });
  return done(rule.key("volume", &D::volume, optional(volume_rule()), "parameters from a scalar volume")
                  .key("fields", &D::fields, fields_rule(), "parameters from arrays of the mesh file")
                  .key("regions", &D::regions, list(material_region_rule()), "other materials in parts"));
}

}  // namespace sinew
