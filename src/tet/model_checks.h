#pragma once

#include <span>

#include "sinew/elastic/material.h"
#include "sinew/mesh/volume_mesh.h"

namespace sinew {

// Throws Error unless there is one material, or one per element, and all are physical.
void require_materials(std::span<const Material> materials, std::size_t elements);

// Throws Error unless the mesh has tetrahedra alone, all of positive volume.
void require_tetrahedra(const VolumeMesh& mesh);

}  // namespace sinew
