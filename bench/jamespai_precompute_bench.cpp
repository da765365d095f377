#include <filesystem>

#include "base/random.h"
#include "base/timer.h"
#include "bench/benches.h"
#include "bench/greens_models.h"
#include "bench/machine.h"
#include "greens/precompute.h"
#include "greens/responses/dense_responses.h"
#include "greens/sources/finite_element_source.h"

namespace sinew {

namespace {

struct TableRow {
  const char *name, *paper_precompute, *paper_sim;  // [JamesPai03, table II]
};

constexpr TableRow kRows[] = {
    {"rabbit2", "1.8 min", "0.07"}, {"rabbit3", "40 min", "0.33"}, {"rabbit4", "9 hours", "1.3"}};

// CPU milliseconds of the displacements of all free vertices under one force.
double answer_ms(const Responses& G) {
  constexpr int kAnswers = 400, kRuns = 5;
  Random random(1);
  std::vector<Vec3> u(static_cast<std::size_t>(G.count()));
  double least = 1e9;
  for (int run = 0; run < kRuns; ++run) {
    const double before = cpu_seconds();
    for (int k = 0; k < kAnswers; ++k) {
      const auto vertex = static_cast<Index>(random.below(static_cast<std::uint32_t>(G.count())));
      const Vec3 force = random.in_box({-1, -1, -1}, {1, 1, 1});
      G.sum({&vertex, 1}, {&force, 1}, u);
    }
    least = std::min(least, 1e3 * (cpu_seconds() - before) / kAnswers);
  }
  return least;
}

// A file that is removed when the row is done.
struct ScratchFile {
  std::filesystem::path path = std::filesystem::temp_directory_path() / "sinew_bench.greens";
  ~ScratchFile() { std::filesystem::remove(path); }
};

void add_precompute(BenchRow& row, const ReferenceProblem& problem, const PrecomputeParams& params,
                    const char* paper, const ScratchFile& file) {
  const Timer timer;
  const double cpu_before = cpu_seconds();
  const PrecomputeReport report = precompute(problem, params, file.path);
  row.add("vertices", problem.surface.positions.size());
  row.add("free_vertices", report.columns / 3);
  row.add("columns", report.columns);
  row.add("precompute_s", timer.seconds(), paper);
  row.add("precompute_cpu_s", cpu_seconds() - cpu_before);
  row.add("peak_rss_mb", peak_rss_mb());
  row.add("compression", report.compression);
  row.add("rms", report.error);
  row.add("max", report.worst);
  row.add("file_mb", static_cast<double>(report.bytes) / 1e6);
}

// What a precomputed correction keeps that does not compress: the inverse on the same vertices, in doubles.
void add_dense(BenchRow& row, const ReferenceProblem& problem) {
  const FiniteElementSource source(problem);
  const Timer timer;
  const double cpu_before = cpu_seconds();
  const DenseResponses dense(source.dense());
  row.add("unknowns", 3 * source.elements().rows());
  row.add("dense_s", timer.seconds());
  row.add("dense_cpu_s", cpu_seconds() - cpu_before);
  row.add("dense_mb", static_cast<double>(dense.matrix().values.size()) * sizeof(double) / 1e6);
  row.add("dense_sim_ms", answer_ms(dense));
}

void measure(BenchRow& row, const TableRow& of) {
  forget_peak_rss();
  const ReferenceProblem problem = greens_model(of.name);
  const ScratchFile file;
  PrecomputeParams params;
  params.resume = false;
  add_precompute(row, problem, params, of.paper_precompute, file);
  row.add("sim_ms", answer_ms(*read_greens_file(file.path).head.known.G), of.paper_sim);
  add_dense(row, problem);
}

void measure_dragon(BenchRow& row) {
  forget_peak_rss();
  const ReferenceProblem problem = greens_model("dragon3");
  const ScratchFile file;
  PrecomputeParams params;
  params.resume = false;
  params.growth = 4;
  add_precompute(row, problem, params, "123 of 7,953", file);
  row.add("sim_ms", answer_ms(*read_greens_file(file.path).head.known.G));
  // Not made: it would need this memory, and as much again while it is inverted.
  const double unknowns = 3.0 * static_cast<double>(free_vertices(problem).size());
  row.add("dense_mb", unknowns * unknowns * sizeof(double) / 1e6);
}

}  // namespace

Bench jamespai_precompute_bench() {
  Bench bench;
  bench.name = "jamespai-precompute";
  bench.description =
      "[JamesPai03, table II]: the responses of rabbits into a file, and the answer to one force from it "
      "(CPU ms), "
      "beside a dense inverse";
  for (const TableRow& row : kRows) bench.cases.emplace_back(row.name);
  bench.run = [](BenchContext& context) {
    for (const TableRow& row : kRows)
      if (context.wants(row.name)) measure(context.add_row(row.name), row);
  };
  return bench;
}

Bench jamespai_precompute_large_bench() {
  Bench bench;
  bench.name = "jamespai-precompute-large";
  bench.description =
      "all columns of the dragon of [JamesPai03, sec. 10.6], of which the paper computed those of 123 "
      "vertices";
  bench.cases = {"dragon3"};
  bench.run = [](BenchContext& context) {
    if (context.wants("dragon3")) measure_dragon(context.add_row("dragon3"));
  };
  return bench;
}

}  // namespace sinew
