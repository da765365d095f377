#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <memory>

#include "bench/benches.h"
#include "bench/greens_case.h"
#include "bench/greens_clusters.h"
#include "bench/machine.h"
#include "bench/median.h"
#include "greens/wavelets/compress.h"
#include "greens/wavelets/compression_error.h"

namespace sinew {

namespace {

using Reference = CompressionParams::Reference;

struct CompressionCase {
  const char *name, *model;
  double epsilon;
  Index rank = 0;
  Reference reference = Reference::kColumn;
  bool keep_base = true;
  bool base_alone = false;  // constraints on level 0
  const char* paper = "";   // its compression
};

constexpr CompressionCase kCases[] = {
    {"rabbit4-linear-0.01", "rabbit4", 0.01, 0, Reference::kColumn, true, false, "8.4"},
    {"rabbit4-linear-0.05", "rabbit4", 0.05, 0, Reference::kColumn, true, false, "25"},
    {"rabbit4-linear-0.20", "rabbit4", 0.20, 0, Reference::kColumn, true, false, "68"},
    {"rabbit4-lowrank-0.01", "rabbit4", 0.01, 24, Reference::kColumn, false, false, "8.4"},
    {"rabbit4-lowrank-0.05", "rabbit4", 0.05, 24, Reference::kColumn, false, false, "25"},
    {"rabbit4-lowrank-0.20", "rabbit4", 0.20, 24, Reference::kColumn, false, false, "68"},
    {"rabbit4-contact", "rabbit4", 0.05, 24, Reference::kRest, true, false, ""},
    {"rabbit4-contact-plain", "rabbit4", 0.05, 0, Reference::kColumn, true, false, ""},
    {"sphere4-linear-0.01", "sphere4", 0.01},
    {"sphere4-linear-0.05", "sphere4", 0.05},
    {"sphere4-linear-0.20", "sphere4", 0.20},
    {"dragon3-coarse", "dragon3", 0.25, 0, Reference::kColumn, false, true, "100"},
    {"dragon3-coarse-base-kept", "dragon3", 0.20, 0, Reference::kColumn, true, true, ""}};

Compression compression_of(const CompressionCase& one) {
  Compression compression;
  compression.columns = {
      .epsilon = one.epsilon, .keep_base = one.keep_base, .rank = one.rank, .reference = one.reference};
  if (one.base_alone) compression.levels = {0};
  return compression;
}

Eigen::MatrixXd capacitance(const Responses& responses, std::span<const Index> S) {
  const auto size = static_cast<Eigen::Index>(3 * S.size());
  Eigen::MatrixXd C(size, size);
  responses.extract(S, S, {C.data(), static_cast<std::size_t>(C.size())});
  return 0.5 * (C + C.transpose());
}

// What a place says of the compressed capacitance matrix, against the exact one.
struct PlaceResult {
  double force_error, eigenvalue_ratio;
};

// All vertices pressed in alike: the error of the total force, and the smallest eigenvalues.
PlaceResult press(const Responses& exact, const Responses& compressed, const GreensPlace& place) {
  const Eigen::MatrixXd C = capacitance(exact, place.vertices), C_c = capacitance(compressed, place.vertices);
  const Eigen::Vector3d inward(place.inward.x, place.inward.y, place.inward.z);
  const auto vertices = static_cast<Eigen::Index>(place.vertices.size());
  const Eigen::VectorXd w = inward.replicate(vertices, 1);
  const auto total = [&](const Eigen::MatrixXd& A) -> Eigen::Vector3d {
    const Eigen::VectorXd f = A.ldlt().solve(w);
    return Eigen::Map<const Eigen::Matrix3Xd>(f.data(), 3, vertices).rowwise().sum();
  };
  const Eigen::Vector3d force = total(C);
  const auto least = [](const Eigen::MatrixXd& A) {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues().minCoeff();
  };
  return {(total(C_c) - force).norm() / force.norm(), least(C_c) / least(C)};
}

void measure_contact(const GreensCase& body, const Responses& compressed, BenchRow& row) {
  constexpr int kPlaces = 40;
  double worst_error = 0, worst_ratio = 1e300;
  std::string starts;
  for (const int size : {12, 60}) {
    std::vector<double> errors;
    int indefinite = 0;
    for (const GreensPlace& place : random_places(body.problem, kPlaces, size, 1)) {
      const PlaceResult result = press(*body.dense, compressed, place);
      errors.push_back(result.force_error);
      worst_error = std::max(worst_error, result.force_error);
      worst_ratio = std::min(worst_ratio, result.eigenvalue_ratio);
      indefinite += result.eigenvalue_ratio <= 0 ? 1 : 0;
      if (size == 12) starts += fmt::format("{}{}", starts.empty() ? "" : " ", place.vertices[0]);
    }
    row.add(fmt::format("median_force_error_{}", size), median(errors));
    row.add(fmt::format("indefinite_{}", size), indefinite);
  }
  row.add("force_error", worst_error);
  row.add("min_eigenvalue", worst_ratio);  // of the exact matrix's smallest one
  row.add("places", starts);               // the first free vertex of each
}

void measure(const CompressionCase& one, const GreensCase& body, BenchRow& row) {
  const double start = cpu_seconds();
  const auto compressed = compress(body.source(), body.problem, compression_of(one));
  const double seconds = cpu_seconds() - start;
  const Index level = one.base_alone ? 0 : compressed->finest();
  const CompressionError error = compression_error(body.source(), *compressed, level);
  row.add("free_vertices", compressed->count());
  row.add("columns", compressed->columns(level).count());
  row.add("epsilon", one.epsilon);
  row.add("rank", compressed->global().rank);
  row.add("compression", compression_factor(*compressed, level), one.paper);
  row.add("blocks_per_column",
          static_cast<double>(compressed->columns(level).entries()) / compressed->columns(level).count());
  row.add("rms", error.rms);
  row.add("max", error.max);
  row.add("compress_cpu_s", seconds);
  if (std::string_view(one.name).starts_with("rabbit4-contact")) measure_contact(body, *compressed, row);
}

}  // namespace

Bench jamespai_compression_bench() {
  Bench bench;
  bench.name = "jamespai-compression";
  bench.description =
      "responses in wavelets: blocks left out against the error, and what contact makes of it";
  for (const CompressionCase& one : kCases) bench.cases.push_back(one.name);
  bench.run = [](BenchContext& context) {
    std::unique_ptr<GreensCase> body;
    const char* made = "";
    for (const CompressionCase& one : kCases) {
      if (!context.wants(one.name)) continue;
      if (std::string_view(one.model) != made)
        body.reset(), body = std::make_unique<GreensCase>(made = one.model);
      measure(one, *body, context.add_row(one.name));
    }
  };
  return bench;
}

}  // namespace sinew
