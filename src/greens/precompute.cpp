#include "greens/precompute.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "base/file.h"
#include "greens/column_errors.h"
#include "greens/responses/dense_responses.h"
#include "greens/sources/boundary_elements.h"
#include "greens/sources/multigrid_source.h"
#include "greens/sources/other_blocks.h"
#include "greens/sources/response_file.h"
#include "greens/wavelets/column_encoder.h"
#include "greens/wavelets/global_term.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

using Record = ColumnJournal::Record;

constexpr Index kBlock = 32;  // vertices at a time: 96 dense columns

// All that decides what is in the file. What only decides how (threads, progress) is left out.
Fingerprint fingerprint_of(const ReferenceProblem& problem, const PrecomputeParams& params) {
  Fingerprint sum;
  sum.add(problem.surface.positions).add(problem.surface.triangles);
  sum.add(problem.levels.count).add(problem.levels.parents).add(problem.held);
  sum.add(problem.material.young).add(problem.material.poisson).add(problem.material.density);
  sum.add(params.origin).add(params.growth).add(params.dense_up_to);
  sum.add(params.wavelets.kind).add(params.wavelets.lifted).add(params.wavelets.boundary);
  sum.add(params.columns.epsilon).add(params.columns.keep_base).add(params.columns.rank);
  sum.add(params.columns.reference).add(params.precision).add(params.supports);
  if (!params.measured.empty()) sum.add(std::span<const char>(read_file(params.measured)));
  return sum.add(params.inner_points);
}

// Without levels there is nothing to transform, and all blocks are of the base.
CompressionParams columns_of(const ReferenceProblem& problem, const PrecomputeParams& params) {
  if (problem.levels.count.size() > 1) return params.columns;
  return {.epsilon = 0, .keep_base = true, .rank = 0};
}

// The source, and what is asked of its elements beside columns of G.
struct Source {
  std::unique_ptr<const FiniteElementSource> elements;  // null: no elements, or too large to factor
  std::unique_ptr<const ResponseSource> other;
  std::string name;

  const ResponseSource& columns() const { return other ? *other : *elements; }
};

Source source_of(const ReferenceProblem& problem, const PrecomputeParams& params) {
  const FittedMeshParams mesh{.growth = params.growth};
  Source source;
  if (!params.measured.empty()) {
    const auto free = static_cast<Index>(free_vertices(problem).size());
    source.other = std::make_unique<DenseResponses>(read_responses(params.measured, free).G);
    source.name = "a file of others";
    return source;
  }
  if (params.origin == ResponseOrigin::kMultigrid) {
    source.other = std::make_unique<MultigridSource>(problem, MultigridSourceParams{.mesh = mesh});
    source.name = "linear finite elements, solved by multigrid";
    return source;
  }
  if (params.origin == ResponseOrigin::kBoundary) {
    source.other = std::make_unique<DenseResponses>(boundary_element_source(problem));
    source.name = "boundary elements";
    return source;
  }
  const bool quadratic = params.origin == ResponseOrigin::kQuadratic;
  const ElementOrder order = quadratic ? ElementOrder::kQuadratic : ElementOrder::kLinear;
  source.elements = std::make_unique<FiniteElementSource>(problem, FiniteElementParams{order, mesh});
  source.name = quadratic ? "quadratic finite elements" : "linear finite elements";
  if (source.elements->count() <= params.dense_up_to)
    source.other = std::make_unique<DenseResponses>(source.elements->dense());
  return source;
}

// What is appended to a journal, and how it is compressed.
struct Columns {
  const ReferenceProblem& problem;
  const PrecomputeParams& params;
  const Source& source;
  ColumnJournal& journal;
  CompressionParams compression = columns_of(problem, params);
  SurfaceWavelets wavelets{problem, params.wavelets};

  GlobalTerm global() const {
    const std::vector<float>& F = journal.global_term();
    return {static_cast<Index>(F.size() / (3 * static_cast<std::size_t>(wavelets.count()))), F};
  }
  void append_all();
  void append_supports();

 private:
  void append_block(const ColumnEncoder& encoder, Index begin, Index end);
};

std::vector<Index> counted_from(Index begin, Index end) {
  std::vector<Index> numbers(static_cast<std::size_t>(end - begin));
  std::iota(numbers.begin(), numbers.end(), begin);
  return numbers;
}

// Those of vertices [begin, end): solve, transform, leave out, measure what that changes, append.
void Columns::append_block(const ColumnEncoder& encoder, Index begin, Index end) {
  const std::vector<Index> vertices = counted_from(begin, end);
  std::vector<double> G(9 * static_cast<std::size_t>(wavelets.count()) * vertices.size());
  source.columns().columns(vertices, G);
  ColumnStore store;
  encoder.encode(vertices, G, store);
  PackedColumns packed = pack(store.view(), params.precision);
  packed.errors = column_errors(wavelets, global(), packed, begin, G);
  journal.append(Record::kColumns, packed);
}

void Columns::append_all() {
  if (!journal.has_global_term())
    journal.append_global_term(find_global_term(source.columns(), compression.rank).F);
  const ColumnEncoder encoder(wavelets, global(), compression);
  const Index all = wavelets.count();
  while (journal.columns(Record::kColumns) < all) {
    const Index begin = journal.columns(Record::kColumns);
    append_block(encoder, begin, std::min(all, begin + kBlock));
    if (params.progress) params.progress(3 * journal.columns(Record::kColumns), 3 * all);
  }
}

// They have no global term: what a support moves is not what a force moves.
void Columns::append_supports() {
  CompressionParams plain = compression;
  plain.rank = 0;
  const ColumnEncoder encoder(wavelets, {}, plain);
  const Index all = source.elements->elements().held_count;
  while (journal.columns(Record::kSupports) < all) {
    const Index begin = journal.columns(Record::kSupports);
    ColumnStore store;
    encoder.encode(
        std::span<const float>(),
        support_columns(*source.elements, counted_from(begin, std::min(all, begin + kBlock))).displacements,
        store);
    journal.append(Record::kSupports, pack(store.view(), params.precision));
  }
}

void add_other_blocks(const FiniteElementSource& source, const PrecomputeParams& params,
                      GreensFileHead& head) {
  WeightColumns weight = weight_columns(source);
  head.known.weight = std::move(weight.displacements);
  head.known.weight_on_mass = weight.on_mass;
  head.weight_reactions = std::move(weight.reactions);
  for (const Vec3& p : params.inner_points)
    for (const InnerQuantity what :
         {InnerQuantity::kDisplacement, InnerQuantity::kStrain, InnerQuantity::kStress})
      head.inner_rows.push_back({p, static_cast<std::uint8_t>(what), inner_rows(source, {&p, 1}, what)});
}

// What the finished journal says of all columns.
void summarise(const ColumnJournal& journal, PrecomputeReport& report) {
  ColumnErrors errors;
  double entries = static_cast<double>(journal.global_term().size()) / 9;
  journal.for_each(Record::kColumns, [&](const PackedColumns& packed) {
    errors.add(packed.errors);
    entries += static_cast<double>(packed.vertices.size());
  });
  const double vertices = report.columns / 3.0;
  report.compression = vertices * vertices / entries;
  report.error = errors.squared_norm > 0 ? std::sqrt(errors.squared_error / errors.squared_norm) : 0;
  report.worst = errors.worst;
}

GreensFileHead head_of(const ReferenceProblem& problem, const PrecomputeParams& params,
                       const Source& source) {
  GreensFileHead head;
  head.wavelets = params.wavelets, head.columns = columns_of(problem, params),
  head.precision = params.precision;
  head.known.problem = problem, head.known.source = source.name;
  if (source.elements) add_other_blocks(*source.elements, params, head);
  return head;
}

}  // namespace

PrecomputeReport precompute(const ReferenceProblem& problem, const PrecomputeParams& params,
                            const std::filesystem::path& file) {
  require_writable(file);
  const Source source = source_of(problem, params);
  GreensFileHead head = head_of(problem, params, source);
  ColumnJournal journal(file, fingerprint_of(problem, params), params.resume);
  Columns columns{problem, params, source, journal};
  PrecomputeReport report;
  report.columns = 3 * columns.wavelets.count(), report.resumed = 3 * journal.columns(Record::kColumns);

  columns.append_all();
  if (source.elements && params.supports) columns.append_supports();
  summarise(journal, report);
  head.known.compression = report.compression;
  head.known.error = report.error, head.known.worst_error = report.worst;
  write_greens_file(file, head, journal);
  journal.remove();
  report.bytes = std::filesystem::file_size(file);
  return report;
}

}  // namespace sinew
