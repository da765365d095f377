#include "scene/loading/material_parts.h"

#include "base/log.h"
#include "scene/loading/region_parts.h"

namespace sinew {

namespace {

// The rules in the order in which the later wins, each with its place in the scene.
struct PlacedRules {
  std::vector<MaterialRule> rules;
  std::vector<ScenePlace> places;

  void add(MaterialRule rule, const ScenePlace& place) {
    rules.push_back(std::move(rule));
    places.push_back(place);
  }
};

TransferTable table_of(const std::vector<TransferPointDescription>& points,
                       std::optional<double> TransferPointDescription::*figure) {
  TransferTable table;
  for (const TransferPointDescription& point : points)
    if (point.*figure) table.push_back({point.value, *(point.*figure)});
  return table;
}

VolumeMaterial volume_material(const MaterialVolumeDescription& d) {
  ScalarVolume volume = read_scalar_volume(d.file);
  volume.origin *= d.metres_per_unit;
  volume.axes = d.metres_per_unit * volume.axes;
  using P = TransferPointDescription;
  return {std::make_shared<const ScalarVolume>(std::move(volume)), table_of(d.transfer, &P::young),
          table_of(d.transfer, &P::poisson), table_of(d.transfer, &P::density)};
}

PlacedRules rules_of(const MaterialDescription& d, const ScenePlace& place, std::span<const Vec3> centres) {
  PlacedRules rules;
  if (d.volume) rules.add(volume_material(*d.volume), place.member("volume"));
  if (d.fields != MaterialFieldsDescription{})
    rules.add(FieldMaterial{d.fields.young, d.fields.poisson, d.fields.density}, place.member("fields"));
  for (std::size_t i = 0; i < d.regions.size(); ++i) {
    const ScenePlace here = place.member("regions").item(i);
    RegionMaterial rule{region_of(d.regions[i].region), d.regions[i].material};
    if (points_in(rule.region, centres).empty())
      log_warning("{} holds the centre of no element: its material is nowhere", here.member("region").text());
    rules.add(std::move(rule), here);
  }
  return rules;
}

}  // namespace

std::vector<Material> described_materials(const MaterialDescription& description, const ScenePlace& place,
                                          std::span<const Vec3> centres, const std::vector<Field>& fields) {
  PlacedRules rules;
  try {
    rules = rules_of(description, place, centres);
    if (rules.rules.empty()) return {description.material};
    return element_materials({description.material, rules.rules}, centres, fields);
  } catch (const Error& error) {
    throw place.with(error, "rules", rules.places);
  }
}

}  // namespace sinew
