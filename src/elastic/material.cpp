#include "sinew/elastic/material.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "base/suggestion.h"
#include "sinew/base/error.h"

namespace sinew {

void require_physical(const Material& material, std::string_view where) {
  const std::string place(where);
  if (!(material.young > 0) || !std::isfinite(material.young))
    throw Error(fmt::format("Young's modulus is {} Pa", material.young), place, "it must be positive");
  if (!(material.poisson > -1 && material.poisson < 0.5))
    throw Error(fmt::format("Poisson's ratio is {}", material.poisson), place,
                "it must lie between -1 and 0.5; 0.49 is nearly incompressible");
  if (!(material.density > 0) || !std::isfinite(material.density))
    throw Error(fmt::format("the density is {} kg/m^3", material.density), place, "it must be positive");
}

const std::vector<NamedMaterial>& named_materials() {
  static const std::vector<NamedMaterial> materials = {
      {"fat", {3e3, 0.45, 920}},    {"liver", {6e3, 0.45, 1060}},    {"muscle", {3e4, 0.45, 1090}},
      {"skin", {2e5, 0.45, 1100}},  {"cartilage", {1e6, 0.4, 1100}}, {"bone", {1.5e10, 0.3, 1900}},
      {"jelly", {5e3, 0.4, 1000}},  {"foam", {5e4, 0.2, 100}},       {"rubber", {5e6, 0.48, 1100}},
      {"wood", {1e10, 0.35, 600}},  {"concrete", {3e10, 0.2, 2400}}, {"aluminium", {7e10, 0.33, 2700}},
      {"steel", {2e11, 0.3, 7850}},
  };
  return materials;
}

const Material& named_material(std::string_view name) {
  std::vector<std::string> names;
  for (const NamedMaterial& entry : named_materials()) {
    if (entry.name == name) return entry.material;
    names.emplace_back(entry.name);
  }
  std::string known;
  for (const std::string& n : names) known += " " + n;
  throw Error(fmt::format("no material '{}'{}", name, did_you_mean(std::string(name), names)), "",
              "there are:" + known);
}

}  // namespace sinew
