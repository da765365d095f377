// Water as a force of your own: rafts of foam are put onto it and float as Archimedes says, with the share of
// their height below the surface that their density is of the density of water.
#include <algorithm>
#include <cstdio>
#include <memory>

#include <sinew/meshing/tetrahedra.h>
#include <sinew/tet/tet_body.h>
#include <sinew/world/world.h>

using namespace sinew;

constexpr double kWater = 1000, kG = 9.81;     // kg/m^3, m/s^2
constexpr double kWidth = 0.4, kHeight = 0.1;  // of a raft, m
constexpr double kDrag = 10000;                // N s/m for each cubic metre below the surface

// The volume that belongs to each node: a quarter of each tetrahedron around it, m^3.
std::vector<double> node_volumes(const VolumeMesh& mesh) {
  std::vector<double> volumes(mesh.positions.size());
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
    for (const Index node : mesh.tetrahedra[t]) volumes[node] += tetrahedron_volume(mesh, t) / 4;
  return volumes;
}

// The surface of the water is y = 0. The volume of a node is spread over a height h around it.
CustomForce water(std::vector<double> volumes, double h) {
  return {.name = "water",
          .add = [volumes = std::move(volumes), h](double, std::span<const Vec3> x, std::span<const Vec3> v,
                                                   std::span<Vec3> force) {
            // The force is taken at the start of a step and stays constant in it. Each node is added to, not
            // set.
            for (std::size_t i = 0; i < x.size(); ++i) {
              const double below = volumes[i] * std::clamp(0.5 - x[i].y / h, 0.0, 1.0);
              force[i] += below * (Vec3{0, kWater * kG, 0} - kDrag * v[i]);
            }
          }};
}

int main() {
  std::printf("                how deep its lower side is, in parts of its height\n");
  std::printf("density        at 0.2 s    at 0.5 s      at 2 s    Archimedes\n");
  for (const double density : {200.0, 500.0, 800.0}) {
    TetBodyModel raft;
    raft.levels = nested_levels(box_mesh({kWidth, kHeight, kWidth}, {4, 2, 4}), 1);
    raft.materials = {{.young = 1e6, .poisson = 0.3, .density = density}};
    raft.forces = {Gravity{{0, -kG, 0}}, water(node_volumes(raft.levels[0]), kHeight / 4)};

    World world;
    world.add(std::make_unique<TetBody>("raft", raft, ElasticParams{}));
    std::printf("%.0f kg/m^3  ", density);
    for (const double time : {0.2, 0.5, 2.0}) {
      while (world.time() < time - 1e-9) world.step(0.01);
      Vec3 centre;
      const std::vector<Vec3>& nodes = world.frame().bodies[0].positions;
      for (const Vec3& p : nodes) centre += p / static_cast<double>(nodes.size());
      std::printf("  %8.1f %%", 100 * (0.5 - centre.y / kHeight));
    }
    std::printf("    %8.1f %%\n", 100 * density / kWater);
  }
}
