#include "greens/file/greens_file.h"

#include <gtest/gtest.h>

#include <string>

#include "base/file.h"
#include "base/scratch_folder.h"
#include "greens/file/made_files.h"

namespace sinew {
namespace {

class GreensFiles : public ScratchFolderTest {
 protected:
  std::filesystem::path path_ = folder_ / "ball.greens";

  std::string complaint() const {
    return error_of([&] { read_greens_file(path_); });
  }
};

TEST_F(GreensFiles, a_file_gives_back_what_was_put_in) {
  const GreensFileHead head = made_up_head();
  const auto columns = made_up_columns(head);
  for (const BlockPrecision precision : {BlockPrecision::kFloat, BlockPrecision::kQuantised}) {
    GreensFileHead some = head;
    some.precision = precision;
    write_greens_file(path_, some, *columns);
    const GreensFile file = read_greens_file(path_);
    const KnownResponses &known = file.head.known, &was = head.known;
    EXPECT_EQ(known.problem.surface.positions, was.problem.surface.positions);
    EXPECT_EQ(known.problem.surface.triangles, was.problem.surface.triangles);
    EXPECT_EQ(known.problem.levels.count, was.problem.levels.count);
    EXPECT_EQ(known.problem.levels.parents, was.problem.levels.parents);
    EXPECT_EQ(known.problem.held, was.problem.held);
    EXPECT_EQ(known.problem.material, was.problem.material);
    EXPECT_EQ(known.weight, was.weight);
    EXPECT_EQ(known.weight_on_mass, was.weight_on_mass);
    EXPECT_EQ(known.source, was.source);
    EXPECT_EQ(file.head.weight_reactions, head.weight_reactions);
    ASSERT_EQ(file.head.inner_rows.size(), 1u);
    EXPECT_EQ(file.head.inner_rows[0].values, head.inner_rows[0].values);
    EXPECT_EQ(file.head.columns.epsilon, head.columns.epsilon);
    expect_near(*columns, *known.G, precision == BlockPrecision::kFloat ? 0 : 4 * kQuantisationError);
  }
}

TEST_F(GreensFiles, sixteen_bits_make_a_file_half_as_large) {
  GreensFileHead head = made_up_head();
  const auto columns = made_up_columns(head);
  head.precision = BlockPrecision::kFloat;
  write_greens_file(path_, head, *columns);
  const auto floats = std::filesystem::file_size(path_);
  head.precision = BlockPrecision::kQuantised;
  write_greens_file(path_, head, *columns);
  EXPECT_LT(static_cast<double>(std::filesystem::file_size(path_)), 0.62 * static_cast<double>(floats));
}

TEST_F(GreensFiles, foreign_files_are_refused) {
  write_file(path_, "ply\nformat ascii 1.0\nelement vertex 0\nend_header\n");
  EXPECT_NE(complaint().find("this is no file of responses"), std::string::npos) << complaint();
  write_file(path_, "SINEW");
  EXPECT_NE(complaint().find("this is no file of responses"), std::string::npos);
  std::filesystem::remove(path_);
  EXPECT_NE(complaint(), "");
}

TEST_F(GreensFiles, another_version_is_refused) {
  write_greens_file(path_, made_up_head(), *made_up_columns(made_up_head()));
  std::string bytes = read_file(path_);
  bytes[8] = 7;
  write_file(path_, bytes);
  EXPECT_NE(complaint().find("version 7, and this program reads version 1"), std::string::npos)
      << complaint();
}

TEST_F(GreensFiles, truncated_files_are_refused) {
  write_greens_file(path_, made_up_head(), *made_up_columns(made_up_head()));
  const std::string bytes = read_file(path_);
  for (std::size_t size = 32; size < bytes.size(); size += 977) {
    write_file(path_, std::string_view(bytes).substr(0, size));
    EXPECT_NE(complaint().find("truncated"), std::string::npos) << size << ": " << complaint();
  }
}

// Padding between sections is the only place without a checksum.
TEST_F(GreensFiles, a_changed_byte_anywhere_is_found) {
  write_greens_file(path_, made_up_head(), *made_up_columns(made_up_head()));
  const std::string bytes = read_file(path_);
  int unnoticed = 0;
  for (std::size_t at = 0; at < bytes.size(); at += 641) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    write_file(path_, damaged);
    const std::string said = complaint();
    unnoticed += said.empty();
    EXPECT_TRUE(said.empty() || said.find("ball.greens") != std::string::npos) << said;
  }
  EXPECT_LE(unnoticed, 3);
}

TEST_F(GreensFiles, contents_that_do_not_fit_together_are_refused) {
  GreensFileHead head = made_up_head();
  const auto columns = made_up_columns(head);
  head.known.problem.surface.triangles[3][1] = 10'000;
  write_greens_file(path_, head, *columns);
  EXPECT_NE(complaint().find("a triangle has a vertex that is not there"), std::string::npos) << complaint();
  head = made_up_head();
  head.known.weight.pop_back();
  write_greens_file(path_, head, *columns);
  EXPECT_NE(complaint().find("the section 'weight' has"), std::string::npos) << complaint();
  head = made_up_head();
  head.known.problem.material.poisson = 0.7;
  write_greens_file(path_, head, *columns);
  EXPECT_NE(complaint().find("Poisson"), std::string::npos) << complaint();
}

}  // namespace
}  // namespace sinew
