#pragma once

#include <array>
#include <memory>
#include <string>

#include "contact/contact_bodies.h"
#include "greens/responses/dense_responses.h"
#include "greens/responses/known_responses.h"
#include "linalg/direct_solver.h"
#include "linalg/schur_complement.h"
#include "sinew/greens/greens_body.h"
#include "sinew/meshing/tetrahedra.h"
#include "sinew/model/region.h"
#include "sinew/rigid/rigid_body.h"
#include "sinew/world/world.h"
#include "tet/elastic_assembly.h"

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

// Of linear tetrahedra, whose nodes at a height of 0 are held: the surface's rows and columns of K^-1.
inline std::shared_ptr<const KnownResponses> responses_of_linear_elements(const VolumeMesh& mesh,
                                                                          const Material& material) {
  const std::vector<Index> low = nodes_below(mesh.positions, 1e-9);
  std::vector<char> is_held(mesh.positions.size());
  for (const Index v : low) is_held[v] = 1;
  const ElasticRest rest = make_elastic_rest(mesh, {&material, 1}, low);
  const std::vector<Index>& number = rest.order.new_of_old;
  BlockMatrix<double> K(rest.pattern);
  assemble<double>(rest, stiffness_elements<double>(rest), mass_matrix(rest), {1, 0}, HeldColumns::kDrop, K);

  auto known = std::make_shared<KnownResponses>();
  known->problem.surface = boundary_surface(mesh);
  known->problem.material = material;
  std::vector<Index> kept, vertex(mesh.positions.size(), -1);
  for (const Triangle& t : known->problem.surface.triangles)
    for (const Index v : t) vertex[v] = 0;
  Index next = 0;
  std::vector<Vec3> positions;
  for (Index v = 0; v < mesh.node_count(); ++v) {
    if (vertex[v] < 0) continue;
    vertex[v] = next++;
    positions.push_back(mesh.positions[v]);
    known->problem.held.push_back(is_held[v]);
    if (is_held[v] == 0) kept.push_back(number[v]);
  }
  for (Triangle& t : known->problem.surface.triangles)
    for (Index& v : t) v = vertex[v];
  known->problem.surface.positions = std::move(positions);
  known->problem.levels.count = {next};
  known->G = std::make_shared<DenseResponses>(responses(K, kept, rest.held));

  // The weight, of lumped masses, by one solve for each axis.
  const std::vector<double> masses = nodal_masses(rest);
  DirectSolver solver;
  solver.factor(K, rest.held);
  BlockVector<double> load(mesh.positions.size()), u(mesh.positions.size());
  for (int axis = 0; axis < 3; ++axis) {
    for (std::size_t v = 0; v < load.size(); ++v) {
      Vec3 f;
      f[axis] = rest.held[v] != 0 ? 0 : masses[v];
      load[v] = to_block(f);
    }
    solver.solve<double>(load, u);
    for (const Index v : kept) known->weight.insert(known->weight.end(), {u[v].x, u[v].y, u[v].z});
    for (std::size_t v = 0; v < u.size(); ++v)
      for (int row = 0; row < 3; ++row) known->weight_on_mass(row, axis) += masses[v] * to_vec3(u[v])[row];
  }
  return known;
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
