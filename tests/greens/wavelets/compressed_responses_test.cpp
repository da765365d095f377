#include "greens/wavelets/compressed_responses.h"

#include <gtest/gtest.h>

#include "base/error_of.h"
#include "base/parallel.h"
#include "base/random.h"
#include "greens/wavelets/compress.h"
#include "greens/wavelets/compression_error.h"
#include "greens/wavelets/round_bodies.h"

namespace sinew {
namespace {

using Reference = CompressionParams::Reference;

Compression plain(double epsilon, bool keep_base = true) {
  Compression compression;
  compression.columns = {.epsilon = epsilon, .keep_base = keep_base, .rank = 0};
  return compression;
}

Compression with_rank(double epsilon, Reference reference = Reference::kRest) {
  Compression compression;
  compression.columns = {.epsilon = epsilon, .rank = 12, .reference = reference};
  return compression;
}

struct Pushes {
  std::vector<Index> vertices{3, 17, 18, 40, 0};
  std::vector<Vec3> forces{{1, 0, 0.5}, {0, -2, 1}, {0.3, 0.3, 0}, {0, 0, 1}, {-1, 2, -3}};
};

double largest_difference(std::span<const Vec3> a, std::span<const Vec3> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, distance(a[i], b[i]));
  return largest;
}

TEST(CompressedResponses, nothing_is_lost_without_a_threshold) {
  const ReferenceProblem problem = held_sphere(2);
  const DenseResponses dense = smooth_responses(problem);
  const Pushes push;
  std::vector<Vec3> exact(static_cast<std::size_t>(dense.count())), u = exact;
  dense.sum(push.vertices, push.forces, exact);
  for (const Compression& compression : {plain(0), with_rank(0), with_rank(0, Reference::kColumn)}) {
    const auto compressed = compress(dense, problem, compression);
    compressed->sum(push.vertices, push.forces, u);
    EXPECT_LT(largest_difference(u, exact), 1e-5);  // floats, of sums up to 30
    const CompressionError error = compression_error(dense, *compressed, 2);
    EXPECT_LT(error.rms, 1e-6);
    EXPECT_LT(error.max, 1e-6);
  }
}

TEST(CompressedResponses, blocks_extracted_are_those_that_sums_are_made_of) {
  const ReferenceProblem problem = held_sphere(3);
  const DenseResponses dense = smooth_responses(problem);
  for (const Compression& compression : {plain(0.1), plain(0.1, false), with_rank(0.05)}) {
    const auto compressed = compress(dense, problem, compression);
    const std::vector<Index> rows{7, 100, 31, 0}, columns{100, 7, 3};
    std::vector<double> G(9 * rows.size() * columns.size());
    compressed->extract(rows, columns, G);
    std::vector<Vec3> u(static_cast<std::size_t>(dense.count()));
    for (std::size_t c = 0; c < 3 * columns.size(); ++c) {
      Vec3 force;
      force[static_cast<int>(c % 3)] = 1;
      compressed->sum({&columns[c / 3], 1}, {&force, 1}, u);
      for (std::size_t r = 0; r < 3 * rows.size(); ++r)
        EXPECT_NEAR(G[3 * rows.size() * c + r], u[rows[r / 3]][static_cast<int>(r % 3)], 1e-13);
    }
  }
}

TEST(CompressedResponses, the_threshold_bounds_the_error_of_every_column) {
  const ReferenceProblem problem = held_sphere(3);
  const DenseResponses dense = smooth_responses(problem);
  for (const WaveletKind kind : {WaveletKind::kLinear, WaveletKind::kButterfly})
    for (const bool lifted : {false, true})
      for (const double epsilon : {0.01, 0.05, 0.2}) {
        Compression compression = plain(epsilon, false);
        compression.wavelets = {kind, lifted, WaveletBoundary::kZero};
        const auto compressed = compress(dense, problem, compression);
        const CompressionError error = compression_error(dense, *compressed, 3);
        EXPECT_LT(error.max, 1.5 * epsilon);
        EXPECT_LT(error.rms, epsilon);
        EXPECT_GT(error.max, 0.2 * epsilon);
      }
}

TEST(CompressedResponses, higher_thresholds_compress_more_and_a_kept_base_bounds_it) {
  const ReferenceProblem problem = held_sphere(3);
  const DenseResponses dense = smooth_responses(problem);
  double before = 0.9;  // offsets are not counted
  for (const double epsilon : {0.0, 0.02, 0.1, 0.5, 10.0}) {
    const double factor = compression_factor(*compress(dense, problem, plain(epsilon)), 3);
    EXPECT_GT(factor, before);
    before = factor;
  }
  const SurfaceWavelets wavelets(problem, {});
  EXPECT_DOUBLE_EQ(before, static_cast<double>(wavelets.count()) / wavelets.domain().counts[0]);
}

TEST(CompressedResponses, the_global_term_makes_the_same_threshold_more_exact) {
  const ReferenceProblem problem = held_sphere(3);
  const DenseResponses dense = smooth_responses(problem);
  const CompressionError wavelets = compression_error(dense, *compress(dense, problem, plain(0.1)), 3);
  const CompressionError rank = compression_error(dense, *compress(dense, problem, with_rank(0.1)), 3);
  const CompressionError column =
      compression_error(dense, *compress(dense, problem, with_rank(0.1, Reference::kColumn)), 3);
  EXPECT_LT(rank.rms, 0.5 * wavelets.rms);
  EXPECT_LT(rank.rms, column.rms);
  EXPECT_LT(column.max, 0.15);
}

TEST(CompressedResponses, coarser_levels_show_the_same_field_in_less_detail) {
  const ReferenceProblem problem = held_sphere(3);
  const DenseResponses dense = smooth_responses(problem, 0.8);
  const auto compressed = compress(dense, problem, plain(0));
  const Pushes push;
  std::vector<ConstraintPlace> places;
  for (const Index v : push.vertices) places.push_back({3, v});
  std::vector<Vec3> all(static_cast<std::size_t>(dense.count()));
  compressed->sum(places, push.forces, all);
  double largest = 0;
  for (const Vec3& u : all) largest = std::max(largest, norm(u));
  double before = largest;
  for (Index level = 0; level <= 3; ++level) {
    std::vector<Vec3> u(static_cast<std::size_t>(compressed->wavelets().domain().count(level)));
    compressed->sum_on_level(level, places, push.forces, u);
    const double error = largest_difference(u, all);
    EXPECT_LT(error, before);
    before = level == 0 ? error : 0.6 * error;
  }
  EXPECT_EQ(before, 0);
}

TEST(CompressedResponses, the_bits_do_not_depend_on_the_number_of_threads) {
  const ReferenceProblem problem = held_sphere(3);
  const DenseResponses dense = smooth_responses(problem);
  Compression compression = with_rank(0.05);
  compression.levels = {3, 2};
  const auto compressed_with = [&](int threads) {
    set_thread_count(threads);
    auto compressed = compress(dense, problem, compression);
    set_thread_count(0);
    return compressed;
  };
  const auto one = compressed_with(1);
  for (const int threads : {2, 4}) {
    const auto other = compressed_with(threads);
    for (const Index level : {2, 3}) {
      EXPECT_TRUE(std::ranges::equal(one->columns(level).offsets, other->columns(level).offsets));
      EXPECT_TRUE(std::ranges::equal(one->columns(level).vertices, other->columns(level).vertices));
      EXPECT_TRUE(std::ranges::equal(one->columns(level).blocks, other->columns(level).blocks));
      EXPECT_TRUE(std::ranges::equal(one->columns(level).shares, other->columns(level).shares));
    }
  }
}

TEST(CompressedResponses, arrays_that_do_not_fit_are_refused_with_a_reason) {
  const ReferenceProblem problem = held_sphere(1);
  const auto wavelets = std::make_shared<const SurfaceWavelets>(problem, WaveletParams{});
  const Index n = wavelets->count();
  const auto reason = [&](auto&& spoil) {
    ColumnStore store;
    for (Index c = 0; c < n; ++c) {
      store.vertices.insert(store.vertices.end(), {0, n - 1});
      store.offsets.push_back(store.vertices.size());
    }
    store.blocks.resize(9 * store.vertices.size());
    spoil(store);
    return error_of([&] { CompressedResponses(wavelets, {{}, {{}, store.view()}, nullptr}); });
  };
  EXPECT_EQ(reason([](auto&) {}), "");
  EXPECT_NE(reason([](auto& s) { s.offsets.pop_back(); }).find("columns instead of"), std::string::npos);
  EXPECT_NE(reason([](auto& s) { s.blocks.pop_back(); }).find("numbers of theirs are missing"),
            std::string::npos);
  EXPECT_NE(reason([](auto& s) { s.shares.push_back(1); }).find("numbers of theirs"), std::string::npos);
  EXPECT_NE(reason([](auto& s) { s.offsets[2] = 99; }).find("do not end where their entries do"),
            std::string::npos);
  EXPECT_NE(reason([](auto& s) { s.vertices[4] = -1; }).find("column 2 of constraint level 1"),
            std::string::npos);
  EXPECT_NE(reason([&](auto& s) { s.vertices[5] = n; }).find("at the wrong place"), std::string::npos);
  EXPECT_NE(reason([&](auto& s) { s.vertices[5] = 0; }).find("at the wrong place"), std::string::npos);
  EXPECT_NE(error_of([&] {
              CompressedResponses(wavelets, {{}, {{}}, nullptr});
            }).find("for 1 levels"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              CompressedResponses(wavelets, {{2, {}}, {{}, {}}, nullptr});
            }).find("rank 2 has 0"),
            std::string::npos);
}

TEST(Compress, bad_parameters_and_foreign_sources_are_refused) {
  const ReferenceProblem problem = held_sphere(1);
  const DenseResponses dense = smooth_responses(problem), foreign = smooth_responses(held_sphere(2));
  EXPECT_NE(error_of([&] { compress(dense, problem, plain(-1)); }).find("the threshold is -1"),
            std::string::npos);
  EXPECT_NE(error_of([&] { compress(foreign, problem, {}); }).find("the source of responses has"),
            std::string::npos);
  Compression compression;
  compression.levels = {2};
  EXPECT_NE(error_of([&] { compress(dense, problem, compression); }).find("no constraint level 2"),
            std::string::npos);
}

}  // namespace
}  // namespace sinew
