#pragma once

#include <string>

#include "bench/bench.h"

namespace sinew {

// Where and from what source a bench ran.
struct BenchMachine {
  std::string commit;  // short hash, "-dirty" behind it where files differ, or "unknown"
  std::string cpu;
  int threads = 1;
};

// Asks git for the commit, and the system for its processor.
BenchMachine this_machine();

// For people: a line for each figure, the paper's beside ours.
std::string bench_table(const Bench& bench, const BenchContext& context, const BenchMachine& machine);
// For programs: {"bench", "commit", "cpu", "threads", "rows": [{"case", key: value, ...}]}. Figures that are
// not finite become null.
std::string bench_json(const Bench& bench, const BenchContext& context, const BenchMachine& machine);

}  // namespace sinew
