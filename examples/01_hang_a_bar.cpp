// A bar hangs under its own weight, once along its length and once sideways, as a shelf that is fixed at one
// end. Strength of materials has a formula for both; finer meshes come nearer to it.
#include <cstdio>
#include <memory>

#include <sinew/meshing/tetrahedra.h>
#include <sinew/tet/tet_body.h>
#include <sinew/world/world.h>

using namespace sinew;

// All lengths are in metres, masses in kilograms, times in seconds, stiffness in pascals.
constexpr double kLength = 1, kThickness = 0.1, kG = 9.81;
const Material kRubber{.young = 5e7, .poisson = 0.3, .density = 1000};

// The bar along x, in equilibrium under this gravity, and how far the middle of its free end has moved.
Vec3 end_moves(const Vec3& gravity, int refinements) {
  // Meshes from fine to coarse: the first is the body, the others are levels of the multigrid solver.
  TetBodyModel bar;
  bar.levels = nested_levels(box_mesh({kLength, kThickness, kThickness}, {20, 2, 2}), refinements);
  bar.materials = {kRubber};
  bar.forces = {Gravity{.acceleration = gravity}};

  // Hold the nodes where x <= 0, and remember the one in the middle of the other end.
  const std::vector<Vec3>& nodes = bar.levels[0].positions;
  bar.holds = {{points_in({HalfSpaceRegion{{0, 0, 0}, {-1, 0, 0}}}, nodes), Motion{}}};
  const Index end = points_in({SphereRegion{{kLength, kThickness / 2, kThickness / 2}, 1e-6}}, nodes)[0];

  // A static body has no inertia: one step brings it into equilibrium. Linear strain suits small
  // deformations.
  const ElasticParams params{.strain = Strain::kCauchy, .integrator = Integrator::kStatic};
  World world;
  world.add(std::make_unique<TetBody>("bar", bar, params));
  world.step(1);
  return world.frame().bodies[0].positions[end] - nodes[end];
}

int main() {
  const double weight = kRubber.density * kG;  // per volume, N/m^3
  const double stretch = weight * kLength * kLength / (2 * kRubber.young);
  const double sag =
      3 * weight * kLength * kLength * kLength * kLength / (2 * kRubber.young * kThickness * kThickness);

  std::printf("a bar of 1 m x 10 cm x 10 cm    it stretches by    it sags by\n");
  for (const int refinements : {0, 1, 2}) {
    const Vec3 along = end_moves({kG, 0, 0}, refinements), across = end_moves({0, -kG, 0}, refinements);
    std::printf("%5d tetrahedra               %8.4f mm     %8.1f mm\n", 20 * 2 * 2 * 6 << 3 * refinements,
                1000 * along.x, -1000 * across.y);
  }
  std::printf("formula of a thin bar          %8.4f mm     %8.1f mm\n", 1000 * stretch, 1000 * sag);
}
