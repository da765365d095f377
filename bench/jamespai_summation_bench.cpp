#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/benches.h"
#include "bench/greens_case.h"
#include "bench/greens_clusters.h"
#include "bench/shortest_time.h"
#include "greens/wavelets/compress.h"
#include "greens/wavelets/compression_error.h"
#include "greens/wavelets/summation_cost.h"

namespace sinew {

namespace {

constexpr int kContacts = 12, kPlaces = 8;
constexpr double kEpsilons[] = {0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.20, 0.30};

// One summation for each of some places in turn; us.
double sum_us(const Responses& responses, std::span<const GreensPlace> places) {
  std::vector<Vec3> forces, u(static_cast<std::size_t>(responses.count()));
  for (int k = 0; k < kContacts; ++k) forces.push_back({std::cos(k), std::sin(k), 1});
  return 1e3 *
         shortest_cpu_ms(40,
                         [&] {
                           for (const GreensPlace& place : places) responses.sum(place.vertices, forces, u);
                         }) /
         static_cast<double>(places.size());
}

// Blocks that a summation adds up, the mean over the places.
double blocks_of(const CompressedResponses& responses, std::span<const GreensPlace> places) {
  const ColumnView& columns = responses.columns(responses.finest());
  double blocks = 0;
  for (const GreensPlace& place : places)
    for (const Index v : place.vertices)
      blocks += static_cast<double>(columns.offsets[v + 1] - columns.offsets[v]);
  return blocks / static_cast<double>(places.size());
}

struct Line {
  double offset, slope, r_squared;
};

Line fit(std::span<const double> x, std::span<const double> y) {
  const auto n = static_cast<double>(x.size());
  double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mx += x[i] / n, my += y[i] / n;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx), xy += (x[i] - mx) * (y[i] - my), yy += (y[i] - my) * (y[i] - my);
  }
  return {my - xy / xx * mx, xy / xx, xy * xy / (xx * yy)};
}

void measure_one(const CompressedResponses& compressed, const GreensCase& body,
                 std::span<const GreensPlace> places, double dense_us, BenchRow& row) {
  const double blocks = blocks_of(compressed, places), us = sum_us(compressed, places);
  const CompressionError error = compression_error(body.source(), compressed, compressed.finest());
  const SummationCost cost = summation_cost(compressed, kContacts, 0);
  row.add("compression", compression_factor(compressed, compressed.finest()));
  row.add("blocks_summed", blocks);
  row.add("us", us);
  row.add("dense_us", dense_us);
  row.add("times_faster", dense_us / us);
  row.add("rms", error.rms);
  row.add("max", error.max);
  row.add("flops_columns", cost.columns);
  row.add("flops_inverse", cost.inverse);
  row.add("flops_global", cost.global);
  row.add("flops", cost.total());
  row.add("dense_flops", dense_summation_cost(compressed.count(), kContacts, 0));
}

void run(BenchContext& context) {
  const GreensCase body("rabbit4");
  const std::vector<GreensPlace> places = random_places(body.problem, kPlaces, kContacts, 1);
  const double dense_us = sum_us(*body.dense, places);
  const auto measure = [&](double epsilon, Index rank, const std::string& name) {
    Compression compression;
    compression.columns = {.epsilon = epsilon, .rank = rank};
    const auto compressed = compress(body.source(), body.problem, compression);
    measure_one(*compressed, body, places, dense_us, context.add_row(name));
  };
  std::vector<double> blocks, us;
  for (const double epsilon : kEpsilons) {
    measure(epsilon, 0, fmt::format("epsilon-{:.2f}", epsilon));
    blocks.push_back(std::get<double>(context.rows().back().entries[1].value));
    us.push_back(std::get<double>(context.rows().back().entries[2].value));
  }
  measure(0.05, 24, "default");
  const Line line = fit(blocks, us);
  BenchRow& row = context.add_row("fit");
  row.add("contacts", kContacts);
  row.add("r_squared", line.r_squared);
  row.add("ns_per_block", 1e3 * line.slope);
  row.add("us_without_blocks", line.offset);  // the inverse transform, and what a call takes
}

}  // namespace

Bench jamespai_summation_bench() {
  Bench bench;
  bench.name = "jamespai-summation";
  bench.description =
      "sums of twelve compressed columns on rabbit4: CPU time against the blocks kept, and the error";
  bench.cases = {"fit"};
  bench.run = [](BenchContext& context) {
    if (context.wants("fit")) run(context);
  };
  return bench;
}

}  // namespace sinew
