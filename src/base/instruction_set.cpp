#include "base/instruction_set.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "base/suggestion.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

constexpr InstructionSet kAllSets[] = {InstructionSet::kBaseline, InstructionSet::kAvx2,
                                       InstructionSet::kAvx512};

#if defined(__x86_64__) && !defined(SINEW_BASELINE_ONLY)
// Asks the processor and the operating system, which must save the wider registers.
bool is_supported(InstructionSet set) {
  switch (set) {
    case InstructionSet::kBaseline:
      return true;
    case InstructionSet::kAvx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case InstructionSet::kAvx512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("fma");
  }
  return false;
}
#else
bool is_supported(InstructionSet set) { return set == InstructionSet::kBaseline; }
#endif

std::vector<std::string> names(const std::vector<InstructionSet>& sets) {
  std::vector<std::string> result;
  for (const InstructionSet set : sets) result.push_back(name(set));
  return result;
}

}  // namespace

std::string name(InstructionSet set) {
  switch (set) {
    case InstructionSet::kAvx2:
      return "avx2";
    case InstructionSet::kAvx512:
      return "avx512";
    default:
      return "baseline";
  }
}

std::vector<InstructionSet> supported_instruction_sets() {
  std::vector<InstructionSet> sets;
  std::copy_if(std::begin(kAllSets), std::end(kAllSets), std::back_inserter(sets), is_supported);
  return sets;
}

InstructionSet instruction_set_from_wish(std::string_view wish) {
  const std::vector<InstructionSet> supported = supported_instruction_sets();
  if (wish.empty()) return supported.back();
  const std::string where = "SINEW_INSTRUCTION_SET";
  const std::string hint = fmt::format("this machine runs {}", fmt::join(names(supported), ", "));
  for (const InstructionSet set : kAllSets) {
    if (name(set) != wish) continue;
    if (is_supported(set)) return set;
    throw Error(fmt::format("this machine, or this build, cannot run '{}'", wish), where, hint);
  }
  const std::vector<std::string> known = names({std::begin(kAllSets), std::end(kAllSets)});
  throw Error(fmt::format("no instruction set '{}'{}", wish, did_you_mean(wish, known)), where, hint);
}

InstructionSet best_instruction_set() {
  static const InstructionSet chosen = [] {
    const char* wish = std::getenv("SINEW_INSTRUCTION_SET");
    return instruction_set_from_wish(wish == nullptr ? "" : wish);
  }();
  return chosen;
}

}  // namespace sinew
