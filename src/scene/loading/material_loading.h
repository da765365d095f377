#pragma once

#include <span>

#include "sinew/model/material_map.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// The rules of a description in the order in which the later wins, each with its place in the scene.
struct PlacedMaterials {
  MaterialMap map;
  std::vector<ScenePlace> places;  // of the rules
};
// A region that holds none of the centres is warned about.
PlacedMaterials described_rules(const MaterialDescription& description, const ScenePlace& place,
                                std::span<const Vec3> centres);

// One material for all elements, or one for each: `centres` and `fields` are those of the elements. A region
// that holds no element is warned about. Throws Error with the place of the part that is wrong.
std::vector<Material> described_materials(const MaterialDescription& description, const ScenePlace& place,
                                          std::span<const Vec3> centres, const std::vector<Field>& fields);

}  // namespace sinew
