#include "bench/bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "bench/bench_report.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

using testing::HasSubstr;

const Machine kMachine = {"abc123", "a processor", 2};

Bench two_cases() {
  return {"pair", "two cases", {"one", "two"}, [](BenchContext& context) {
            if (context.wants("one")) {
              BenchRow& row = context.add_row("one");
              row.add("tets", 12345, "12k");
              row.add("rate", 0.125);
              row.add("closed", true);
            }
            if (context.wants("two")) context.add_row("two").add("rate", std::nan(""));
          }};
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Bench, json_has_a_row_for_each_case_with_its_values) {
  const Bench bench = two_cases();
  const auto json = nlohmann::json::parse(bench_json(bench, run_bench(bench, ""), kMachine));
  EXPECT_EQ(json["bench"], "pair");
  EXPECT_EQ(json["commit"], "abc123");
  EXPECT_EQ(json["cpu"], "a processor");
  EXPECT_EQ(json["threads"], 2);
  ASSERT_EQ(json["rows"].size(), 2U);
  EXPECT_EQ(json["rows"][0],
            nlohmann::json({{"case", "one"}, {"tets", 12345}, {"rate", .125}, {"closed", true}}));
  EXPECT_TRUE(json["rows"][1]["rate"].is_null());
}

TEST(Bench, the_table_shows_the_papers_figure_beside_ours) {
  const Bench bench = two_cases();
  const std::string table = bench_table(bench, run_bench(bench, "one"), kMachine);
  EXPECT_THAT(table, testing::ContainsRegex("one +tets +12,345 +12k"));
  EXPECT_THAT(table, HasSubstr("a processor, 2 threads, commit abc123"));
}

TEST(Bench, one_case_runs_alone) {
  const BenchContext context = run_bench(two_cases(), "two");
  ASSERT_EQ(context.rows().size(), 1U);
  EXPECT_EQ(context.rows()[0].name, "two");
}

TEST(Bench, an_unknown_bench_or_case_is_refused_with_a_suggestion) {
  const std::vector<Bench> benches = {two_cases()};
  EXPECT_THAT(message_of([&] { find_bench("piar", benches); }), HasSubstr("did you mean 'pair'?"));
  EXPECT_THAT(message_of([&] { run_bench(benches[0], "three"); }), HasSubstr("its cases are one, two"));
}

TEST(Bench, names_in_the_list_are_unique_and_every_bench_has_cases) {
  std::set<std::string> names;
  for (const Bench& bench : all_benches()) {
    EXPECT_TRUE(names.insert(bench.name).second) << bench.name;
    EXPECT_FALSE(bench.cases.empty()) << bench.name;
    EXPECT_FALSE(bench.description.empty()) << bench.name;
  }
}

}  // namespace
}  // namespace sinew
