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

struct Owned {
  GlobalFactor factor;
  std::vector<ColumnStore> levels;
};

// Calls f(begin, end) for some columns at a time.
template <typename F>
void in_parts(Index columns, F&& f) {
  for (Index begin = 0; begin < columns; begin += kColumnsAtATime)
    f(begin, std::min(columns, begin + kColumnsAtATime));
}

void compress_finest(const ResponseSource& source, const ColumnEncoder& encoder, ColumnStore& out) {
  std::vector<double> G;
  in_parts(source.count(), [&](Index begin, Index end) {
    std::vector<Index> vertices(static_cast<std::size_t>(end - begin));
    std::iota(vertices.begin(), vertices.end(), begin);
    G.resize(static_cast<std::size_t>(9) * source.count() * vertices.size());
    source.columns(vertices, G);
    encoder.encode(vertices, G, out);
  });
}

}  // namespace

std::unique_ptr<CompressedResponses> compress(const ResponseSource& source, const ReferenceProblem& problem,
                                              const Compression& compression) {
  auto wavelets = std::make_shared<const SurfaceWavelets>(problem, compression.wavelets);
  const FreeDomain& domain = wavelets->domain();
  if (source.count() != wavelets->count())
    throw Error(fmt::format("the source of responses has {} vertices, the surface {} free ones",
                            source.count(), wavelets->count()));
  auto owned = std::make_shared<Owned>();
  owned->factor = find_global_term(source, compression.columns.rank);
  owned->levels.resize(domain.counts.size());
  const GlobalTerm global = owned->factor.view();
  const ColumnEncoder encoder(*wavelets, global, compression.columns);
  const HierarchicalForces forces(domain, wavelets->integrals(domain.levels()));
  for (Index l = domain.levels(); l >= 0; --l) {
    const bool wanted = compression.levels.empty()
                            ? l == domain.levels()
                            : std::count(compression.levels.begin(), compression.levels.end(), l) > 0;
    if (!wanted) continue;
    ColumnStore& store = owned->levels[static_cast<std::size_t>(l)];
    if (l == domain.levels()) {
      compress_finest(source, encoder, store);
      continue;
    }
    const ColumnView finer = owned->levels[static_cast<std::size_t>(l) + 1].view();
    const SparseRows spread = forces.spread(l);
    in_parts(domain.count(l), [&](Index begin, Index end) {
      if (finer.count() > 0)
        refine_columns(forces, l, finer, encoder, begin, end, store);
      else
        respond_to_spread(source, spread, global, encoder, begin, end, store);
    });
  }
  CompressedParts parts{global, {}, owned};
  for (const ColumnStore& store : owned->levels) parts.levels.push_back(store.view());
  return std::make_unique<CompressedResponses>(std::move(wavelets), std::move(parts));
}

}  // namespace sinew
