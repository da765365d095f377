#include <cstring>

#include "base/little_endian.h"
#include "greens/file/greens_file.h"
#include "greens/file/sections.h"

namespace sinew {

namespace {

constexpr std::size_t kMostSections = 32;

using Visit = std::function<void(const PackedColumns&)>;
using ForEach = std::function<void(const Visit&)>;

// What read_greens_file.cpp takes apart.
std::string facts(const GreensFileHead& head, Index global_rank) {
  const KnownResponses& known = head.known;
  std::string bytes;
  const auto put = [&](auto value) { put_little_endian(bytes, value); };
  put(static_cast<std::uint64_t>(known.problem.surface.positions.size()));
  put(static_cast<std::uint64_t>(known.problem.surface.triangles.size()));
  put(static_cast<std::uint64_t>(known.problem.levels.count.size()));
  put(static_cast<std::uint64_t>(head.inner_rows.size()));
  for (const double number :
       {known.problem.material.young, known.problem.material.poisson, known.problem.material.density,
        known.compression, known.error, known.worst_error, head.columns.epsilon})
    put(number);
  for (int column = 0; column < 3; ++column)
    for (int row = 0; row < 3; ++row) put(known.weight_on_mass(row, column));
  put(static_cast<std::uint32_t>(global_rank));
  for (const int flag : {static_cast<int>(head.wavelets.kind), static_cast<int>(head.wavelets.lifted),
                         static_cast<int>(head.wavelets.boundary), static_cast<int>(head.columns.keep_base),
                         static_cast<int>(head.columns.reference), static_cast<int>(head.precision)})
    put(static_cast<std::uint8_t>(flag));
  put(static_cast<std::uint32_t>(known.source.size()));
  return bytes + known.source;
}

template <typename T>
void add(SectionWriter& writer, std::span<const T> values) {
  writer.add(std::as_bytes(values));
}

// Vertices need two bytes where there are few.
void add_vertices(SectionWriter& writer, const PackedColumns& packed, bool narrow) {
  if (!narrow) return add(writer, std::span<const Index>(packed.vertices));
  std::vector<std::uint16_t> numbers(packed.vertices.begin(), packed.vertices.end());
  writer.add(numbers);
}

// The arrays of columns one after the other; `prefix` tells G from supports.
void write_columns(SectionWriter& writer, char prefix, const ForEach& for_each, bool narrow,
                   BlockPrecision precision) {
  const auto name = [&](const char* rest) { return std::string(1, prefix) + rest; };
  writer.begin(name("offsets"));
  std::uint64_t offset = 0;
  writer.add(std::vector<std::uint64_t>{offset});
  for_each([&](const PackedColumns& packed) {
    std::vector<std::uint64_t> offsets;
    for (const std::uint32_t length : packed.lengths) offsets.push_back(offset += length);
    writer.add(offsets);
  });
  writer.begin(name("entries"));
  for_each([&](const PackedColumns& packed) { add_vertices(writer, packed, narrow); });
  if (precision == BlockPrecision::kQuantised) {
    writer.begin(name("powers"));
    for_each([&](const PackedColumns& packed) { writer.add(packed.exponents); });
  }
  writer.begin(name("blocks"));
  for_each([&](const PackedColumns& packed) { writer.add(packed.quantised), writer.add(packed.floats); });
}

void write_head(SectionWriter& writer, const GreensFileHead& head, std::span<const float> F, Index free) {
  const ReferenceProblem& problem = head.known.problem;
  const Index rank = free > 0 ? static_cast<Index>(F.size() / (3 * static_cast<std::size_t>(free))) : 0;
  const std::string bytes = facts(head, rank);
  writer.begin("facts");
  writer.add(std::as_bytes(std::span<const char>(bytes)));
  writer.section("position", problem.surface.positions);
  writer.section("triangle", problem.surface.triangles);
  writer.section("levels", problem.levels.count);
  writer.section("parents", problem.levels.parents);
  writer.section("held", problem.held);
  writer.section("weight", head.known.weight);
  writer.section("reaction", head.weight_reactions);
  writer.begin("rows");
  for (const InnerRows& rows : head.inner_rows) {
    const double facts_of_row[] = {rows.at.x, rows.at.y, rows.at.z, static_cast<double>(rows.quantity)};
    add(writer, std::span<const double>(facts_of_row));
    writer.add(rows.values);
  }
  writer.begin("global");
  add(writer, F);
}

void write(const std::filesystem::path& path, const GreensFileHead& head, std::span<const float> F,
           const ForEach& columns, const ForEach& supports) {
  const auto free = static_cast<Index>(free_vertices(head.known.problem).size());
  const bool narrow = head.precision == BlockPrecision::kQuantised && free <= 0xffff;
  SectionWriter writer(path, kMostSections);
  write_head(writer, head, F, free);
  write_columns(writer, 'g', columns, narrow, head.precision);
  if (supports) write_columns(writer, 's', supports, narrow, head.precision);
  writer.keep();
}

}  // namespace

void write_greens_file(const std::filesystem::path& path, const GreensFileHead& head,
                       const ColumnJournal& journal) {
  using Record = ColumnJournal::Record;
  ForEach supports;
  if (journal.columns(Record::kSupports) > 0)
    supports = [&](const Visit& visit) { journal.for_each(Record::kSupports, visit); };
  write(
      path, head, journal.global_term(),
      [&](const Visit& visit) { journal.for_each(Record::kColumns, visit); }, supports);
}

void write_greens_file(const std::filesystem::path& path, const GreensFileHead& head,
                       const CompressedResponses& columns) {
  const PackedColumns packed = pack(columns.columns(columns.finest()), head.precision);
  write(path, head, columns.global().F, [&](const Visit& visit) { visit(packed); }, {});
}

}  // namespace sinew
