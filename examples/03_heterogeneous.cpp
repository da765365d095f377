// Two materials in one bar: how stiff is the whole? The bar is stretched by 1 mm, and its elastic energy
// gives the Young's modulus of a uniform bar that would resist as much. With shares p and 1 - p of the two,
// every arrangement lies between layers across the pull (they are stretched one after the other) and layers
// along it (side by side):
//   1 / (p / E1 + (1 - p) / E2)  <=  E  <=  p E1 + (1 - p) E2
#include <cstdio>
#include <memory>

#include <sinew/meshing/tetrahedra.h>
#include <sinew/model/material_map.h>
#include <sinew/tet/tet_body.h>
#include <sinew/world/world.h>

using namespace sinew;

// Poisson's ratio is 0, so that a bar in tension gets no thinner and the formulas are exact for layers.
const Material kSoft{.young = 1e5, .poisson = 0, .density = 1000};
const Material kStiff{.young = 1e6, .poisson = 0, .density = 1000};
constexpr double kLength = 0.4, kThickness = 0.1, kStretch = 1e-3;  // m

struct Result {
  double share;  // of the stiff material
  double young;  // of the whole, Pa
};

Result stretched(const Region& stiff) {
  TetBodyModel bar;
  bar.levels = nested_levels(box_mesh({kLength, kThickness, kThickness}, {8, 2, 2}), 2);
  const VolumeMesh& mesh = bar.levels[0];

  // One material for each tetrahedron, by where its centre is. Later rules override earlier ones.
  std::vector<Vec3> centres;
  double stiff_volume = 0;
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    const auto [a, b, c, d] = mesh.corners(t);
    centres.push_back((a + b + c + d) / 4);
    if (contains(stiff, centres.back())) stiff_volume += tetrahedron_volume(mesh, t);
  }
  bar.materials = element_materials({.base = kSoft, .rules = {RegionMaterial{stiff, kStiff}}}, centres, {});

  // One end stays, the other moves by 1 mm within a second.
  const Region left{HalfSpaceRegion{{0, 0, 0}, {-1, 0, 0}}},
      right{HalfSpaceRegion{{kLength, 0, 0}, {1, 0, 0}}};
  bar.holds = {{points_in(left, mesh.positions), Motion{}},
               {points_in(right, mesh.positions), Motion{.velocity = {kStretch, 0, 0}}}};
  bar.forces = {};

  World world;
  world.add(std::make_unique<TetBody>(
      "bar", bar, ElasticParams{.strain = Strain::kCauchy, .integrator = Integrator::kStatic}));
  world.step(1, {.energies = true});
  const double energy = world.frame().bodies[0].energies.elastic;  // J; E A s^2 / (2 L) in a uniform bar
  return {stiff_volume / total_volume(mesh),
          2 * energy * kLength / (kThickness * kThickness * kStretch * kStretch)};
}

int main() {
  const struct {
    const char* name;
    Region stiff;
  } bars[] = {{"none of it", {SphereRegion{{0, 0, 0}, 0}}},
              {"one half, across", {HalfSpaceRegion{{kLength / 2, 0, 0}, {1, 0, 0}}}},
              {"one half, along", {HalfSpaceRegion{{0, kThickness / 2, 0}, {0, 1, 0}}}},
              {"a ball inside", {SphereRegion{{kLength / 2, kThickness / 2, kThickness / 2}, 0.045}}},
              {"all of it", {WholeSpace{}}}};
  std::printf("the stiff part      share    layers across   measured   layers along\n");
  for (const auto& [name, stiff] : bars) {
    const auto [p, young] = stretched(stiff);
    const double across = 1 / (p / kStiff.young + (1 - p) / kSoft.young);
    const double along = p * kStiff.young + (1 - p) * kSoft.young;
    std::printf("%-18s %5.1f %%    %9.1f kPa %6.1f kPa  %9.1f kPa\n", name, 100 * p, across / 1000,
                young / 1000, along / 1000);
  }
}
