#include "render/engine/deformed_surface.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "mesh/volume_mesh.h"
#include "meshing/box_mesh.h"
#include "render/offscreen_context.h"

namespace sinew {
namespace {

TEST(DeformedSurface, lies_where_the_embedding_on_the_cpu_puts_it) {
  const OffscreenContext context;
  fmt::print("{}\n", context.driver());
  FrameTopology topology;
  const VolumeMesh box = box_mesh({1, 0.4, 0.3}, {10, 4, 3});
  topology.rest_positions = box.positions;
  topology.tetrahedra = box.tetrahedra;
  topology.surface = {{{0.1, 0.1, 0.1}, {0.9, 0.2, 0.1}, {0.5, 0.3, 0.2}}, {{0, 1, 2}}};
  topology.bindings = bind_to_tetrahedra(box, topology.surface.positions);
  std::vector<Index> slots(box.positions.size());
  std::vector<Vec3> moved;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    slots[i] = static_cast<Index>(i);
    const Vec3 p = box.positions[i];
    moved.push_back({p.x + 0.1 * p.y * p.y, p.y * 1.1 - 0.2 * p.x * p.x, p.z + 0.1 * p.x});
  }
  NodeTexture nodes;
  nodes.set_nodes(slots);
  nodes.upload(moved, {}, {});
  const SurfacePrograms programs;
  DeformedSurface surface;
  surface.set_topology(topology, slots);
  surface.move(programs, nodes);
  require_no_gl_error("test");
  const std::vector<float> found = surface.positions().read_back();
  const std::vector<Vec3> expected = bound_positions(topology.bindings, moved);
  for (std::size_t v = 0; v < expected.size(); ++v)
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(found[4 * v + axis], expected[v][axis], 1e-6);
}

}  // namespace
}  // namespace sinew
