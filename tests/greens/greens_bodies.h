#pragma once

#include <array>
#include <memory>
#include <string>

#include "contact/contact_bodies.h"
#include "greens/responses/known_responses.h"
#include "sinew/greens/greens_body.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/model/region.h"
#include "sinew/rigid/rigid_body.h"
#include "sinew/world/world.h"

namespace sinew::test {

// A box of this size, its lower face centred at the origin and held.
struct CushionOptions {
  std::string name = "cushion";
  Vec3 size{0.4, 0.1, 0.4};
  std::array<Index, 3> cells{6, 2, 6};
  Material material{.young = 1e5, .poisson = 0.3, .density = 1000};
  Vec3 gravity{0, -9.81, 0};
  Placement placement{};
  Motion motion{};
};

inline VolumeMesh cushion_mesh(const CushionOptions& options) {
  VolumeMesh mesh = box_mesh(options.size, options.cells);
  for (Vec3& p : mesh.positions) p -= Vec3{options.size.x / 2, 0, options.size.z / 2};
  return mesh;
}

inline std::vector<Index> nodes_below(const std::vector<Vec3>& positions, double height) {
  std::vector<Index> nodes;
  for (std::size_t v = 0; v < positions.size(); ++v)
    if (positions[v].y < height) nodes.push_back(static_cast<Index>(v));
  return nodes;
}

inline GreensBodyModel cushion_model(const CushionOptions& options) {
  const VolumeMesh mesh = cushion_mesh(options);
  GreensBodyModel model;
  model.responses = responses_of_elements(mesh, options.material, nodes_below(mesh.positions, 1e-9));
  model.holds = {{nodes_below(surface_of(*model.responses).positions, 1e-9), options.motion}};
  model.forces = {Gravity{options.gravity}};
  model.placement = options.placement;
  return model;
}

inline std::unique_ptr<GreensBody> cushion(const CushionOptions& options) {
  return std::make_unique<GreensBody>(options.name, cushion_model(options));
}

inline GreensBody& added(World& world, std::unique_ptr<GreensBody> body) {
  return static_cast<GreensBody&>(world.add(std::move(body)));
}

// A cube of 1 kg whose lower face is centred at `at`.
inline std::unique_ptr<RigidBody> kilogram(const Vec3& at) {
  RigidBodyModel model;
  model.surface = surface_of(BoxShape{{-0.05, 0, -0.05}, {0.05, 0.1, 0.05}}, 0);
  model.placement.move = at;
  return std::make_unique<RigidBody>("box", std::move(model));
}

inline void steps(World& world, int count) {
  for (int i = 0; i < count; ++i) world.step(kStep, {.energies = true, .forces = true, .reactions = true});
}

}  // namespace sinew::test
