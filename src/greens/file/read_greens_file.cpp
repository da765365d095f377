#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/byte_cursor.h"
#include "greens/file/greens_file.h"
#include "greens/file/sections.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// What write_greens_file.cpp put together.
struct Counts {
  std::uint64_t vertices = 0, triangles = 0, levels = 0, rows = 0;
  std::uint32_t rank = 0;
};

template <typename E>
E read_choice(ByteCursor& cursor, int most, const char* what) {
  const int value = cursor.read<std::uint8_t>(what);
  if (value > most) cursor.fail(fmt::format("{} is none of the known ones: {}", what, value));
  return static_cast<E>(value);
}

Counts read_facts(const SectionReader& file, const std::string& path, GreensFileHead& head) {
  const std::span<const std::byte> bytes = file.bytes("facts");
  ByteCursor cursor({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path);
  Counts counts;
  for (std::uint64_t* count : {&counts.vertices, &counts.triangles, &counts.levels, &counts.rows})
    *count = cursor.read<std::uint64_t>("a count");
  KnownResponses& known = head.known;
  for (double* number :
       {&known.problem.material.young, &known.problem.material.poisson, &known.problem.material.density,
        &known.compression, &known.error, &known.worst_error, &head.columns.epsilon})
    *number = cursor.read<double>("a number");
  for (int column = 0; column < 3; ++column)
    for (int row = 0; row < 3; ++row) known.weight_on_mass(row, column) = cursor.read<double>("a number");
  counts.rank = cursor.read<std::uint32_t>("the rank");
  head.columns.rank = static_cast<Index>(counts.rank & 0xffffU);
  head.wavelets.kind = read_choice<WaveletKind>(cursor, 1, "the kind of wavelets");
  head.wavelets.lifted = read_choice<int>(cursor, 1, "lifting") != 0;
  head.wavelets.boundary = read_choice<WaveletBoundary>(cursor, 1, "the boundary of wavelets");
  head.columns.keep_base = read_choice<int>(cursor, 1, "keeping the base") != 0;
  head.columns.reference =
      read_choice<CompressionParams::Reference>(cursor, 1, "the reference of thresholds");
  head.precision = read_choice<BlockPrecision>(cursor, 1, "the precision");
  known.source = cursor.take(cursor.read<std::uint32_t>("a length"), "the source");
  return counts;
}

template <typename T>
std::vector<T> copy(std::span<const T> values) {
  return {values.begin(), values.end()};
}

void require_finite(const SectionReader& file, std::span<const double> numbers, const char* what) {
  if (!std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); }))
    file.refuse(fmt::format("the {} are not all numbers", what));
}
void require_finite(const SectionReader& file, std::span<const float> numbers, const char* what) {
  if (!std::ranges::all_of(numbers, [](float x) { return std::isfinite(x); }))
    file.refuse(fmt::format("the {} are not all numbers", what));
}

std::span<const double> coordinates(std::span<const Vec3> points) {
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  return {points.empty() ? nullptr : &points[0].x, 3 * points.size()};
}

ReferenceProblem read_problem(const SectionReader& file, const Counts& counts, const Material& material) {
  constexpr std::uint64_t kMostVertices = 0x7fffffff / 3;
  if (counts.vertices > kMostVertices || counts.triangles > kMostVertices ||
      counts.levels > counts.vertices || counts.levels == 0)
    file.refuse("the counts of the surface are not possible");
  ReferenceProblem problem;
  problem.material = material;
  problem.surface.positions = copy(file.array<Vec3>("position", counts.vertices));
  problem.surface.triangles = copy(file.array<Triangle>("triangle", counts.triangles));
  problem.held = copy(file.array<char>("held", counts.vertices));
  problem.levels.count = copy(file.array<Index>("levels", counts.levels));
  const Index base = problem.levels.count[0], all = static_cast<Index>(counts.vertices);
  if (base < 0 || base > all || problem.levels.count.back() != all ||
      !std::ranges::is_sorted(problem.levels.count))
    file.refuse("the levels do not belong to the surface");
  problem.levels.parents =
      copy(file.array<std::array<Index, 2>>("parents", static_cast<std::uint64_t>(all - base)));
  require_finite(file, coordinates(problem.surface.positions), "positions");
  for (const Triangle& t : problem.surface.triangles)
    for (const Index i : t)
      if (i < 0 || i >= all) file.refuse("a triangle has a vertex that is not there");
  for (std::size_t k = 0; k < problem.levels.parents.size(); ++k)
    for (const Index i : problem.levels.parents[k])
      if (i < 0 || i >= base + static_cast<Index>(k)) file.refuse("a vertex has a parent that is not there");
  if (std::ranges::any_of(problem.held, [](char held) { return held != 0 && held != 1; }))
    file.refuse("the marks of held vertices are damaged");
  return problem;
}

std::vector<double> read_optional(const SectionReader& file, const char* name, std::size_t count) {
  if (file.bytes(name).empty()) return {};
  std::vector<double> numbers = copy(file.array<double>(name, count));
  require_finite(file, numbers, name);
  return numbers;
}

std::vector<InnerRows> read_rows(const SectionReader& file, std::uint64_t count, std::size_t free) {
  std::vector<InnerRows> all;
  const std::span<const std::byte> bytes = file.bytes("rows");
  const std::span<const double> numbers(reinterpret_cast<const double*>(bytes.data()),
                                        bytes.size() / sizeof(double));
  require_finite(file, numbers, "extra rows");
  std::size_t at = 0;
  for (std::uint64_t k = 0; k < count; ++k) {
    if (numbers.size() - at < 4) file.refuse("an extra row is cut");
    InnerRows rows{{numbers[at], numbers[at + 1], numbers[at + 2]}, 0, {}};
    const double quantity = numbers[at + 3];
    if (quantity != 0 && quantity != 1 && quantity != 2) file.refuse("an extra row is of no known quantity");
    rows.quantity = static_cast<std::uint8_t>(quantity);
    const std::size_t size = 3 * free * (rows.quantity == 0 ? 3 : 6);
    at += 4;
    if (numbers.size() - at < size) file.refuse("an extra row is cut");
    rows.values = copy(numbers.subspan(at, size));
    at += size;
    all.push_back(std::move(rows));
  }
  return all;
}

// Columns in memory, or some of their arrays in the mapped file.
struct Columns {
  ColumnStore store;
  ColumnView view;
};

void require_columns(const SectionReader& file, const ColumnView& columns, Index free) {
  if (columns.offsets.empty() || columns.offsets[0] != 0 || !std::ranges::is_sorted(columns.offsets))
    file.refuse("the offsets of columns are damaged");
  if (columns.offsets.back() != columns.vertices.size())
    file.refuse("columns end where their entries do not");
  for (Index c = 0; c < columns.count(); ++c)
    for (std::uint64_t k = columns.offsets[c]; k < columns.offsets[c + 1]; ++k)
      if (columns.vertices[k] < 0 || columns.vertices[k] >= free ||
          (k > columns.offsets[c] && columns.vertices[k] <= columns.vertices[k - 1]))
        file.refuse("a column has entries that are out of order");
  require_finite(file, columns.blocks, "blocks");
}

void read_columns(const SectionReader& file, char prefix, std::size_t count, Index free,
                  BlockPrecision precision, Columns& columns) {
  const auto name = [&](const char* rest) { return std::string(1, prefix) + rest; };
  const auto offsets = file.array<std::uint64_t>(name("offsets"), count + 1);
  const std::uint64_t entries = offsets.back();
  if (entries > file.mapped()->bytes().size()) file.refuse("the offsets of columns are damaged");
  if (precision == BlockPrecision::kFloat) {
    columns.view = {offsets,
                    file.array<Index>(name("entries"), entries),
                    file.array<float>(name("blocks"), 9 * entries),
                    {}};
    return require_columns(file, columns.view, free);
  }
  ColumnStore& store = columns.store;
  store.offsets = copy(offsets);
  if (!std::ranges::is_sorted(offsets)) file.refuse("the offsets of columns are damaged");
  if (free <= 0xffff) {
    const auto narrow = file.array<std::uint16_t>(name("entries"), entries);
    store.vertices.assign(narrow.begin(), narrow.end());
  } else {
    store.vertices = copy(file.array<Index>(name("entries"), entries));
  }
  const auto powers = file.array<std::int16_t>(name("powers"), count);
  const auto blocks = file.array<std::int16_t>(name("blocks"), 9 * entries);
  store.blocks.reserve(9 * entries);
  for (std::size_t c = 0; c < count; ++c)
    unpack_quantised(blocks.subspan(9 * offsets[c], 9 * (offsets[c + 1] - offsets[c])), powers[c],
                     store.blocks);
  columns.view = store.view();
  require_columns(file, columns.view, free);
}

// Levels without columns, then the finest; shares are rows of the global term.
CompressedParts parts_of(std::shared_ptr<const void> owner, const ColumnView& columns,
                         std::span<const float> F, Index rank, Index finest) {
  CompressedParts parts{
      {rank, F}, std::vector<ColumnView>(static_cast<std::size_t>(finest) + 1), std::move(owner)};
  parts.levels.back() = columns;
  parts.levels.back().shares = F;
  return parts;
}

GreensFile read(const std::filesystem::path& path) {
  const SectionReader file(path);
  GreensFile result;
  GreensFileHead& head = result.head;
  const Counts counts = read_facts(file, path.string(), head);
  head.known.problem = read_problem(file, counts, head.known.problem.material);
  require_physical(head.known.problem.material, "");
  const std::size_t free = free_vertices(head.known.problem).size(),
                    held = head.known.problem.held.size() - free;
  head.known.weight = read_optional(file, "weight", 9 * free);
  head.weight_reactions = read_optional(file, "reaction", 9 * held);
  head.inner_rows = read_rows(file, counts.rows, free);

  struct Owner {
    std::shared_ptr<const MappedFile> file;
    Columns columns;
  };
  const auto owner = std::make_shared<Owner>();
  owner->file = file.mapped();
  const auto count = static_cast<Index>(free);
  read_columns(file, 'g', free, count, head.precision, owner->columns);
  if (counts.rank > 3 * free) file.refuse("the global term has more columns than there are unknowns");
  const auto F = file.array<float>("global", std::uint64_t{3} * free * counts.rank);
  require_finite(file, F, "numbers of the global term");
  const auto wavelets = std::make_shared<SurfaceWavelets>(head.known.problem, head.wavelets);
  const auto finest = wavelets->domain().levels();
  result.compressed = std::make_shared<CompressedResponses>(
      wavelets, parts_of(owner, owner->columns.view, F, static_cast<Index>(counts.rank), finest));
  head.known.G = result.compressed;
  if (file.has("soffsets")) {
    Columns supports;
    read_columns(file, 's', held, count, head.precision, supports);
    result.supports.clear();
    result.supports.append(supports.view);
  }
  return result;
}

}  // namespace

GreensFile read_greens_file(const std::filesystem::path& path) {
  try {
    return read(path);
  } catch (const Error& error) {
    if (!error.where().empty()) throw;
    throw Error(error.problem(), path.string(), "make it again with sinew precompute");
  }
}

}  // namespace sinew
