#pragma once

#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sinew {

// `sinew bench`: each bench measures one table or figure of the papers, or compares one kernel with an
// alternative. It runs its cases in turn and reports named values for each; bench_report.h shows them.

using BenchValue = std::variant<double, long long, bool, std::string>;

struct BenchEntry {
  std::string key;    // with its unit: "build_seconds", "min_dihedral_deg"
  BenchValue value;   // measured
  std::string paper;  // the paper's value, as printed there; empty if it has none
};

struct BenchRow {
  std::string name;  // of the case; unique in a report
  std::vector<BenchEntry> entries;

  void add(std::string key, double value, std::string paper = "");
  void add(std::string key, const char* value, std::string paper = "");
  void add(std::string key, BenchValue value, std::string paper = "");
  // Integers of any width.
  template <typename T>
  requires std::is_integral_v<T>
  void add(std::string key, T value, std::string paper = "") {
    if constexpr (std::is_same_v<T, bool>)
      add(std::move(key), BenchValue(value), std::move(paper));
    else
      add(std::move(key), BenchValue(static_cast<long long>(value)), std::move(paper));
  }
};

// Passed to a running bench: says which cases are wanted and collects the rows.
class BenchContext {
 public:
  // Empty: all cases.
  explicit BenchContext(std::string wanted_case = "") : wanted_case_(std::move(wanted_case)) {}

  bool wants(std::string_view name) const { return wanted_case_.empty() || wanted_case_ == name; }
  // Adds a row; the reference stays valid while the context lives.
  BenchRow& add_row(std::string name);
  const std::deque<BenchRow>& rows() const { return rows_; }

 private:
  std::string wanted_case_;
  std::deque<BenchRow> rows_;
};

struct Bench {
  std::string name, description;
  std::vector<std::string> cases;
  std::function<void(BenchContext&)> run;
};

// All benches, in the order in which `sinew bench` lists them.
std::span<const Bench> all_benches();

// Throws Error, with a suggestion, if no bench has that name, or if there is no such case (empty: all cases).
const Bench& find_bench(std::string_view name, std::span<const Bench> benches);
BenchContext run_bench(const Bench& bench, const std::string& wanted_case);

}  // namespace sinew
