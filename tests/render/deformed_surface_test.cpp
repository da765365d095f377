#include "render/engine/deformed_surface.h"

#include <gtest/gtest.h>

#include <numeric>

#include "embed/binding.h"
#include "render/frames.h"
#include "render/offscreen_context.h"
#include "sinew/base/geometry.h"
#include "sinew/meshing/tetrahedra.h"

namespace sinew {
namespace {

// A little above the middle of the box [0, 1]^3.
SurfaceMesh small_sphere() {
  SurfaceMesh sphere = sphere_surface(15, 24);
  for (Vec3& p : sphere.positions) p = Vec3{0.5, 0.55, 0.5} + 0.4 * p;
  return sphere;
}

TopologyParts in_tetrahedra() {
  TopologyParts topology;
  const VolumeMesh box = box_mesh({1, 1, 1}, {4, 3, 5});
  topology.elements.rest_positions = box.positions;
  topology.elements.tetrahedra = box.tetrahedra;
  topology.surface.mesh = small_sphere();
  topology.embedding = bind_to_tetrahedra(box, topology.surface.mesh.positions);
  return topology;
}

// One cube of eight nodes, with trilinear weights.
TopologyParts in_a_cube() {
  TopologyParts topology;
  for (int i = 0; i < 8; ++i)
    topology.elements.rest_positions.push_back({double(i & 1), double(i >> 1 & 1), double(i >> 2)});
  topology.surface.mesh = small_sphere();
  std::vector<Index> nodes;
  std::vector<float> weights;
  for (const Vec3& p : topology.surface.mesh.positions)
    for (int i = 0; i < 8; ++i) {
      const double weight = (i & 1 ? p.x : 1 - p.x) * (i & 2 ? p.y : 1 - p.y) * (i & 4 ? p.z : 1 - p.z);
      nodes.push_back(i);
      weights.push_back(static_cast<float>(weight));
    }
  topology.embedding = embedding_of_rows(8, nodes, weights);
  return topology;
}

TopologyParts on_a_sheet() {
  TopologyParts topology;
  const SurfaceMesh coarse = square_surface(4);
  topology.elements.rest_positions = coarse.positions;
  topology.elements.triangles = coarse.triangles;
  topology.surface.mesh = square_surface(13);
  topology.embedding = bind_to_triangles(coarse, topology.surface.mesh.positions);
  return topology;
}

TopologyParts by_itself() { return own_nodes(small_sphere()); }

Vec3 bent(const Vec3& p) {
  return {p.x + 0.3 * p.y * p.y, 1.1 * p.y - 0.2 * p.x * p.x + 0.1 * p.z, p.z + 0.2 * p.x * p.y};
}

struct Moved {
  OffscreenContext context;
  SurfacePrograms programs;
  NodeTexture nodes;
  DeformedSurface surface;
  SurfaceGeometry geometry;

  Moved(const TopologyParts& topology, std::span<const Vec3> positions, const Vec3& origin,
        std::span<const float> scalars = {})
      : geometry(surface_geometry(topology.surface)) {
    std::vector<Index> slots(positions.size());
    std::iota(slots.begin(), slots.end(), 0);
    surface.set_surface(topology.surface);
    surface.set_embedding(topology.embedding, slots);
    nodes.set_nodes(slots);
    nodes.upload(positions, origin, scalars);
    surface.move(programs, nodes);
    require_no_gl_error("test");
  }
};

using MakeTopology = TopologyParts (*)();
class DeformedSurfaceOf : public testing::TestWithParam<std::tuple<MakeTopology, double>> {};

TEST_P(DeformedSurfaceOf, nodes_lies_where_the_processor_puts_it) {
  const auto [make, far] = GetParam();
  const TopologyParts topology = make();
  const Vec3 away{far, -far, 0.5 * far};
  std::vector<Vec3> positions;
  for (const Vec3& p : topology.elements.rest_positions) positions.push_back(away + bent(p));
  const Moved moved(topology, positions, away);
  const std::vector<float> found = moved.surface.positions().read_back();
  const std::vector<Vec3> expected = embedded_positions(topology.embedding, positions);
  const double tolerance = 1e-5 * bounding_box(expected).diagonal();
  ASSERT_EQ(found.size(), 4 * moved.geometry.source.size());
  for (std::size_t v = 0; v < moved.geometry.source.size(); ++v) {
    const Vec3 there = expected[moved.geometry.source[v]] - away;
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(found[4 * v + axis], there[axis], tolerance);
  }
}

INSTANTIATE_TEST_SUITE_P(bound_to, DeformedSurfaceOf,
                         testing::Combine(testing::Values(in_tetrahedra, in_a_cube, on_a_sheet, by_itself),
                                          testing::Values(0.0, 1e4)),
                         [](const auto& one) {
                           const MakeTopology make = std::get<0>(one.param);
                           const std::string kind = make == in_tetrahedra ? "tetrahedra"
                                                    : make == in_a_cube   ? "a_cube"
                                                    : make == on_a_sheet  ? "a_sheet"
                                                                          : "its_own_nodes";
                           return kind + (std::get<1>(one.param) > 0 ? "_ten_kilometres_away" : "");
                         });

// Under x -> A x a sphere's normals turn by the inverse transpose.
TEST(DeformedSurface, normals_of_a_stretched_sphere_are_those_of_the_ellipsoid) {
  const TopologyParts topology = own_nodes(sphere_surface(47, 96));
  std::vector<Vec3> positions;
  for (const Vec3& p : topology.elements.rest_positions) positions.push_back({2 * p.x, p.y, 0.5 * p.z});
  const Moved moved(topology, positions, {});
  const std::vector<float> normals = moved.surface.normals().read_back();
  for (std::size_t v = 0; v < moved.geometry.source.size(); ++v) {
    const Vec3 p = topology.elements.rest_positions[moved.geometry.source[v]];
    const Vec3 expected = normalized({p.x / 2, p.y, p.z / 0.5});
    EXPECT_GT(dot(expected, {normals[4 * v], normals[4 * v + 1], normals[4 * v + 2]}), std::cos(0.06));
  }
}

TEST(DeformedSurface, normals_of_a_cube_are_those_of_its_faces) {
  const TopologyParts topology = own_nodes(cube_surface());
  const Moved moved(topology, topology.elements.rest_positions, {});
  const std::vector<float> normals = moved.surface.normals().read_back();
  for (std::size_t t = 0; t < moved.geometry.triangles.size(); ++t) {
    const Vec3 face = normalized(topology.surface.mesh.area_vector(static_cast<Index>(t)));
    for (const Index v : moved.geometry.triangles[t])
      for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(normals[4 * v + axis], face[axis], 1e-6);
  }
}

TEST(DeformedSurface, a_surface_without_area_has_no_normals_and_no_nans) {
  const TopologyParts topology = own_nodes(cube_surface());
  const std::vector<Vec3> one_point(8);
  const Moved moved(topology, one_point, {});
  for (const float value : moved.surface.normals().read_back()) EXPECT_EQ(value, 0.0f);
}

TEST(DeformedSurface, the_scalar_is_blended_as_positions_are) {
  const TopologyParts topology = in_tetrahedra();
  std::vector<float> scalars;
  for (const Vec3& p : topology.elements.rest_positions)
    scalars.push_back(static_cast<float>(1 + 2 * p.x - p.z));
  const Moved moved(topology, topology.elements.rest_positions, {}, scalars);
  const std::vector<float> found = moved.surface.positions().read_back();
  for (std::size_t v = 0; v < moved.geometry.source.size(); ++v)
    EXPECT_NEAR(found[4 * v + 3], 1 + 2 * found[4 * v] - found[4 * v + 2], 1e-5);
}

TEST(DeformedSurface, other_vectors_are_carried_beside_positions) {
  const TopologyParts topology = on_a_sheet();
  Moved moved(topology, topology.elements.rest_positions, {});
  std::vector<Vec3> velocities;
  for (const Vec3& p : topology.elements.rest_positions) velocities.push_back({p.z, 1 + p.x, -p.z});
  NodeTexture carried;
  carried.set_nodes(moved.nodes.nodes());
  carried.upload(velocities, {}, {});
  moved.surface.carry(moved.programs, carried);
  const std::vector<float> found = moved.surface.vectors().read_back();
  const std::vector<Vec3> expected = embedded_positions(topology.embedding, velocities);
  for (std::size_t v = 0; v < moved.geometry.source.size(); ++v)
    for (int axis = 0; axis < 3; ++axis)
      EXPECT_NEAR(found[4 * v + axis], expected[moved.geometry.source[v]][axis], 1e-5);
}

TEST(DeformedSurface, an_empty_surface_is_drawn_as_nothing) {
  Moved moved(own_nodes({}), {}, {});
  moved.surface.draw();
  require_no_gl_error("test");
  EXPECT_EQ(moved.surface.triangle_count(), 0);
}

}  // namespace
}  // namespace sinew
