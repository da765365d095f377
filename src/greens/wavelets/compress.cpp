#include "greens/wavelets/compress.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "greens/wavelets/column_encoder.h"
#include "greens/wavelets/global_term.h"
#include "greens/wavelets/hierarchical_columns.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr Index kColumnsAtATime = 64;  // of blocks: 192 dense columns

// Calls f(begin, end) for some columns at a time.
template <typename F>
void in_parts(Index columns, F&& f) {
  for (Index begin = 0; begin < columns; begin += kColumnsAtATime)
    f(begin, std::min(columns, begin + kColumnsAtATime));
}

// Makes the columns of one level after the other, the finest first.
struct Compressor {
  Compressor(const ResponseSource& some, const SurfaceWavelets& wavelets, const CompressionParams& params)
      : source(some),
        domain(wavelets.domain()),
        forces(domain, wavelets.integrals(domain.levels())),
        factor(find_global_term(source, params.rank)),
        encoder(wavelets, factor.view(), params),
        levels(domain.counts.size()) {}

  void add_finest(ColumnStore& out);
  void add_coarser(Index level, ColumnStore& out);
  void add(Index level) {
    ColumnStore& out = levels[static_cast<std::size_t>(level)];
    level == domain.levels() ? add_finest(out) : add_coarser(level, out);
  }

  const ResponseSource& source;
  const FreeDomain& domain;
  HierarchicalForces forces;
  GlobalFactor factor;
  ColumnEncoder encoder;
  std::vector<ColumnStore> levels;
};

void Compressor::add_finest(ColumnStore& out) {
  std::vector<double> G;
  in_parts(source.count(), [&](Index begin, Index end) {
    std::vector<Index> vertices(static_cast<std::size_t>(end - begin));
    std::iota(vertices.begin(), vertices.end(), begin);
    G.resize(static_cast<std::size_t>(9) * source.count() * vertices.size());
    source.columns(vertices, G);
    encoder.encode(vertices, G, out);
  });
}

void Compressor::add_coarser(Index level, ColumnStore& out) {
  const ColumnView finer = levels[static_cast<std::size_t>(level) + 1].view();
  const SparseRows spread = forces.spread(level);
  in_parts(domain.count(level), [&](Index begin, Index end) {
    if (finer.count() > 0)
      refine_columns(forces, level, finer, encoder, begin, end, out);
    else
      respond_to_spread(source, spread, factor.view(), encoder, begin, end, out);
  });
}

void require_fit(const ResponseSource& source, const FreeDomain& domain, std::span<const Index> levels) {
  if (source.count() != domain.count())
    throw Error(fmt::format("the source of responses has {} vertices, the surface {} free ones",
                            source.count(), domain.count()));
  for (const Index level : levels)
    if (level < 0 || level > domain.levels())
      throw Error(fmt::format("there is no constraint level {}", level), "levels",
                  fmt::format("the surface has levels 0 to {}", domain.levels()));
}

// The arrays that compressed responses read.
struct Owned {
  Owned(GlobalFactor some, std::vector<ColumnStore> columns)
      : factor(std::move(some)), levels(std::move(columns)) {}

  GlobalFactor factor;
  std::vector<ColumnStore> levels;
};

}  // namespace

std::unique_ptr<CompressedResponses> compress(const ResponseSource& source, const ReferenceProblem& problem,
                                              const Compression& compression) {
  auto wavelets = std::make_shared<const SurfaceWavelets>(problem, compression.wavelets);
  std::vector<Index> levels = compression.levels;
  if (levels.empty()) levels = {wavelets->domain().levels()};
  require_fit(source, wavelets->domain(), levels);
  std::sort(levels.rbegin(), levels.rend());
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  Compressor compressor(source, *wavelets, compression.columns);
  for (const Index level : levels) compressor.add(level);
  const auto owned = std::make_shared<Owned>(std::move(compressor.factor), std::move(compressor.levels));
  CompressedParts parts{owned->factor.view(), {}, owned};
  for (const ColumnStore& store : owned->levels) parts.levels.push_back(store.view());
  return std::make_unique<CompressedResponses>(std::move(wavelets), std::move(parts));
}

}  // namespace sinew
