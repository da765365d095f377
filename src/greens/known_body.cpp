#include "greens/known_body.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/table.h"
#include "greens/responses/dense_responses.h"
#include "greens/sources/boundary_elements.h"
#include "greens/sources/finite_element_source.h"
#include "greens/sources/other_blocks.h"
#include "greens/wavelets/compress.h"
#include "greens/wavelets/compression_error.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

std::string said(const Material& m) {
  return fmt::format("Young's modulus {:g} Pa, Poisson's ratio {:g} and density {:g} kg/m^3", m.young,
                     m.poisson, m.density);
}

}  // namespace

KnownResponses known_by_finite_elements(ReferenceProblem problem) {
  const FiniteElementSource source(problem);
  KnownResponses known;
  known.G = std::make_shared<DenseResponses>(source.dense());
  WeightColumns weight = weight_columns(source);
  known.weight = std::move(weight.displacements);
  known.weight_on_mass = weight.on_mass;
  known.problem = std::move(problem);
  known.source = "quadratic finite elements";
  return known;
}

KnownResponses known_by_boundary_elements(ReferenceProblem problem) {
  KnownResponses known;
  known.G = std::make_shared<DenseResponses>(boundary_element_source(problem));
  known.problem = std::move(problem);
  known.source = "boundary elements";
  return known;
}

void compress_known(double threshold, KnownResponses& known) {
  const auto* dense = dynamic_cast<const DenseResponses*>(known.G.get());
  if (dense == nullptr) throw Error("responses that are compressed already cannot be compressed again");
  Compression compression;
  compression.columns.epsilon = threshold;
  std::shared_ptr<const CompressedResponses> compressed = compress(*dense, known.problem, compression);
  const CompressionError error = compression_error(*dense, *compressed, compressed->finest());
  known.compression = compression_factor(*compressed, compressed->finest());
  known.error = error.rms, known.worst_error = error.max;
  known.G = std::move(compressed);
}

std::string summary_of(const KnownResponses& known) {
  const auto free = static_cast<Index>(std::ranges::count(known.problem.held, char{0}));
  std::string text = fmt::format("{} of {} vertices are free, by {}", with_thousands(free),
                                 with_thousands(static_cast<Index>(known.problem.held.size())), known.source);
  if (known.compression > 1)
    text += fmt::format(", compressed {:.3g}-fold (RMS {:.2g}, at most {:.2g} of a column)",
                        known.compression, known.error, known.worst_error);
  return text;
}

void require_same_problem(const ReferenceProblem& wanted, const ReferenceProblem& known,
                          const std::string& remedy) {
  constexpr double kSame = 1e-6;  // of the size: files may keep fewer digits
  const auto refuse = [&](const std::string& what) { throw Error(what, "", remedy); };
  const auto vertices = [](const ReferenceProblem& p) { return p.surface.vertex_count(); };
  if (vertices(wanted) != vertices(known))
    refuse(fmt::format("the responses are those of a surface of {} vertices, and this one has {}",
                       with_thousands(vertices(known)), with_thousands(vertices(wanted))));
  if (wanted.surface.triangles != known.surface.triangles)
    refuse("the responses are those of a surface with other triangles");
  double farthest = 0;
  for (std::size_t v = 0; v < wanted.held.size(); ++v)
    farthest = std::max(farthest, norm(wanted.surface.positions[v] - known.surface.positions[v]));
  if (farthest > kSame * bounding_box(wanted.surface).diagonal())
    refuse(fmt::format("the responses are those of another surface: a vertex is {:.3g} m away", farthest));
  Index other = 0;
  for (std::size_t v = 0; v < wanted.held.size(); ++v) other += wanted.held[v] != known.held[v] ? 1 : 0;
  if (other > 0)
    refuse(fmt::format("the responses are those of other holds: {} held in one of the two alone",
                       counted(other, "vertex is", "vertices are")));
  if (wanted.material != known.material)
    refuse(fmt::format("the responses are those of another material: {}", said(known.material)));
}

}  // namespace sinew
