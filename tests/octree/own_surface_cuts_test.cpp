#include <gtest/gtest.h>

#include "analytic_voxels.h"
#include "base/random.h"
#include "mesh/surface_topology.h"
#include "octree/grid/voxel_pieces.h"
#include "octree/surface/clipped_surface.h"
#include "octree/surface/surface_bindings.h"
#include "octree/voxelise/voxels_from_surface.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/shape/models.h"

// Own surfaces of bodies that are cut at random, walls of about a voxel above all: no triangle may span two
// pieces, or the two sides of a cut.

namespace sinew {
namespace {

struct CutBody {
  SurfaceMesh original;
  LinkedVoxels voxels;

  CutBody(SurfaceMesh surface, double spacing)
      : original(std::move(surface)),
        voxels(linked_voxels(original, SignedDistance(original),
                             spaced_frame(bounding_box(original), spacing))) {}
};

double longest_edge(const SurfaceMesh& surface) {
  double longest = 0;
  for (const Triangle& t : surface.triangles)
    for (int k = 0; k < 3; ++k)
      longest = std::max(longest, distance(surface.positions[t[k]], surface.positions[t[(k + 1) % 3]]));
  return longest;
}

void expect_closed(const SurfaceMesh& surface) {
  const SurfaceTopology topology = surface_topology(surface.triangles);
  EXPECT_EQ(topology.open_edges, 0);
  EXPECT_EQ(topology.nonmanifold_edges, 0);
  EXPECT_EQ(topology.opposed_edges, 0);
}

// Moves piece by piece far away, every one elsewhere: no edge may become longer.
void expect_pieces_come_apart(const CutBody& body, const Cells& cells, const SplitSurface& surface) {
  const Pieces pieces = connected_pieces(body.voxels, cells);
  const Vertices vertices = make_vertices(body.voxels, cells);
  std::vector<Vec3> moved;
  for (const LatticePoint& p : vertices.points) moved.push_back(body.voxels.lattice().point(p));
  std::vector<char> is_moved(moved.size(), 0);
  const double size = bounding_box(body.original).diagonal();
  Random random(1);
  std::vector<Vec3> ways;
  for (Index p = 0; p < pieces.count(); ++p)
    ways.push_back(100 * size * random.in_box({-1, -1, -1}, {1, 1, 1}));
  for (Index c = 0; c < cells.count(); ++c)
    for (const Index v : vertices.corners[c])
      if (!std::exchange(is_moved[v], 1)) moved[v] += ways[pieces.of_cell[c]];
  SurfaceMesh apart = surface.mesh;
  apart.positions = embedded_positions(bind_surface(body.voxels, cells, vertices, surface), moved);
  for (std::size_t t = 0; t < apart.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      const Index a = apart.triangles[t][k], b = apart.triangles[t][(k + 1) % 3];
      EXPECT_NEAR(distance(apart.positions[a], apart.positions[b]),
                  distance(surface.mesh.positions[a], surface.mesh.positions[b]), 1e-3 * size);
    }
}

// Returns in how many pieces the body is.
Index expect_whole(const CutBody& body) {
  const Cells cells = balanced_cells(body.voxels, 3);
  const SplitSurface surface = ClippableSurface(body.original, body.voxels.lattice())
                                   .clipped(body.voxels, cells, splitting_cubes(body.voxels));
  expect_closed(surface.mesh);
  EXPECT_LT(longest_edge(surface.mesh),
            std::max(5.3 * body.voxels.lattice().spacing, 1.01 * longest_edge(body.original)));

  const VoxelPieces pieces(body.voxels, cells);
  Index spanning = 0, torn = 0;
  for (const Triangle& t : surface.mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const LatticePoint a = surface.voxel[t[k]], b = surface.voxel[t[(k + 1) % 3]];
      spanning += pieces.of(a) != pieces.of(b);
      torn += !pieces.hang_together(a, b);
    }
  EXPECT_EQ(spanning, 0);
  EXPECT_EQ(torn, 0);
  expect_pieces_come_apart(body, cells, surface);
  return pieces.count();
}

void cut_at_random(CutBody& body, Random& random, std::int32_t cut) {
  const Box3 box = bounding_box(body.original);
  const Vec3 middle = random.in_box(box.lower, box.upper), from = random.in_box(box.lower, box.upper);
  const Vec3 n = normalized(random.in_box({-1, -1, -1}, {1, 1, 1}));
  const double reach = random.uniform(0.2, 1) * box.diagonal();
  cut_along(
      body.voxels, [&](const Vec3& p) { return dot(n, p - middle); }, cut,
      [&](const Vec3& p) { return distance(p, from) < reach; });
}

// A wall along a surface: the surface, and the same moved inwards, turned over.
SurfaceMesh shell_of(const SurfaceMesh& outer, const Vec3& middle, double inner_size) {
  SurfaceMesh shell = outer;
  for (const Vec3& p : outer.positions) shell.positions.push_back(lerp(middle, p, inner_size));
  const Index n = outer.vertex_count();
  for (const auto& [a, b, c] : outer.triangles) shell.triangles.push_back({n + a, n + c, n + b});
  return shell;
}

// A closed plate that waves.
SurfaceMesh waving_plate(double thickness, int squares) {
  SurfaceMesh plate;
  const int side = squares + 1;
  for (int layer = 0; layer < 2; ++layer)
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i) {
        const double x = double(i) / squares, y = double(j) / squares;
        plate.positions.push_back({x, y, 0.1 * std::sin(5 * x + 3 * y) + (layer - 0.5) * thickness});
      }
  const auto quad = [&](Index a, Index b, Index c, Index d) {
    plate.triangles.push_back({a, b, c});
    plate.triangles.push_back({a, c, d});
  };
  const auto at = [&](int layer, int i, int j) { return static_cast<Index>((layer * side + j) * side + i); };
  for (int j = 0; j < squares; ++j)
    for (int i = 0; i < squares; ++i) {
      quad(at(1, i, j), at(1, i + 1, j), at(1, i + 1, j + 1), at(1, i, j + 1));
      quad(at(0, i, j), at(0, i, j + 1), at(0, i + 1, j + 1), at(0, i + 1, j));
    }
  for (int i = 0; i < squares; ++i) {
    quad(at(0, i, 0), at(0, i + 1, 0), at(1, i + 1, 0), at(1, i, 0));
    quad(at(1, i, squares), at(1, i + 1, squares), at(0, i + 1, squares), at(0, i, squares));
    quad(at(1, 0, i), at(1, 0, i + 1), at(0, 0, i + 1), at(0, 0, i));
    quad(at(0, squares, i), at(0, squares, i + 1), at(1, squares, i + 1), at(1, squares, i));
  }
  return plate;
}

TEST(OwnSurfaceCuts, span_no_pieces_of_the_models) {
  Random random(17);
  for (const ModelInfo& model : model_list()) {
    if (model.name == "cloth") continue;
    const SurfaceMesh surface = make_model(model.name, std::max(model.fewest_triangles, Index{3000}));
    CutBody body(surface, bounding_box(surface).longest_side() / 22);
    for (std::int32_t cut = 1; cut <= 3; ++cut) {
      SCOPED_TRACE(testing::Message() << model.name << ", cut " << cut);
      cut_at_random(body, random, cut);
      expect_whole(body);
    }
  }
}

TEST(OwnSurfaceCuts, span_no_pieces_of_walls_of_about_a_voxel) {
  Random random(23);
  Index pieces = 0;
  for (const double voxels_thick : {0.5, 0.8, 1.0, 1.3, 1.7, 2.0}) {
    const double spacing = 1.0 / 24;
    const SurfaceMesh plate = waving_plate(voxels_thick * spacing, 20);
    SurfaceMesh ball = make_model("sphere", 2000);
    const Box3 box = bounding_box(ball);
    const double radius = 0.5 * box.longest_side(), ball_spacing = 2 * radius / 22;
    const SurfaceMesh shell = shell_of(ball, box.center(), 1 - voxels_thick * ball_spacing / radius);
    for (CutBody body : {CutBody(plate, spacing), CutBody(shell, ball_spacing)})
      for (std::int32_t cut = 1; cut <= 4; ++cut) {
        SCOPED_TRACE(testing::Message() << voxels_thick << " voxels, cut " << cut);
        cut_at_random(body, random, cut);
        pieces += expect_whole(body);
      }
  }
  EXPECT_GT(pieces, 60);
}

// Two balls, joined by a rod that is too thin for voxels: in two pieces from the start.
TEST(OwnSurfaceCuts, what_has_no_voxels_does_not_join_two_pieces) {
  SurfaceMesh rod = make_model("bar", 6000);
  const Box3 box = bounding_box(rod);
  const double length = box.longest_side();
  const double spacing = length / 40.3;
  const Vec3 middle = box.center(), off = 0.25 * spacing * Vec3{0, 1, 1};  // away from centres of voxels
  for (Vec3& p : rod.positions) {
    const double x = (p.x - middle.x) / length;
    if (std::abs(x) < 0.25) p = lerp(Vec3{p.x, middle.y, middle.z} + off, p, 0.01);
  }
  const CutBody body(rod, spacing);
  EXPECT_EQ(expect_whole(body), 2);
}

}  // namespace
}  // namespace sinew
