#pragma once

#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "elastic/material.h"
#include "mesh/scalar_volume.h"
#include "mesh/volume_mesh.h"
#include "model/region.h"

namespace sinew {

// Which element is made of what: a material for all, and rules that change it, each where it applies, the
// later ones over the earlier. Elements are where their centres are at rest.

struct RegionMaterial {
  Region region{};
  Material material{};
};

// From the arrays of these names in the mesh, one value per element in SI units. An empty name leaves that
// property as it was.
struct FieldMaterial {
  std::string young = "young", poisson = "poisson", density = "density";
};

struct TransferPoint {
  double value, result;
};
// Piecewise linear between points of ascending value, constant beyond the first and the last.
using TransferTable = std::vector<TransferPoint>;

// From what a volume (in metres) measures at the centre of the element, by a transfer function [Georgii05,
// sec. 2.1]. An empty table leaves that property as it was, and elements outside of the volume
// are left alone. Young's modulus runs linearly in its logarithm: between fat and bone lie seven powers of
// ten.
struct VolumeMaterial {
  std::shared_ptr<const ScalarVolume> volume{};
  TransferTable young{}, poisson{}, density{};
};

using MaterialRule = std::variant<RegionMaterial, FieldMaterial, VolumeMaterial>;

struct MaterialMap {
  Material base{};
  std::vector<MaterialRule> rules{};
};

// One material per element, `centres` and `element_fields` being those of the mesh. Throws Error that names
// the rule as rules[i], and the element, where something is missing or has no physical meaning.
std::vector<Material> element_materials(const MaterialMap& map, std::span<const Vec3> centres,
                                        const std::vector<Field>& element_fields);

}  // namespace sinew
