#include "scene/loading/scene_meshes.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

// A sphere of a few hundred voxels.
BodyDescription sphere(double scale = 1) {
  BodyDescription body;
  body.mesh = ModelDescription{"sphere", 500, {}};
  body.place.scale = scale;
  return body;
}

OctreeBodyDescription octree(Index cells, std::optional<double> cell_size = {}) {
  OctreeBodyDescription own;
  own.cells = cells, own.cell_size = cell_size;
  return own;
}

const LinkedVoxels& voxels_of(SceneMeshes& meshes, const BodyDescription& body,
                              const OctreeBodyDescription& own) {
  return meshes.filled(body, own).voxels.linked();
}

TEST(SceneMeshes, octrees_of_the_same_surface_are_voxelised_once) {
  SceneMeshes meshes(UpAxis::kY);
  const BodyDescription one = sphere(), other = sphere();
  OctreeBodyDescription own = octree(8), coarser_inside = own;
  coarser_inside.interior = 0;
  const LinkedVoxels& voxels = voxels_of(meshes, one, own);
  EXPECT_EQ(&voxels_of(meshes, other, own), &voxels);
  EXPECT_EQ(&voxels_of(meshes, other, coarser_inside), &voxels);
  EXPECT_EQ(meshes.filled(other, own).surface.positions, meshes.filled(one, own).surface.positions);
}

TEST(SceneMeshes, octrees_of_another_size_or_resolution_have_their_own_voxels) {
  SceneMeshes meshes(UpAxis::kY);
  const BodyDescription one = sphere(), larger = sphere(2);
  const OctreeBodyDescription own = octree(8), finer = octree(9), by_size = octree(8, 0.25);
  const LinkedVoxels& voxels = voxels_of(meshes, one, own);
  EXPECT_NE(&voxels_of(meshes, larger, own), &voxels);
  EXPECT_NE(&voxels_of(meshes, one, finer), &voxels);
  EXPECT_NE(&voxels_of(meshes, one, by_size), &voxels);
}

}  // namespace
}  // namespace sinew
