#include "bench/fcl_crossings.h"

#if SINEW_HAS_FCL

#include <fcl/math/bv/utility.h>  // before the model, which uses it without including it

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/AABB.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>

#include <algorithm>
#include <limits>

#include "bench/shortest_time.h"

namespace sinew {

namespace {

// Boxes along the axes are its fastest kind here: oriented ones took 1.7 times as long.
using Model = fcl::BVHModel<fcl::AABB<double>>;

Model model_of(const SurfaceMesh& mesh) {
  std::vector<fcl::Vector3d> points;
  std::vector<fcl::Triangle> triangles;
  for (const Vec3& p : mesh.positions) points.emplace_back(p.x, p.y, p.z);
  for (const auto& [a, b, c] : mesh.triangles)
    triangles.emplace_back(static_cast<std::size_t>(a), static_cast<std::size_t>(b),
                           static_cast<std::size_t>(c));
  Model model;
  model.beginModel();
  model.addSubModel(points, triangles);
  model.endModel();
  return model;
}

}  // namespace

// fcl::collide would copy both models first.
std::optional<FclCrossings> fcl_crossings(const SurfaceMesh& a, const SurfaceMesh& b) {
  Model first = model_of(a), second = model_of(b);
  fcl::Transform3d at_a = fcl::Transform3d::Identity(), at_b = at_a;
  fcl::CollisionRequestd request;
  request.num_max_contacts = std::numeric_limits<std::size_t>::max();
  fcl::CollisionResultd result;
  FclCrossings crossings;
  crossings.milliseconds = shortest_cpu_ms(10, [&] {
    result.clear();
    fcl::detail::MeshCollisionTraversalNode<fcl::AABB<double>> node;
    fcl::detail::initialize(node, first, at_a, second, at_b, request, result);
    fcl::detail::collide<double>(&node);
  });
  for (std::size_t i = 0; i < result.numContacts(); ++i)
    crossings.pairs.push_back(
        {static_cast<Index>(result.getContact(i).b1), static_cast<Index>(result.getContact(i).b2)});
  std::sort(crossings.pairs.begin(), crossings.pairs.end());
  return crossings;
}

}  // namespace sinew

#else

namespace sinew {

std::optional<FclCrossings> fcl_crossings(const SurfaceMesh&, const SurfaceMesh&) { return std::nullopt; }

}  // namespace sinew

#endif
