#pragma once

#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "sinew/elastic/material.h"
#include "sinew/mesh/volume_mesh.h"
#include "sinew/model/region.h"

namespace sinew {

struct ScalarVolume;  // sinew/mesh/scalar_volume.h

// The materials of the elements: one for all, and rules that change it where they apply; later rules override
// earlier ones. The position of an element is that of its centre at rest.

// One material for all elements in a region.
struct RegionMaterial {
  Region region{};
  Material material{};
};

// Takes properties from the arrays of these names in the mesh, one value per element in SI units. An empty
// name leaves that property as it was.
struct FieldMaterial {
  std::string young = "young", poisson = "poisson", density = "density";
};

// A point of a transfer function: the value of the volume, and that of the property.
struct TransferPoint {
  double value, result;
};
// Piecewise linear between points of ascending value, constant beyond the first and the last.
using TransferTable = std::vector<TransferPoint>;

// Takes properties from the value of a volume (in metres) at the centre of the element, by a transfer
// function [Georgii05, sec. 2.1]. An empty table leaves that property as it was, and elements outside of the
// volume are unchanged. Young's modulus is interpolated linearly in its logarithm: fat and bone are seven
// powers of ten apart.
struct VolumeMaterial {
  std::shared_ptr<const ScalarVolume> volume{};
  TransferTable young{}, poisson{}, density{};
};

// Any of the rules.
using MaterialRule = std::variant<RegionMaterial, FieldMaterial, VolumeMaterial>;

// The material of a body, and the rules that change it, in their order.
struct MaterialMap {
  Material base{};
  std::vector<MaterialRule> rules{};
};

// One material per element; `centres` and `element_fields` are those of the mesh. Throws Error, naming the
// rule as rules[i] and the element, if something is missing or has no physical meaning.
std::vector<Material> element_materials(const MaterialMap& map, std::span<const Vec3> centres,
                                        const std::vector<Field>& element_fields);

}  // namespace sinew
