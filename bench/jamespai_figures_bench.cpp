#include <fmt/format.h>

#include "bench/benches.h"
#include "bench/greens_case.h"
#include "greens/wavelets/compress.h"
#include "greens/wavelets/compression_error.h"

namespace sinew {

namespace {

constexpr double kEpsilons[] = {0.01, 0.05, 0.20};

struct NamedWavelets {
  const char* name;
  WaveletParams params;
};

constexpr NamedWavelets kWavelets[] = {
    {"linear-lifted", {WaveletKind::kLinear, true, WaveletBoundary::kZero}},
    {"linear-unlifted", {WaveletKind::kLinear, false, WaveletBoundary::kZero}},
    {"butterfly-lifted", {WaveletKind::kButterfly, true, WaveletBoundary::kZero}},
    {"butterfly-unlifted", {WaveletKind::kButterfly, false, WaveletBoundary::kZero}}};

// The paper's wavelets: no global term.
Compression plain(double epsilon, const WaveletParams& wavelets = {}, std::vector<Index> levels = {}) {
  Compression compression;
  compression.wavelets = wavelets;
  compression.columns = {.epsilon = epsilon, .rank = 0};
  compression.levels = std::move(levels);
  return compression;
}

void report(const GreensCase& body, const CompressedResponses& compressed, Index level, BenchRow& row) {
  const CompressionError error = compression_error(body.source(), compressed, level);
  row.add("columns", compressed.columns(level).count());
  row.add("blocks", static_cast<long long>(compressed.columns(level).entries()));
  row.add("compression", compression_factor(compressed, level));
  row.add("rms", error.rms);
  row.add("max", error.max);
}

// Which blocks of the hierarchical columns are kept on the small rabbit, as numbers.
void figure_9(BenchContext& context) {
  const GreensCase body("rabbit2");
  const auto compressed = compress(body.source(), body.problem, plain(0.10, {}, {0, 1}));
  const char* paper[] = {"1599", "4444"};  // and 671 on a level that our base of 80 triangles does not have
  for (Index level = compressed->finest(); level >= 0; --level) {
    BenchRow& row = context.add_row(fmt::format("fig-9-level-{}", level));
    report(body, *compressed, level, row);
    row.entries[1].paper = paper[level];
  }
}

// Error against compression, and against the threshold.
void figures_14_15(const GreensCase& body, BenchContext& context) {
  for (const NamedWavelets& wavelets : kWavelets)
    for (const double epsilon : kEpsilons) {
      const auto compressed = compress(body.source(), body.problem, plain(epsilon, wavelets.params));
      BenchRow& row = context.add_row(fmt::format("fig-14-{}-{:.2f}", wavelets.name, epsilon));
      report(body, *compressed, compressed->finest(), row);
    }
}

// How much more compression a level more brings.
void figure_16(const GreensCase& body, const char* name, BenchContext& context) {
  for (const double epsilon : kEpsilons) {
    const auto compressed = compress(body.source(), body.problem, plain(epsilon));
    report(body, *compressed, compressed->finest(),
           context.add_row(fmt::format("fig-16-{}-{:.2f}", name, epsilon)));
  }
}

void hierarchy(const GreensCase& body, const char* figure, const std::vector<Index>& levels,
               BenchContext& context) {
  for (const double epsilon : kEpsilons) {
    const auto compressed = compress(body.source(), body.problem, plain(epsilon, {}, levels));
    for (const Index level : levels)
      report(body, *compressed, level,
             context.add_row(fmt::format("{}-level-{}-{:.2f}", figure, level, epsilon)));
  }
}

}  // namespace

Bench jamespai_figures_bench() {
  Bench bench;
  bench.name = "jamespai-figures";
  bench.description =
      "compression of responses against the error, by wavelet, model and level of constraints";
  bench.cases = {"fig-9", "fig-14", "fig-16", "fig-18", "fig-20"};
  bench.run = [](BenchContext& context) {
    if (context.wants("fig-9")) figure_9(context);
    if (context.wants("fig-16"))
      for (const char* name : {"rabbit2", "rabbit3"}) figure_16(GreensCase(name), name, context);
    if (context.wants("fig-14") || context.wants("fig-16") || context.wants("fig-18")) {
      const GreensCase rabbit4("rabbit4");
      if (context.wants("fig-14")) figures_14_15(rabbit4, context);
      if (context.wants("fig-16")) figure_16(rabbit4, "rabbit4", context);
      if (context.wants("fig-18")) hierarchy(rabbit4, "fig-18", {3, 2, 1}, context);
    }
    if (context.wants("fig-20")) hierarchy(GreensCase("dragon3"), "fig-20", {0}, context);
  };
  return bench;
}

}  // namespace sinew
