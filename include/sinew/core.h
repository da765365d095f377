#pragma once

// All that a program needs to make bodies and step them: meshes, volumes, materials, forces, cuts, worlds,
// simulations on a thread of their own, recorded runs. CMake component core, target sinew::core.
//
// Programs that cut large bodies call keep_freed_memory() (sinew/base/process.h) once at their start, as the
// command does: a cut takes a quarter less time. It is a setting of the whole process, so the library leaves
// it to the program.

#include "sinew/base/error.h"
#include "sinew/base/geometry.h"
#include "sinew/base/json_value.h"
#include "sinew/base/log.h"
#include "sinew/base/placement.h"
#include "sinew/base/process.h"
#include "sinew/base/profile.h"
#include "sinew/body/body.h"
#include "sinew/body/frame.h"
#include "sinew/contact/attachment.h"
#include "sinew/contact/contact.h"
#include "sinew/elastic/material.h"
#include "sinew/embed/embedding.h"
#include "sinew/mesh/mesh_file.h"
#include "sinew/mesh/repair.h"
#include "sinew/mesh/scalar_volume.h"
#include "sinew/mesh/surface_mesh.h"
#include "sinew/mesh/volume_mesh.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/meshing/voxel_grid.h"
#include "sinew/model/blade.h"
#include "sinew/model/contact_choice.h"
#include "sinew/model/forces.h"
#include "sinew/model/material_map.h"
#include "sinew/model/motion.h"
#include "sinew/model/region.h"
#include "sinew/octree/octree_adaptivity.h"
#include "sinew/octree/octree_body.h"
#include "sinew/octree/voxels.h"
#include "sinew/record/recorder.h"
#include "sinew/record/run.h"
#include "sinew/remeshing/sheet_hierarchy.h"
#include "sinew/rigid/rigid_body.h"
#include "sinew/shape/models.h"
#include "sinew/stepping/elastic_body.h"
#include "sinew/stepping/elastic_params.h"
#include "sinew/tet/tet_body.h"
#include "sinew/world/simulation.h"
#include "sinew/world/world.h"
