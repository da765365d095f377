#pragma once

#include <string>

#include "base/machine.h"
#include "bench/bench.h"

namespace sinew {

// For people: a line per value, with the paper's beside ours.
std::string bench_table(const Bench& bench, const BenchContext& context, const Machine& machine);
// For programs: {"bench", "commit", "cpu", "threads", "rows": [{"case", key: value, ...}]}. Values that are
// not finite become null.
std::string bench_json(const Bench& bench, const BenchContext& context, const Machine& machine);

}  // namespace sinew
