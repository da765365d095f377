#include <fmt/format.h>

#include "base/random.h"
#include "bench/benches.h"
#include "bench/greens_case.h"
#include "bench/shortest_time.h"
#include "greens/wavelets/compress.h"

namespace sinew {

namespace {

constexpr std::size_t kContacts = 12;
constexpr int kSets = 20;

// Vertices that first appear on a level, so that as many levels are reconstructed.
std::vector<std::vector<Index>> random_sets(const FreeDomain& domain, Index level) {
  Random random(1);
  std::vector<std::vector<Index>> sets(kSets);
  const auto added = static_cast<std::uint32_t>(domain.count(level) - domain.count(level - 1));
  for (std::vector<Index>& set : sets)
    while (set.size() < kContacts)
      set.push_back(domain.count(level - 1) + static_cast<Index>(random.below(added)));
  return sets;
}

// CPU time of a block, us: all of a capacitance matrix at once, and the row and column of one vertex more.
void measure_extraction(const CompressedResponses& responses, Index level, const std::string& suffix,
                        BenchRow& row) {
  const auto sets = random_sets(responses.wavelets().domain(), level);
  std::vector<double> C(9 * kContacts * kContacts);
  const double all = shortest_cpu_ms(100, [&] {
    for (const std::vector<Index>& set : sets) responses.extract(set, set, C);
  });
  const double one = shortest_cpu_ms(400, [&] {
    for (const std::vector<Index>& set : sets) {
      const std::span<const Index> last = std::span(set).last(1);
      responses.extract(set, last, C);
      responses.extract(last, set, C);
    }
  });
  row.add("us_per_block" + suffix, 1e3 * all / (kSets * kContacts * kContacts));
  row.add("us_per_block_added" + suffix, 1e3 * one / (kSets * 2 * kContacts));
}

}  // namespace

Bench jamespai_extraction_bench() {
  Bench bench;
  bench.name = "jamespai-extraction";
  bench.description =
      "single blocks out of compressed columns on sphere4, by the levels that are reconstructed";
  bench.cases = {"2-levels", "3-levels", "4-levels"};
  bench.run = [](BenchContext& context) {
    const GreensCase body("sphere4");
    Compression plain, compression;
    plain.columns.rank = 0;
    const auto wavelets = compress(body.source(), body.problem, plain),
               lowrank = compress(body.source(), body.problem, compression);
    const char* paper[] = {"8", "20", "36"};
    for (Index levels = 2; levels <= 4; ++levels) {
      const std::string name = fmt::format("{}-levels", levels);
      if (!context.wants(name)) continue;
      BenchRow& row = context.add_row(name);
      measure_extraction(*wavelets, levels, "", row);
      row.entries[0].paper = paper[levels - 2];
      measure_extraction(*lowrank, levels, "_with_global_term", row);
    }
  };
  return bench;
}

}  // namespace sinew
