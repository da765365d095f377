#include "greens/wavelets/compressed_responses.h"

#include <fmt/format.h>

#include <algorithm>

#include "greens/wavelets/sum_kernels.h"
#include "sinew/base/error.h"

namespace sinew {

struct CompressedResponses::Scratch {
  std::vector<double> g, c;         // the sum in wavelets, padded; the sum of shares
  std::vector<std::int32_t> entry;  // of each vertex: its entry in the column at hand, or -1
};

namespace {

const SumKernels& kernels() {
  static const SumKernels& best = sum_kernels_for(best_instruction_set());
  return best;
}

void require_order(const ColumnView& columns, Index level, Index count) {
  const auto entries = static_cast<std::uint64_t>(columns.entries());
  if (columns.offsets.front() != 0 || columns.offsets.back() != entries ||
      !std::is_sorted(columns.offsets.begin(), columns.offsets.end()))
    throw Error(fmt::format("the columns of constraint level {} do not end where their entries do", level));
  for (Index c = 0; c < columns.count(); ++c)
    for (std::uint64_t e = columns.offsets[c], last = columns.offsets[c + 1]; e < last; ++e)
      if (columns.vertices[e] < 0 || columns.vertices[e] >= count ||
          (e > columns.offsets[c] && columns.vertices[e] <= columns.vertices[e - 1]))
        throw Error(
            fmt::format("column {} of constraint level {} has the vertex {} at the wrong place, or there is "
                        "no such vertex",
                        c, level, columns.vertices[e]));
}

void require_sizes(const FreeDomain& domain, const CompressedParts& parts) {
  const auto share = static_cast<std::size_t>(3) * parts.global.rank;
  if (parts.global.rank < 0 || parts.global.F.size() != share * domain.count())
    throw Error(
        fmt::format("the global term of rank {} has {} numbers", parts.global.rank, parts.global.F.size()));
  if (parts.levels.size() != domain.counts.size())
    throw Error(fmt::format("there are columns for {} levels of constraints, the surface has {}",
                            parts.levels.size(), domain.counts.size()));
  for (Index l = 0; l <= domain.levels(); ++l) {
    const ColumnView& columns = parts.levels[static_cast<std::size_t>(l)];
    if (columns.count() == 0) continue;
    if (columns.count() != domain.count(l) || columns.blocks.size() != 9 * columns.entries() ||
        columns.shares.size() != share * columns.count())
      throw Error(
          fmt::format("constraint level {} has {} columns instead of {}, or numbers of theirs are missing", l,
                      columns.count(), domain.count(l)));
    require_order(columns, l, domain.count());
  }
}

}  // namespace

CompressedResponses::CompressedResponses(std::shared_ptr<const SurfaceWavelets> wavelets,
                                         CompressedParts parts)
    : wavelets_(std::move(wavelets)), parts_(std::move(parts)), inverse_rows_(wavelets_->inverse_rows()) {
  require_sizes(wavelets_->domain(), parts_);
}

CompressedResponses::~CompressedResponses() = default;

const ColumnView& CompressedResponses::columns_with(const ConstraintPlace& place) const {
  if (place.level < 0 || place.level > finest() || place.vertex < 0 ||
      place.vertex >= columns(place.level).count())
    throw Error(
        fmt::format("there is no column for vertex {} of constraint level {}", place.vertex, place.level), "",
        "compress the columns of that level too");
  return columns(place.level);
}

std::span<const float> CompressedResponses::share_of(const ConstraintPlace& place) const {
  const auto size = static_cast<std::size_t>(3) * parts_.global.rank;
  return columns(place.level).shares.subspan(size * place.vertex, size);
}

// Sums. Step by step [JamesPai03, sec. 5.4]: (3), (6) the sparse columns, (7) one inverse transform; and here the
// global term.

// g += T_j f, up to the entries of vertices that are wanted; c += s_j f.
void CompressedResponses::add_column(const ConstraintPlace& place, const Vec3& f, Index rows,
                                     Scratch& scratch) const {
  const ColumnView& all = columns_with(place);
  const std::uint64_t begin = all.offsets[place.vertex];
  std::span<const Index> vertices = all.vertices.subspan(begin, all.offsets[place.vertex + 1] - begin);
  if (rows < count())
    vertices = vertices.first(static_cast<std::size_t>(
        std::lower_bound(vertices.begin(), vertices.end(), rows) - vertices.begin()));
  kernels().add_column(vertices.data(), all.blocks.data() + 9 * begin, static_cast<long>(vertices.size()),
                       &f.x, scratch.g.data());
  const std::span<const float> share = share_of(place);
  for (std::size_t k = 0, rank = scratch.c.size(); k < rank; ++k)
    scratch.c[k] += share[k] * f.x + share[rank + k] * f.y + share[2 * rank + k] * f.z;
}

template <typename PlaceOf>
void CompressedResponses::sum_columns(Index level, PlaceOf&& place_of, std::span<const Vec3> forces,
                                      std::span<Vec3> u) const {
  const auto scratch = scratch_.take();
  const Index rows = wavelets_->domain().count(level);
  scratch->g.assign(static_cast<std::size_t>(kPaddedVertex) * rows, 0);
  scratch->c.assign(static_cast<std::size_t>(parts_.global.rank), 0);
  for (std::size_t k = 0; k < forces.size(); ++k) add_column(place_of(k), forces[k], rows, *scratch);
  wavelets_->inverse(scratch->g, kPaddedVertex, level);
  kernels().add_global(parts_.global.F.data(), parts_.global.rank, scratch->c.data(), scratch->g.data(), rows,
                       &u[0].x);
}

void CompressedResponses::sum_on_level(Index level, std::span<const ConstraintPlace> places,
                                       std::span<const Vec3> forces, std::span<Vec3> u) const {
  sum_columns(
      level, [&](std::size_t k) { return places[k]; }, forces, u);
}

void CompressedResponses::sum(std::span<const ConstraintPlace> places, std::span<const Vec3> forces,
                              std::span<Vec3> u) const {
  sum_on_level(finest(), places, forces, u);
}

void CompressedResponses::sum(std::span<const Index> vertices, std::span<const Vec3> forces,
                              std::span<Vec3> u) const {
  sum_columns(
      finest(),
      [&](std::size_t k) {
        return ConstraintPlace{finest(), vertices[k]};
      },
      forces, u);
}

// Single blocks [JamesPai03, sec. 5.3]: row i of W^-1 times column j. The column's entries are marked once for all rows,
// which then look up some 36 vertices each.
template <typename PlaceOf>
void CompressedResponses::extract_columns(std::span<const Index> rows, std::size_t count, PlaceOf&& place_of,
                                          std::span<double> G) const {
  const auto scratch = scratch_.take();
  scratch->entry.resize(static_cast<std::size_t>(wavelets_->count()), -1);
  const std::size_t height = 3 * rows.size();
  for (std::size_t c = 0; c < count; ++c) {
    const ConstraintPlace place = place_of(c);
    const ColumnView& all = columns_with(place);
    const std::uint64_t begin = all.offsets[place.vertex], end = all.offsets[place.vertex + 1];
    for (std::uint64_t e = begin; e < end; ++e)
      scratch->entry[all.vertices[e]] = static_cast<std::int32_t>(e - begin);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      std::array<double, 9> block{};
      extract_block(rows[r], all.blocks.data() + 9 * begin, share_of(place), *scratch, block);
      for (std::size_t b = 0; b < 3; ++b) std::copy_n(&block[3 * b], 3, &G[(3 * c + b) * height + 3 * r]);
    }
    for (std::uint64_t e = begin; e < end; ++e) scratch->entry[all.vertices[e]] = -1;
  }
}

void CompressedResponses::extract_block(Index row, const float* blocks, std::span<const float> share,
                                        const Scratch& scratch, std::span<double, 9> block) const {
  const std::span<const Index> vertices = inverse_rows_.columns_of(row);
  const std::span<const double> weights = inverse_rows_.weights_of(row);
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    const std::int32_t entry = scratch.entry[vertices[k]];
    if (entry < 0) continue;
    for (std::size_t a = 0; a < 9; ++a)
      block[a] += weights[k] * static_cast<double>(blocks[9 * static_cast<std::size_t>(entry) + a]);
  }
  const auto rank = static_cast<std::size_t>(parts_.global.rank);
  const float* F = parts_.global.F.data() + 3 * rank * row;
  for (std::size_t b = 0; b < 3; ++b)
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t k = 0; k < rank; ++k)
        block[3 * b + a] += static_cast<double>(F[a * rank + k]) * static_cast<double>(share[b * rank + k]);
}

void CompressedResponses::extract(std::span<const Index> rows, std::span<const ConstraintPlace> places,
                                  std::span<double> G) const {
  extract_columns(
      rows, places.size(), [&](std::size_t c) { return places[c]; }, G);
}

void CompressedResponses::extract(std::span<const Index> rows, std::span<const Index> columns,
                                  std::span<double> G) const {
  extract_columns(
      rows, columns.size(),
      [&](std::size_t c) {
        return ConstraintPlace{finest(), columns[c]};
      },
      G);
}

}  // namespace sinew
