#include "bench/bench.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/suggestion.h"
#include "sinew/base/error.h"

namespace sinew {

void BenchRow::add(std::string key, double value, std::string paper) {
  add(std::move(key), BenchValue(value), std::move(paper));
}

void BenchRow::add(std::string key, const char* value, std::string paper) {
  add(std::move(key), BenchValue(std::string(value)), std::move(paper));
}

void BenchRow::add(std::string key, BenchValue value, std::string paper) {
  entries.push_back({std::move(key), std::move(value), std::move(paper)});
}

BenchRow& BenchContext::add_row(std::string name) {
  return rows_.emplace_back(BenchRow{std::move(name), {}});
}

const Bench& find_bench(std::string_view name, std::span<const Bench> benches) {
  std::vector<std::string> names;
  for (const Bench& bench : benches) {
    if (bench.name == name) return bench;
    names.push_back(bench.name);
  }
  throw Error(fmt::format("no bench '{}'{}", name, did_you_mean(name, names)), "",
              "'sinew bench' lists them: " + fmt::format("{}", fmt::join(names, ", ")));
}

BenchContext run_bench(const Bench& bench, const std::string& wanted_case) {
  if (!wanted_case.empty() &&
      std::find(bench.cases.begin(), bench.cases.end(), wanted_case) == bench.cases.end())
    throw Error(fmt::format("bench {} has no case '{}'{}", bench.name, wanted_case,
                            did_you_mean(wanted_case, bench.cases)),
                "", fmt::format("its cases are {}", fmt::join(bench.cases, ", ")));
  BenchContext context(wanted_case);
  bench.run(context);
  return context;
}

}  // namespace sinew
