#include "greens/sources/response_file.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/little_endian.h"
#include "base/random.h"
#include "base/scratch_folder.h"
#include "greens/sources/boundary_elements.h"
#include "remeshing/remesh_shapes.h"
#include "sinew/base/error.h"
#include "sinew/base/log.h"

namespace sinew {
namespace {

using testing::HasSubstr;

// Symmetric, with a large diagonal.
DenseMatrix made_up(Index vertices) {
  DenseMatrix G(3 * vertices);
  Random random(7);
  for (Index j = 0; j < G.size; ++j)
    for (Index i = 0; i <= j; ++i) G(i, j) = G(j, i) = random.uniform(-1, 1) + (i == j ? 4.0 * vertices : 0);
  return G;
}

std::string header(Index vertices, const std::string& form = "force",
                   const std::string& numbers = "float64") {
  return "sinew responses 1\nvertices " + std::to_string(vertices) + "\nform " + form + "\nnumbers " +
         numbers + "\nend\n";
}

// The file that a stranger writes: numbers row by row.
std::string file_of(const DenseMatrix& G, std::span<const double> areas = {}) {
  std::string bytes = header(G.size / 3, areas.empty() ? "force" : "traction");
  for (const double area : areas) put_little_endian(bytes, area);
  for (Index row = 0; row < G.size; ++row)
    for (Index column = 0; column < G.size; ++column)
      put_little_endian(bytes, areas.empty() ? G(row, column) : G(row, column) * areas[column / 3]);
  return bytes;
}

// The problem of the Error, and its hint; "" if none is thrown.
std::string refusal(const std::string& bytes, Index expected = 0) {
  try {
    parse_responses(bytes, "measured.responses", expected);
  } catch (const Error& error) {
    EXPECT_THAT(error.where(), HasSubstr("measured.responses"));
    return error.problem();
  }
  return "";
}

// What is warned of while the file is read.
std::string warning(const std::string& bytes) {
  std::string all;
  set_log_sink([&](LogLevel, std::string_view text) { all += text; });
  parse_responses(bytes, "measured.responses");
  set_log_sink({});
  return all;
}

using ResponseFiles = ScratchFolderTest;

TEST_F(ResponseFiles, give_back_the_bits_that_were_written) {
  std::vector<char> held(42, 0);
  held[0] = held[1] = held[2] = 1;
  const DenseMatrix G = boundary_element_responses({sphere(1), {}, held, {1, 0.3, 1000}}).G;
  write_responses(folder_ / "a.responses", G);
  const ForeignResponses found = read_responses(folder_ / "a.responses", 39);
  EXPECT_TRUE(found.G.values == G.values);
  EXPECT_EQ(found.asymmetry.all, 0);
}

TEST(ResponseFile, tractions_are_divided_by_the_areas) {
  const DenseMatrix G = made_up(3);
  const double areas[] = {0.5, 2, 0.25};
  EXPECT_TRUE(parse_responses(file_of(G, areas), "").G.values == G.values);
}

TEST(ResponseFile, text_is_read_like_binary_numbers) {
  DenseMatrix G = made_up(2);
  std::string text = header(2, "force", "text");
  for (Index row = 0; row < 6; ++row)
    for (Index column = 0; column < 6; ++column)
      text += fmt::format("{}{}", G(row, column), column < 5 ? (row % 2 ? "\t" : ", ") : "\r\n");
  EXPECT_TRUE(parse_responses(text, "").G.values == G.values);
}

TEST(ResponseFile, the_header_may_have_comments_and_any_order) {
  const std::string plain = file_of(made_up(1));
  const std::string body = plain.substr(plain.find("end\n") + 4);
  const std::string other =
      "sinew responses 1\r\n# measured on Tuesday\n\nnumbers float64\nform force \nvertices 1\nend\n" + body;
  EXPECT_TRUE(parse_responses(other, "").G.values == parse_responses(plain, "").G.values);
}

TEST(ResponseFile, the_symmetric_half_is_taken_and_the_rest_reported) {
  DenseMatrix G = made_up(2);
  G(0, 4) += 1;
  EXPECT_THAT(warning(file_of(G)), HasSubstr("% from symmetric; their symmetric half is used"));
  const ForeignResponses found = parse_responses(file_of(G), "");
  EXPECT_DOUBLE_EQ(found.G(0, 4), found.G(4, 0));
  EXPECT_DOUBLE_EQ(found.G(0, 4), made_up(2)(0, 4) + 0.5);
  EXPECT_GT(found.asymmetry.all, 0.01);
  EXPECT_EQ(warning(file_of(made_up(2))), "");
}

TEST(ResponseFile, doubtful_responses_are_warned_of) {
  DenseMatrix G = made_up(3);
  for (Index i = 0; i < 9; ++i)
    for (Index k = 3; k < 6; ++k) G(i, k) *= 1e-4, G(k, i) *= 1e-4;
  EXPECT_THAT(warning(file_of(G)), HasSubstr("badly scaled: vertex 0 gives way"));
  G = made_up(3);
  G(1, 7) = G(7, 1) = 30;
  EXPECT_THAT(warning(file_of(G)), HasSubstr("vertices 0 and 2 answer each other more than themselves"));
}

TEST(ResponseFile, sizes_that_do_not_fit_are_refused) {
  const std::string good = file_of(made_up(2));
  EXPECT_EQ(refusal(good, 3), "has responses of 2 vertices; the surface has 3 free ones");
  EXPECT_EQ(refusal(good.substr(0, good.size() - 1)),
            "36 numbers of 8 bytes are expected after the header, but 287 bytes follow");
  EXPECT_EQ(refusal(good + "x"), "36 numbers of 8 bytes are expected after the header, but 289 bytes follow");
  const std::string text = header(1, "force", "text");
  EXPECT_EQ(refusal(text + "1 2 3"), "9 numbers are expected after the header; the file ends before");
  EXPECT_EQ(refusal(text + "1.00 2.00 3.00 4.00 5.00 6.00"),
            "9 numbers are expected after the header, but 6 follow");
  EXPECT_EQ(refusal(text + "1 0 0 0 1 0 0 0 1 5"), "more than 9 numbers follow the header");
  EXPECT_EQ(refusal(text + "1 0 0 0 one 0 0 0 1"), "number 5 after the header cannot be read");
  EXPECT_EQ(refusal(text + "1 0 0 0 1;0 0 0 1 0"), "number 5 after the header cannot be read");
}

TEST(ResponseFile, headers_that_say_nothing_sensible_are_refused) {
  EXPECT_EQ(refusal("ply\n"), "is no file of responses");
  EXPECT_EQ(refusal("sinew responses 2\nend\n"), "is no file of responses");
  EXPECT_EQ(refusal(""), "the header does not end");
  EXPECT_EQ(refusal("sinew responses 1\nvertices 2\n"), "the header does not end");
  EXPECT_EQ(refusal("sinew responses 1\n" + std::string(5000, 'x')), "the header does not end");
  EXPECT_EQ(refusal("sinew responses 1\nend\n"), "the header has no line 'vertices'");
  EXPECT_EQ(refusal("sinew responses 1\nvertices 2\nend\n"), "the header has no line 'form'");
  EXPECT_EQ(refusal("sinew responses 1\nvertices 2\nform force\nend\n"), "the header has no line 'numbers'");
  EXPECT_EQ(refusal("sinew responses 1\nvertexes 2\nend\n"),
            "unknown key 'vertexes'; did you mean 'vertices'?");
  EXPECT_EQ(refusal("sinew responses 1\nvertices 2\nvertices 2\nend\n"), "'vertices' occurs twice");
  for (const std::string count : {"0", "-3", "2.5", "many", "", "99999999999999999999", "15001"})
    EXPECT_EQ(refusal("sinew responses 1\nvertices " + count + "\nform force\nnumbers text\nend\n"),
              "'vertices " + count + "'");
  EXPECT_EQ(refusal(header(1, "pressure")), "'form pressure'");
  EXPECT_EQ(refusal(header(1, "force", "float32")), "'numbers float32'");
}

TEST(ResponseFile, numbers_without_meaning_are_refused) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    DenseMatrix G = made_up(2);
    G(4, 1) = bad;
    EXPECT_EQ(refusal(file_of(G)), fmt::format("row 4, column 1 is {}", bad));
  }
  EXPECT_EQ(refusal(header(1, "force", "text") + "1 0 0 0 1e999 0 0 0 1"), "row 1, column 1 is nan");
  for (const double bad : {0.0, -1.0, std::nan("")}) {
    const double areas[] = {1, bad};
    EXPECT_EQ(refusal(file_of(made_up(2), areas)), fmt::format("the area of vertex 1 is {} m^2", bad));
  }
  const std::string moves =
      "vertex 1 moves against a force on it: its diagonal block is not positive definite";
  for (const double value : {-8.0, 0.0}) {
    DenseMatrix G = made_up(2);
    G(4, 4) = value;
    EXPECT_EQ(refusal(file_of(G)), moves);
  }
  DenseMatrix G = made_up(2);
  G(3, 4) = G(4, 3) = 9;
  EXPECT_EQ(refusal(file_of(G)), moves);
  G = made_up(2);
  for (Index j = 0; j < 6; ++j)
    for (Index i = 0; i < j; ++i) G(i, j) = 8, G(j, i) = -8;
  EXPECT_THAT(refusal(file_of(G)), HasSubstr("% from symmetric"));
  for (double& value : G.values) value = 1e300;
  EXPECT_NE(refusal(file_of(G)), "");
  std::fill(G.values.begin(), G.values.end(), 0.0);
  EXPECT_EQ(refusal(file_of(G)),
            "vertex 0 moves against a force on it: its diagonal block is not positive definite");
}

TEST(ResponseFile, files_that_are_missing_are_named) {
  EXPECT_THROW(read_responses("/none/a.responses"), Error);
}

}  // namespace
}  // namespace sinew
