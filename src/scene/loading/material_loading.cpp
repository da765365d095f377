#include "scene/loading/material_loading.h"

#include "base/log.h"
#include "scene/loading/region_loading.h"
#include "sinew/mesh/scalar_volume.h"

namespace sinew {

namespace {

TransferTable table_of(const std::vector<TransferPointDescription>& points,
                       std::optional<double> TransferPointDescription::*parameter) {
  TransferTable table;
  for (const TransferPointDescription& point : points)
    if (point.*parameter) table.push_back({point.value, *(point.*parameter)});
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

}  // namespace

PlacedMaterials described_rules(const MaterialDescription& d, const ScenePlace& place,
                                std::span<const Vec3> centres) {
  PlacedMaterials all{{d.material, {}}, {}};
  const auto add = [&](MaterialRule rule, const ScenePlace& here) {
    all.map.rules.push_back(std::move(rule));
    all.places.push_back(here);
  };
  if (d.volume) add(volume_material(*d.volume), place.member("volume"));
  if (d.fields != MaterialFieldsDescription{})
    add(FieldMaterial{d.fields.young, d.fields.poisson, d.fields.density}, place.member("fields"));
  for (std::size_t i = 0; i < d.regions.size(); ++i) {
    const ScenePlace here = place.member("regions").item(i);
    RegionMaterial rule{region_of(d.regions[i].region), d.regions[i].material};
    if (points_in(rule.region, centres).empty())
      log_warning("{} holds the centre of no element: its material is nowhere", here.member("region").text());
    add(std::move(rule), here);
  }
  return all;
}

std::vector<Material> described_materials(const MaterialDescription& description, const ScenePlace& place,
                                          std::span<const Vec3> centres, const std::vector<Field>& fields) {
  PlacedMaterials all;
  try {
    all = described_rules(description, place, centres);
    if (all.map.rules.empty()) return {description.material};
    return element_materials(all.map, centres, fields);
  } catch (const Error& error) {
    throw place.with(error, "rules", all.places);
  }
}

}  // namespace sinew
