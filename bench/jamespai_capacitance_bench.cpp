#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/random.h"
#include "base/timer.h"
#include "bench/benches.h"
#include "bench/greens_models.h"
#include "bench/machine.h"
#include "greens/responses/dense_responses.h"
#include "greens/solver/contact_patch.h"
#include "greens/solver/global_solution.h"
#include "greens/solver/hierarchical_constraints.h"
#include "greens/solver/patch_constraints.h"
#include "greens/solver/spread_responses.h"
#include "greens/sources/finite_element_source.h"
#include "greens/wavelets/compress.h"
#include "linalg/direct_solver.h"

namespace sinew {

namespace {

// The rabbit with all of G, uncompressed, and its finite elements.
struct ExactRabbit {
  ReferenceProblem problem = greens_model("rabbit4");
  FiniteElementSource source{problem};
  DenseResponses responses{source.dense()};
  std::vector<Index> free = free_vertices(problem);

  const Vec3& place(Index v) const { return problem.surface.positions[free[v]]; }
  Index count() const { return responses.count(); }
  // Outward.
  Vec3 normal(Index v) const {
    Vec3 sum;
    for (Index t = 0; t < problem.surface.triangle_count(); ++t)
      if (std::ranges::count(problem.surface.triangles[t], free[v])) sum += problem.surface.area_vector(t);
    return normalized(sum);
  }
  // The s free vertices that are nearest to one of them, itself first.
  std::vector<Index> cluster(Index centre, std::size_t s) const {
    std::vector<Index> order(free.size());
    std::iota(order.begin(), order.end(), 0);
    const auto near = [&](Index a, Index b) {
      return squared_norm(place(a) - place(centre)) < squared_norm(place(b) - place(centre));
    };
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(s), order.end(), near);
    order.resize(s);
    return order;
  }
  // Where the rabbit is poked: the middle of its side.
  Index belly() const {
    const Box3 box = bounding_box(problem.surface);
    const Vec3 side = {box.center().x, box.lower.y + 0.4 * box.size().y, box.upper.z};
    Index best = 0;
    for (Index v = 1; v < count(); ++v)
      if (distance(place(v), side) < distance(place(best), side)) best = v;
    return best;
  }
};

// K u = 0 with the displacements of these vertices given, beside those held: factored again.
std::vector<Vec3> full_solve(const ExactRabbit& rabbit, std::span<const Index> vertices,
                             std::span<const Vec3> w) {
  const FiniteElements& body = rabbit.source.elements();
  std::vector<char> held(body.held);
  BlockVector<double> u(held.size()), r(held.size());
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    const Index row = body.free_rows[vertices[k]];
    held[row] = 1, u[row] = to_block(w[k]);
  }
  multiply<double>(*body.K, u, r);
  for (std::size_t row = 0; row < r.size(); ++row)
    r[row] = held[row] ? Block3<double>{} : to_block(-to_vec3(r[row]));
  DirectSolver solver;
  solver.factor(*body.K, held);
  solver.solve<double>(r, r);
  std::vector<Vec3> at_free;
  for (const Index row : body.free_rows) at_free.push_back(to_vec3(r[row]) + to_vec3(u[row]));
  return at_free;
}

double largest(std::span<const Vec3> values) {
  double most = 0;
  for (const Vec3& v : values) most = std::max(most, norm(v));
  return most;
}

// Random vertices with random displacements, by the capacitance matrix and by the full solve.
double error_of_random_set(const ExactRabbit& rabbit, Random& random, Index s) {
  ConstraintSet constraints(rabbit.responses, s, s);
  std::vector<Index> vertices;
  std::vector<Vec3> w;
  while (static_cast<Index>(vertices.size()) < s) {
    const auto v = static_cast<Index>(random.below(static_cast<std::uint32_t>(rabbit.count())));
    if (std::ranges::count(vertices, v)) continue;
    vertices.push_back(v), w.push_back(random.in_box({-1, -1, -1}, {1, 1, 1}));
    constraints.add({.point = at_vertex(v), .value = w.back()});
  }
  GlobalSolution global(rabbit.responses);
  std::vector<Vec3> u(static_cast<std::size_t>(rabbit.count()));
  global.solve(constraints, {});
  global.displacements(constraints, {}, u);
  const std::vector<Vec3> exact = full_solve(rabbit, vertices, w);
  double error = 0;
  for (std::size_t i = 0; i < u.size(); ++i) error = std::max(error, distance(u[i], exact[i]));
  return error / largest(exact);
}

// |C C^-1 - 1| after 1,000 additions and removals of vertices among 80 neighbours, 5 to 40 of them at a time.
double drift_after_changes(const ExactRabbit& rabbit, Random& random) {
  PointCompliance compliance(rabbit.responses, 80, 80);
  for (const Index v : rabbit.cluster(rabbit.belly(), 80)) compliance.add(at_vertex(v), Mat3::identity());
  CapacitanceMatrix matrix(120, 240);
  for (int changes = 0; changes < 1000;) {
    const auto p = static_cast<Index>(random.below(80));
    const std::array<Index, 3> rows = {3 * p, 3 * p + 1, 3 * p + 2};
    const bool in = matrix.position(3 * p) >= 0;
    if (in ? matrix.size() <= 15 : matrix.size() >= 120) continue;
    if (in)
      matrix.remove(compliance.C(), rows);
    else
      matrix.add(compliance.C(), rows);
    ++changes;
  }
  return matrix.drift(compliance.C());
}

// Forces of all constraint levels of the rabbit.
struct Levels {
  FreeDomain domain;
  HierarchicalForces forces;
  SpreadResponses responses;

  explicit Levels(const ExactRabbit& rabbit)
      : domain(free_domain(rabbit.problem)),
        forces(domain, free_areas(rabbit)),
        responses(rabbit.responses, forces) {}
  static std::vector<double> free_areas(const ExactRabbit& rabbit) {
    const std::vector<double> areas = vertex_areas(rabbit.problem.surface);
    std::vector<double> free;
    for (const Index v : rabbit.free) free.push_back(areas[v]);
    return free;
  }
};

// Errors of the total force one level coarser.
struct HierarchicalError {
  double ritz = 0, collocated = 0;
  Index coarse = 0;  // vertices in the patch
};

// A ball presses s vertices in along the normal of the one in the middle [Hertz]: 1 - r^2 / 2 of the depth.
HierarchicalError hierarchical_error(const ExactRabbit& rabbit, const Levels& levels, Index centre,
                                     std::size_t s) {
  const std::vector<Index> patch = rabbit.cluster(centre, s);
  const Vec3 n = rabbit.normal(centre);
  const double radius = distance(rabbit.place(patch.back()), rabbit.place(centre));
  const Index finer = levels.domain.levels(), coarser = finer - 1;
  std::vector<Vec3> w, coarse_w;
  std::vector<ConstraintPlace> coarse;
  for (const Index v : patch) {
    const double r = distance(rabbit.place(v), rabbit.place(centre)) / radius;
    w.push_back(-(1 - 0.5 * r * r) * n);
    if (v < levels.domain.count(coarser)) coarse.push_back({coarser, v}), coarse_w.push_back(w.back());
  }
  PatchConstraints constraints(rabbit.responses, levels.forces, static_cast<Index>(s));
  constraints.solve(finer, patch, w);
  const Vec3 exact = constraints.total_force();
  HierarchicalError error{.coarse = static_cast<Index>(coarse.size())};
  if (coarse.empty()) return error;
  constraints.solve(coarser, patch, w);
  error.ritz = distance(constraints.total_force(), exact) / norm(exact);
  HierarchicalConstraints at_vertices(levels.responses, levels.domain.counts, error.coarse);
  at_vertices.solve(coarse, coarse_w);
  error.collocated = distance(at_vertices.total_force(), exact) / norm(exact);
  return error;
}

double share_of(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

// On the belly, and at 40 random places, ears and feet among them.
void measure_hierarchical(const ExactRabbit& rabbit, BenchRow& row) {
  const Levels levels(rabbit);
  double worst = 0;
  for (const std::size_t s : {12, 30, 60}) {
    const HierarchicalError error = hierarchical_error(rabbit, levels, rabbit.belly(), s);
    const std::string suffix = "_" + std::to_string(s);
    row.add("coarse_vertices" + suffix, error.coarse);
    row.add("force_error" + suffix, error.ritz);
    row.add("collocated_force_error" + suffix, error.collocated);
    if (error.coarse >= 3) worst = std::max(worst, error.ritz);
  }
  row.add("hierarchical_force_error", worst);
  Random random(1);
  std::vector<double> ritz, collocated;
  while (ritz.size() < 40) {
    const auto centre = static_cast<Index>(random.below(static_cast<std::uint32_t>(rabbit.count())));
    const HierarchicalError error = hierarchical_error(rabbit, levels, centre, 30);
    if (error.coarse >= 3) ritz.push_back(error.ritz), collocated.push_back(error.collocated);
  }
  for (const auto& [name, share] : {std::pair{"median", 0.5}, {"p90", 0.9}, {"worst", 1.0}}) {
    row.add(std::string("force_error_40_places_") + name, share_of(ritz, share));
    row.add(std::string("collocated_40_places_") + name, share_of(collocated, share));
  }
}

void measure_against_direct(const ExactRabbit& rabbit, BenchRow& row) {
  Random random(1);
  double error = 0;
  std::string sets;
  for (Index s : {1, 12, 30, 60, 0, 0}) {
    if (s == 0) s = 1 + static_cast<Index>(random.below(60));
    error = std::max(error, error_of_random_set(rabbit, random, s));
    sets += (sets.empty() ? "" : " ") + std::to_string(s);
  }
  row.add("vertices", rabbit.count());
  row.add("unknowns", 3 * rabbit.source.elements().rows());
  row.add("sets", sets.c_str());
  row.add("dense_error", error);
  row.add("drift_1000", drift_after_changes(rabbit, random));
  measure_hierarchical(rabbit, row);
}

// Microseconds: the shortest of many runs, each after its own preparation.
template <typename Prepare, typename F>
double shortest_us(int runs, Prepare&& prepare, F&& f) {
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    prepare();
    const Timer timer;
    f();
    least = std::min(least, 1e6 * timer.seconds());
  }
  return least;
}

// From nothing: blocks of s vertices among each other, extracted for one cluster and then for another.
double gather_us(const Responses& responses, std::span<const Index> first, std::span<const Index> second) {
  const auto s = static_cast<Index>(first.size());
  PointCompliance compliance(responses, s, s);
  const auto fill = [&](std::span<const Index> vertices) {
    for (const Index v : vertices) compliance.add(at_vertex(v), Mat3::identity());
  };
  const auto clear = [&] {
    for (Index p = 0; p < s; ++p) compliance.remove(p);
  };
  fill(second);
  return shortest_us(
      20, [&] { clear(), fill(second), clear(); }, [&] { fill(first); });
}

// Contact without friction of s points, from nothing and after the gaps have changed by 1%.
void measure_contact(const ExactRabbit& rabbit, std::span<const Index> cluster, BenchRow& row) {
  const auto s = static_cast<Index>(cluster.size());
  ContactPatch patch(rabbit.responses, s, s);
  const Vec3 n = -rabbit.normal(cluster[0]);
  const Vec3 t = normalized(cross(n, std::abs(n.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
  const double radius = distance(rabbit.place(cluster.back()), rabbit.place(cluster[0])) + 1e-12;
  for (const Index v : cluster) patch.add(at_vertex(v), {{n, t, cross(n, t)}}, {});
  const auto press = [&](double depth) {
    for (Index p = 0; p < s; ++p) {
      const double r = distance(rabbit.place(cluster[p]), rabbit.place(cluster[0])) / radius;
      patch.set(p, {-depth * (1 - r * r), {}, 0});
    }
  };
  ContactReport cold, warm;
  row.add("contact_cold_us",
          shortest_us(
              50, [&] { press(-1), patch.solve(), press(1); }, [&] { cold = patch.solve(); }));
  row.add("contact_changes", cold.changes);
  row.add("contact_warm_us",
          shortest_us(
              50, [&] { press(1), patch.solve(), press(1.01); }, [&] { warm = patch.solve(); }));
  row.add("contact_warm_changes", warm.changes);
}

void measure_times(const ExactRabbit& rabbit, const CompressedResponses& compressed, std::size_t s,
                   BenchRow& row) {
  const std::vector<Index> all = rabbit.cluster(rabbit.belly(), 2 * s);
  const std::span<const Index> cluster(all.data(), s), other(all.data() + s, s);
  row.add("gather_us", gather_us(rabbit.responses, cluster, other));
  row.add("gather_compressed_us", gather_us(compressed, cluster, other));

  PointCompliance compliance(rabbit.responses, Index(s), Index(s));
  CapacitanceMatrix matrix(Index(3 * s), Index(3 * s));
  for (const Index v : cluster) compliance.add(at_vertex(v), Mat3::identity());
  const SymmetricView C = compliance.C();
  const auto rows = [](std::size_t p) {
    const auto r = 3 * static_cast<Index>(p);
    return std::array<Index, 3>{r, r + 1, r + 2};
  };
  for (std::size_t p = 0; p < s; ++p) matrix.add(C, rows(p));
  row.add("factor_us", shortest_us(
                           50, [] {}, [&] { matrix.refactor(C); }));
  row.add("add_us", shortest_us(
                        200, [&] { matrix.remove(C, rows(0)); }, [&] { matrix.add(C, rows(0)); }));
  row.add("remove_us", shortest_us(
                           200,
                           [&] {
                             if (matrix.position(0) < 0) matrix.add(C, rows(0));
                           },
                           [&] { matrix.remove(C, rows(0)); }));
  matrix.refactor(C);
  if (matrix.position(0) < 0) matrix.add(C, rows(0));
  std::vector<double> w(3 * s, 1.0), x(3 * s);
  row.add("solve_us", shortest_us(
                          200, [] {}, [&] { matrix.solve(w, x); }));

  std::vector<Vec3> forces(s, {1, 2, 3}), u(static_cast<std::size_t>(rabbit.count()));
  row.add("sum_us", shortest_us(
                        50, [] {}, [&] { rabbit.responses.sum(cluster, forces, u); }));
  row.add("sum_compressed_us", shortest_us(
                                   50, [] {}, [&] { compressed.sum(cluster, forces, u); }));
  measure_contact(rabbit, cluster, row);
}

// What a precomputed dense inverse keeps (SOFA's PrecomputedConstraintCorrection), and what compressed columns do.
void add_sizes(const ExactRabbit& rabbit, const CompressedResponses& compressed, BenchRow& row) {
  const double dense = 9.0 * rabbit.count() * rabbit.count();
  const ColumnView& columns = compressed.columns(compressed.finest());
  row.add("dense_inverse_mb", 1e-6 * sizeof(double) * dense);
  row.add("compressed_mb",
          1e-6 * static_cast<double>(columns.blocks.size_bytes() + columns.vertices.size_bytes() +
                                     columns.shares.size_bytes() + compressed.global().F.size_bytes()));
}

}  // namespace

Bench jamespai_capacitance_bench() {
  Bench bench;
  bench.name = "jamespai-capacitance";
  bench.description =
      "capacitance matrices: errors against full solves, and the time of each step by constraints";
  bench.cases = {"against-direct", "s-1", "s-12", "s-30", "s-60"};
  bench.run = [](BenchContext& context) {
    const ExactRabbit rabbit;
    if (context.wants("against-direct")) measure_against_direct(rabbit, context.add_row("against-direct"));
    std::unique_ptr<CompressedResponses> compressed;
    for (const std::size_t s : {1, 12, 30, 60}) {
      const std::string name = "s-" + std::to_string(s);
      if (!context.wants(name)) continue;
      if (!compressed) compressed = compress(rabbit.responses, rabbit.problem, {});
      BenchRow& row = context.add_row(name);
      measure_times(rabbit, *compressed, s, row);
      add_sizes(rabbit, *compressed, row);
    }
  };
  return bench;
}

}  // namespace sinew
