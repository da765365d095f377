#include <fmt/format.h>

#include <algorithm>

#include "bench/benches.h"
#include "bench/georgii_system.h"
#include "stepping/step_scheme.h"
#include "tet/elastic_assembly.h"

namespace sinew {

namespace {

constexpr std::array<double, 9> kModuli{1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11};
// The figure's line is level from here on. Softer bodies are mostly mass: CG is faster on them, a cycle is not.
constexpr double kSoftestOfFit = 1e5;

// [Georgii05, fig. 3]: 3,072 elements of increasing stiffness. The fit leaves out the two softest.
void measure_moduli(BenchContext& context) {
  int fewest = 1000, most = 0;
  for (const double young : kModuli) {
    BenchRow& row = context.add_row(fmt::format("E-{:.0e}", young));
    TetBodyModel model = georgii_bridge(3);
    model.materials = {Material{young, 0.3, 1000}};
    GeorgiiSystem system(model, kGeorgiiStep);
    const GeorgiiSystem::Solved multigrid = system.by_multigrid(), cg = system.by_conjugate_gradients();
    row.add("mg_cycles", multigrid.iterations);
    row.add("mg_ms", 1e3 * multigrid.seconds);
    row.add("cg_iterations", cg.iterations);
    row.add("cg_ms", 1e3 * cg.seconds);
    if (young < kSoftestOfFit) continue;
    fewest = std::min(fewest, multigrid.iterations);
    most = std::max(most, multigrid.iterations);
  }
  BenchRow& row = context.add_row("fit");
  row.add("mg_cycles_min", fewest);
  row.add("mg_cycles_max", most);
}

// 4^3 blocks of alternating moduli 1e3 and 1e11. In double precision: beside 1e11, single precision loses
// everything softer than 1e4 to rounding.
void measure_heterogeneous(BenchRow& row) {
  constexpr Index kBlocks = 4;
  const TetBodyModel model = georgii_bridge(4);
  const VolumeMesh& mesh = model.levels[0];
  std::vector<Material> materials;
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t) {
    const auto corners = mesh.corners(t);
    const Vec3 c = (corners[0] + corners[1] + corners[2] + corners[3]) / 4 * double(kBlocks);
    const bool stiff = (static_cast<int>(c.x) + static_cast<int>(c.y) + static_cast<int>(c.z)) % 2 == 0;
    materials.push_back({stiff ? 1e11 : 1e3, 0.3, 1000});
  }
  const ElasticRest rest = make_elastic_rest(mesh, materials, model.holds[0].nodes);
  const StepScheme scheme = step_scheme(Integrator::kNewmark, georgii_params().damping, kGeorgiiStep);
  BlockMatrix<double> A(rest.pattern);
  assemble<double>(rest, stiffness_elements<double>(rest), mass_matrix(rest), {scheme.stiffness, scheme.mass},
                   HeldColumns::kDrop, A);
  const auto multigrid =
      make_multigrid<double>(rest, transfers_between(rest, std::span(model.levels).subspan(1)));
  multigrid->set_matrix(A);
  const auto masses = nodal_masses(rest);
  BlockVector<double> b(masses.size()), x(masses.size()), r(masses.size());
  for (std::size_t i = 0; i < b.size(); ++i)
    if (rest.held[i] == 0) b[i].y = -9.81 * scheme.load * masses[i];
  CycleParams cycle;
  cycle.symmetric = true;
  ConjugateGradientWork<double> work;
  Multigrid<double>::Work cycle_work = multigrid->make_work();
  const SolveReport report = conjugate_gradient<double>(
      A, std::span<const Block3<double>>(b), std::span(x),
      [&](std::span<const Block3<double>> in, std::span<Block3<double>> out) {
        multigrid->v_cycle(in, out, cycle, cycle_work);
      },
      {1e-4, 500}, work);
  residual<double>(A, b, x, r);
  row.add("elements", mesh.tetrahedron_count());
  row.add("cycles", report.iterations);
  row.add("residual", norm<double>(r) / norm<double>(b));
}

}  // namespace

Bench georgii_stiffness_bench() {
  Bench bench;
  bench.name = "georgii-stiffness";
  bench.description = "cycles to a relative error of 1e-4 over the stiffness of a body [Georgii05, fig. 3]";
  bench.cases = {"fit", "heterogeneous-1e3-1e11"};
  bench.run = [](BenchContext& context) {
    if (context.wants("fit")) measure_moduli(context);
    if (context.wants("heterogeneous-1e3-1e11"))
      measure_heterogeneous(context.add_row("heterogeneous-1e3-1e11"));
  };
  return bench;
}

}  // namespace sinew
