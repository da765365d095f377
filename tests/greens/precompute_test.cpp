#include "greens/precompute.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "base/file.h"
#include "base/scratch_folder.h"
#include "greens/file/made_files.h"
#include "greens/responses/dense_responses.h"
#include "greens/sources/other_blocks.h"
#include "greens/sources/response_file.h"
#include "sinew/base/error.h"
#include "sinew/base/process.h"

namespace sinew {
namespace {

PrecomputeParams small_blocks() {
  PrecomputeParams params;
  params.dense_up_to = 0;
  params.columns.rank = 8;
  return params;
}

class Precompute : public ScratchFolderTest {
 protected:
  std::filesystem::path path_ = folder_ / "ball.greens";
  ReferenceProblem problem_ = levelled_ball();

  // Ends after some blocks of columns, as a kill would: what is written stays.
  void compute_and_stop(PrecomputeParams params, int blocks) {
    params.progress = [&blocks](Index, Index) {
      if (--blocks == 0) throw std::runtime_error("killed");
    };
    EXPECT_THROW(precompute(problem_, params, path_), std::runtime_error);
  }
};

TEST_F(Precompute, a_file_answers_within_its_threshold) {
  const PrecomputeReport report = precompute(problem_, {}, path_);
  const FiniteElementSource source(problem_, {.mesh = {.growth = PrecomputeParams{}.growth}});
  EXPECT_EQ(report.columns, 3 * source.count());
  EXPECT_GT(report.compression, 1.2);
  EXPECT_LT(report.worst, 0.08);
  const GreensFile file = read_greens_file(path_);
  expect_near(DenseResponses(source.dense()), *file.head.known.G, 0.08);
  EXPECT_EQ(file.head.known.source, "quadratic finite elements");
  EXPECT_EQ(file.head.known.weight, weight_columns(source).displacements);
  EXPECT_FALSE(std::filesystem::exists(ColumnJournal::path_for(path_)));
}

TEST_F(Precompute, columns_may_be_those_of_a_file_of_others) {
  const FiniteElementSource source(problem_, {.mesh = {.growth = PrecomputeParams{}.growth}});
  const DenseMatrix G = source.dense();
  PrecomputeParams params;
  params.columns.epsilon = 0, params.precision = BlockPrecision::kFloat;
  params.measured = path_.string() + ".measured";
  write_responses(params.measured, G);
  precompute(problem_, params, path_);
  const GreensFile file = read_greens_file(path_);
  expect_near(DenseResponses(G), *file.head.known.G, 1e-6);
  EXPECT_EQ(file.head.known.source, "a file of others");
  DenseMatrix small(3);
  std::fill(small.values.begin(), small.values.end(), 1.0);
  write_responses(params.measured, small);
  EXPECT_THROW(precompute(problem_, params, path_), Error);
}

TEST_F(Precompute, without_thresholds_a_file_of_floats_is_as_exact_as_floats) {
  PrecomputeParams params;
  params.columns.epsilon = 0, params.precision = BlockPrecision::kFloat;
  const PrecomputeReport report = precompute(problem_, params, path_);
  EXPECT_LT(report.worst, 1e-6);
  const FiniteElementSource source(problem_, {.mesh = {.growth = params.growth}});
  expect_near(DenseResponses(source.dense()), *read_greens_file(path_).head.known.G, 1e-6);
}

TEST_F(Precompute, a_killed_run_goes_on_and_ends_with_the_same_bytes) {
  for (const BlockPrecision precision : {BlockPrecision::kQuantised, BlockPrecision::kFloat}) {
    PrecomputeParams params = small_blocks();
    params.precision = precision;
    precompute(problem_, params, path_);
    const std::string whole = read_file(path_);
    std::filesystem::remove(path_);
    compute_and_stop(params, 2);
    EXPECT_FALSE(std::filesystem::exists(path_));
    const PrecomputeReport report = precompute(problem_, params, path_);
    EXPECT_GT(report.resumed, 0);
    EXPECT_LT(report.resumed, report.columns);
    EXPECT_EQ(read_file(path_), whole);
  }
}

// A block that was cut while it was written, or damaged, is computed again.
TEST_F(Precompute, a_damaged_journal_loses_its_last_block_alone) {
  const PrecomputeParams params = small_blocks();
  precompute(problem_, params, path_);
  const std::string whole = read_file(path_);
  compute_and_stop(params, 3);
  const std::filesystem::path journal = ColumnJournal::path_for(path_);
  const std::string bytes = read_file(journal);
  std::string cut = bytes.substr(0, bytes.size() - 100);
  write_file(journal, cut);
  EXPECT_EQ(precompute(problem_, params, path_).resumed, 3 * 64);
  EXPECT_EQ(read_file(path_), whole);
  std::string damaged = bytes;
  damaged[damaged.size() - 100] = static_cast<char>(damaged[damaged.size() - 100] ^ 1);
  write_file(journal, damaged);
  EXPECT_EQ(precompute(problem_, params, path_).resumed, 3 * 64);
  EXPECT_EQ(read_file(path_), whole);
}

TEST_F(Precompute, what_another_body_left_is_not_taken) {
  compute_and_stop(small_blocks(), 2);
  problem_.material.poisson = 0.4;
  EXPECT_EQ(precompute(problem_, small_blocks(), path_).resumed, 0);
  compute_and_stop(small_blocks(), 2);
  PrecomputeParams fresh = small_blocks();
  fresh.resume = false;
  EXPECT_EQ(precompute(problem_, fresh, path_).resumed, 0);
}

TEST_F(Precompute, threads_do_not_change_a_byte) {
  const int before = thread_count();
  std::vector<std::string> files;
  for (const int threads : {1, 2, 4}) {
    set_thread_count(threads);
    precompute(problem_, {}, path_);
    files.push_back(read_file(path_));
  }
  set_thread_count(before);
  EXPECT_EQ(files[0], files[1]);
  EXPECT_EQ(files[0], files[2]);
}

TEST_F(Precompute, supports_and_points_inside_come_into_the_file_on_request) {
  PrecomputeParams params;
  params.supports = true;
  params.inner_points = {{0, 0.2, 0.1}};
  precompute(problem_, params, path_);
  const GreensFile file = read_greens_file(path_);
  const auto held = static_cast<Index>(std::count(problem_.held.begin(), problem_.held.end(), char{1}));
  EXPECT_EQ(file.supports.view().count(), held);
  ASSERT_EQ(file.head.inner_rows.size(), 3u);
  EXPECT_EQ(file.head.inner_rows[1].values.size(),
            6 * 3 * static_cast<std::size_t>(file.head.known.G->count()));
}

TEST_F(Precompute, surfaces_without_levels_are_kept_whole) {
  problem_.levels = {{problem_.surface.vertex_count()}, {}};
  const PrecomputeReport report = precompute(problem_, {}, path_);
  EXPECT_NEAR(report.compression, 1, 1e-9);
  EXPECT_LT(report.worst, 1e-4);
}

TEST_F(Precompute, other_sources_agree) {
  precompute(problem_, {}, path_);
  const auto quadratic = read_greens_file(path_).head.known.G;
  for (const ResponseOrigin origin :
       {ResponseOrigin::kLinear, ResponseOrigin::kMultigrid, ResponseOrigin::kBoundary}) {
    PrecomputeParams params;
    params.origin = origin;
    precompute(problem_, params, path_);
    expect_near(*quadratic, *read_greens_file(path_).head.known.G, 0.5);
  }
}

TEST_F(Precompute, a_folder_that_is_not_there_is_named_before_work_begins) {
  const std::string said = error_of([&] { precompute(problem_, {}, folder_ / "missing" / "x.greens"); });
  EXPECT_NE(said.find("missing"), std::string::npos) << said;
}

}  // namespace
}  // namespace sinew
