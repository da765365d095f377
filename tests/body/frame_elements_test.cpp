#include "body/frame_elements.h"

#include <gtest/gtest.h>

#include "body/topology_parts.h"
#include "sinew/embed/embedding.h"
#include "sinew/meshing/tetrahedra.h"

namespace sinew {
namespace {

// Two boxes of one body, beside each other, of these volumes; the second begins at node `first_of_second`.
TopologyParts two_boxes(double small_side, Index& first_of_second) {
  VolumeMesh mesh = box_mesh({1, 1, 1}, {2, 2, 2});
  first_of_second = mesh.node_count();
  VolumeMesh other = box_mesh({small_side, small_side, small_side}, {1, 1, 1});
  for (Vec3& p : other.positions) mesh.positions.push_back(p + Vec3{2, 0, 0});
  for (Tetrahedron t : other.tetrahedra) {
    for (Index& v : t) v += first_of_second;
    mesh.tetrahedra.push_back(t);
  }
  TopologyParts topology;
  topology.elements.rest_positions = mesh.positions;
  topology.elements.tetrahedra = mesh.tetrahedra;
  topology.surface.mesh = boundary_surface(mesh);
  topology.embedding = embedding_on_own_nodes(mesh.node_count());
  return topology;
}

TEST(FrameElements, crumbs_are_pieces_of_less_than_a_twentieth_of_the_largest) {
  for (const auto& [side, is_crumb] : {std::pair{0.36, true}, {0.38, false}}) {
    Index first = 0;
    const TopologyParts topology = two_boxes(side, first);
    const std::vector<std::uint8_t> crumbs = crumb_nodes(topology.elements);
    for (Index v = 0; v < static_cast<Index>(crumbs.size()); ++v)
      EXPECT_EQ(crumbs[v] != 0, v >= first && is_crumb) << side;
  }
}

TEST(FrameElements, the_surface_without_crumbs_is_that_of_the_large_pieces_wherever_crumbs_fall) {
  Index first = 0;
  BodyFrame frame;
  frame.topology = two_boxes(0.1, first).shared();
  frame.positions = frame.topology.elements->rest_positions;
  for (std::size_t v = first; v < frame.positions.size(); ++v) frame.positions[v].y -= 1000;
  const Box3 box = bounding_box(surface_without_crumbs(frame));
  EXPECT_EQ(box.lower, (Vec3{0, 0, 0}));
  EXPECT_EQ(box.upper, (Vec3{1, 1, 1}));
  EXPECT_EQ(surface_without_crumbs(frame).size(), static_cast<std::size_t>(first));
}

TEST(FrameElements, a_body_without_elements_has_no_crumbs) {
  TopologyParts topology;
  topology.elements.rest_positions = {{0, 0, 0}, {1, 0, 0}};
  EXPECT_EQ(crumb_nodes(topology.elements), (std::vector<std::uint8_t>{0, 0}));
  EXPECT_TRUE(crumb_nodes({}).empty());
}

TEST(FrameElements, tetrahedra_and_cubes_are_inverted_where_they_are_turned_inside_out) {
  Index first = 0;
  BodyFrame frame;
  frame.topology = two_boxes(0.5, first).shared();
  frame.positions = frame.topology.elements->rest_positions;
  EXPECT_EQ(count_inverted(frame), 0);
  for (std::size_t v = first; v < frame.positions.size(); ++v) frame.positions[v].y *= -1;
  EXPECT_EQ(count_inverted(frame), 6);

  FrameElements cube;
  for (const Vec3& p : {Vec3{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}) cube.rest_positions.push_back(p);
  for (int i = 0; i < 4; ++i) cube.rest_positions.push_back(cube.rest_positions[i] + Vec3{0, 0, 1});
  cube.hexahedra = {{0, 1, 2, 3, 4, 5, 6, 7}};
  frame.positions = cube.rest_positions;
  frame.topology = make_topology({}, {}, cube);
  EXPECT_EQ(count_inverted(frame), 0);
  for (Vec3& p : frame.positions) p.z *= -0.1;
  EXPECT_EQ(count_inverted(frame), 1);
}

}  // namespace
}  // namespace sinew
