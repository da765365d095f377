#include "sinew/model/material_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/suggestion.h"
#include "sinew/base/error.h"
#include "sinew/mesh/scalar_volume.h"

namespace sinew {

namespace {

const Field& find_field(const std::vector<Field>& fields, const std::string& name, const std::string& where) {
  std::vector<std::string> names;
  for (const Field& field : fields) {
    if (field.name == name) return field;
    names.push_back(field.name);
  }
  throw Error(fmt::format("the elements have no field '{}'{}", name, did_you_mean(name, names)), where,
              names.empty() ? "the mesh has no element fields at all"
                            : fmt::format("there are: {}", fmt::join(names, ", ")));
}

void require_values(const Field& field, std::size_t elements, const std::string& where) {
  if (field.components != 1)
    throw Error(fmt::format("the field '{}' has {} components", field.name, field.components), where,
                "a property of a material is one number per element");
  if (field.values.size() != elements)
    throw Error(fmt::format("the field '{}' has {} values for {} elements", field.name, field.values.size(),
                            elements),
                where);
}

void require_table(const TransferTable& table, double Material::*property, const std::string& where) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::string place = fmt::format("{}, point {} of its table", where, i);
    Material material;
    material.*property = table[i].result;
    require_physical(material, place);
    if (!std::isfinite(table[i].value)) throw Error("a value is not finite", place);
    if (i > 0 && !(table[i - 1].value < table[i].value))
      throw Error("values do not ascend", place, "sort the points by value, each value once");
  }
}

double look_up(const TransferTable& table, double value) {
  if (value <= table.front().value) return table.front().result;
  if (value >= table.back().value) return table.back().result;
  const auto above = std::upper_bound(table.begin(), table.end(), value,
                                      [](double v, const TransferPoint& p) { return v < p.value; });
  const TransferPoint &a = above[-1], &b = *above;
  return std::lerp(a.result, b.result, (value - a.value) / (b.value - a.value));
}

// Applies one rule to all elements.
struct ApplyRule {
  std::span<const Vec3> centres;
  const std::vector<Field>& fields;
  std::string where;
  std::vector<Material>& materials;

  void operator()(const RegionMaterial& rule) const {
    require_valid(rule.region, where);
    require_physical(rule.material, where);
    for (const Index e : points_in(rule.region, centres)) materials[e] = rule.material;
  }

  void operator()(const FieldMaterial& rule) const {
    take(rule.young, &Material::young);
    take(rule.poisson, &Material::poisson);
    take(rule.density, &Material::density);
  }
  void take(const std::string& name, double Material::*property) const {
    if (name.empty()) return;
    const Field& field = find_field(fields, name, where);
    require_values(field, materials.size(), where);
    for (std::size_t e = 0; e < materials.size(); ++e) materials[e].*property = field.values[e];
  }

  void operator()(const VolumeMaterial& rule) const {
    if (!rule.volume) throw Error("a material by volume has no volume", where, "give it a scalar volume");
    require_valid(*rule.volume, where);
    require_table(rule.young, &Material::young, where);
    require_table(rule.poisson, &Material::poisson, where);
    require_table(rule.density, &Material::density, where);
    TransferTable log_young = rule.young;
    for (TransferPoint& point : log_young) point.result = std::log(point.result);
    for (std::size_t e = 0; e < materials.size(); ++e) {
      const auto value = rule.volume->sample(centres[e]);
      if (!value) continue;
      if (!log_young.empty()) materials[e].young = std::exp(look_up(log_young, *value));
      if (!rule.poisson.empty()) materials[e].poisson = look_up(rule.poisson, *value);
      if (!rule.density.empty()) materials[e].density = look_up(rule.density, *value);
    }
  }

  // A message is formatted only if there is an error.
  void require_physical_elements() const {
    for (std::size_t e = 0; e < materials.size(); ++e) try {
        require_physical(materials[e], "");
      } catch (const Error&) {
        require_physical(materials[e], fmt::format("{}, element {}", where, e));
      }
  }
};

}  // namespace

std::vector<Material> element_materials(const MaterialMap& map, std::span<const Vec3> centres,
                                        const std::vector<Field>& element_fields) {
  require_physical(map.base, "the base material");
  std::vector<Material> materials(centres.size(), map.base);
  for (std::size_t i = 0; i < map.rules.size(); ++i) {
    const ApplyRule apply{centres, element_fields, fmt::format("rules[{}]", i), materials};
    std::visit(apply, map.rules[i]);
    apply.require_physical_elements();
  }
  return materials;
}

}  // namespace sinew
