#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "base/random.h"
#include "collision/self_proximity.h"
#include "embed/binding.h"
#include "sinew/embed/embedding.h"
#include "sinew/meshing/signed_distance.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/shape/models.h"

// Surfaces that follow coarse meshes, and what may happen to them.

namespace sinew::test {

inline SurfaceMesh split_triangles(const SurfaceMesh& mesh, int times) {
  if (times == 0) return mesh;
  SurfaceMesh fine;
  std::map<std::array<Index, 2>, Index> middle;
  fine.positions = mesh.positions;
  const auto between = [&](Index a, Index b) {
    const auto [at, is_new] =
        middle.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<Index>(fine.positions.size()));
    if (is_new) fine.positions.push_back(0.5 * (mesh.positions[a] + mesh.positions[b]));
    return at->second;
  };
  for (const auto& [a, b, c] : mesh.triangles) {
    const Index ab = between(a, b), bc = between(b, c), ca = between(c, a);
    for (const Triangle& t :
         {Triangle{a, ab, ca}, Triangle{ab, b, bc}, Triangle{ca, bc, c}, Triangle{ab, bc, ca}})
      fine.triangles.push_back(t);
  }
  return split_triangles(fine, times - 1);
}

// Tetrahedra of a box of cells, without those whose middle is in a hole; their boundary, split twice, is the surface.
struct Solid {
  SurfaceMesh surface;
  std::vector<VolumeMesh> meshes;  // from fine to coarse
  std::vector<Embedding> embeddings;

  std::vector<SurfaceCarrier> carriers() const {
    std::vector<SurfaceCarrier> carriers;
    for (std::size_t i = 0; i < meshes.size(); ++i) carriers.push_back({meshes[i], embeddings[i]});
    return carriers;
  }
  std::vector<Vec3> nodes() const {
    std::vector<Vec3> nodes;
    for (const VolumeMesh& m : meshes) nodes.insert(nodes.end(), m.positions.begin(), m.positions.end());
    return nodes;
  }
  void bind() {
    for (const VolumeMesh& m : meshes) embeddings.push_back(bind_to_tetrahedra(m, surface.positions));
  }
};

inline Solid solid_without(const Vec3& size, const std::array<Index, 3>& cells,
                           const std::function<bool(const Vec3&)>& is_hole) {
  VolumeMesh mesh = box_mesh(size, cells);
  std::erase_if(mesh.tetrahedra, [&](const Tetrahedron& t) {
    Vec3 middle{};
    for (const Index n : t) middle += 0.25 * mesh.positions[n];
    return is_hole(middle);
  });
  drop_unused_nodes(mesh);
  SurfaceMesh boundary = boundary_surface(mesh);
  // Only the nodes of the boundary are vertices.
  std::vector<Index> number(boundary.positions.size(), -1);
  SurfaceMesh used;
  for (Triangle t : boundary.triangles) {
    for (Index& v : t) {
      if (number[v] < 0) number[v] = used.vertex_count(), used.positions.push_back(boundary.positions[v]);
      v = number[v];
    }
    used.triangles.push_back(t);
  }
  Solid solid{split_triangles(used, 2), {mesh}, {}};
  solid.bind();
  return solid;
}

// A block with a slot from above, and one with a slot that ends in an edge.
inline Solid notched_block() {
  return solid_without({6, 3, 1}, {6, 3, 1}, [](const Vec3& p) { return p.y > 1 && p.x > 2.5 && p.x < 3.5; });
}
inline Solid wedged_block() {
  return solid_without({4, 3, 1}, {4, 3, 1},
                       [](const Vec3& p) { return std::abs(p.x - 2) < 0.5 * (p.y - 1); });
}
// A model in meshes of several levels.
inline Solid model_in_meshes(const char* name, Index triangles, Index finest, int levels) {
  Solid solid{make_model(name, triangles), {}, {}};
  HierarchyParams params;
  params.levels = levels;
  params.finest = finest;
  params.coarsest = levels > 1 ? 100 : finest;
  solid.meshes = build_hierarchy(solid.surface, SignedDistance(solid.surface), params).levels;
  solid.bind();
  return solid;
}

// Bent, twisted and shaken, now and then so that elements are turned inside out; then turned and moved as a whole.
inline std::vector<Vec3> random_deformation(Random& random, std::span<const Vec3> rest) {
  const Box3 box = bounding_box(rest);
  const double size = box.diagonal();
  const double bend = size * std::pow(10, random.uniform(-3, -0.3));
  const double shake = random.below(2) == 0 ? 0 : size * std::pow(10, random.uniform(-4, -1));
  const double squeeze = random.uniform(0.5, 1.2);
  Vec3 wave[3], phase;
  for (Vec3& w : wave) w = (4 / size) * random.in_box({-1, -1, -1}, {1, 1, 1});
  phase = random.in_box({0, 0, 0}, {6, 6, 6});
  const double angle = random.uniform(0, 6);
  const Vec3 at = random.in_box({-3, -3, -3}, {3, 3, 3});
  std::vector<Vec3> x;
  for (Vec3 p : rest) {
    p.x = box.center().x + squeeze * (p.x - box.center().x);
    const Vec3 moved = p +
                       bend * Vec3{std::sin(dot(wave[0], p) + phase.x), std::sin(dot(wave[1], p) + phase.y),
                                   std::sin(dot(wave[2], p) + phase.z)} +
                       shake * random.in_box({-1, -1, -1}, {1, 1, 1});
    x.push_back(at + Vec3{std::cos(angle) * moved.x - std::sin(angle) * moved.y,
                          std::sin(angle) * moved.x + std::cos(angle) * moved.y, moved.z});
  }
  return x;
}

// A front that is valid: random vertices ask for a level, and what holds them is active.
inline SurfaceFront random_front(Random& random, const Governors& governors, Index vertices) {
  const int levels = governors.level_count();
  SurfaceFront front = full_front(governors, levels - 1);
  const int most = 1 + static_cast<int>(random.below(40));
  for (int i = 0; i < most; ++i)
    front[governors.place(static_cast<Index>(random.below(vertices)), static_cast<int>(random.below(levels)))
              .simplex] = 1;
  return front;
}

}  // namespace sinew::test
