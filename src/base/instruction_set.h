#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// The instruction sets that kernels are compiled for, weakest first. The baseline is what every machine of
// the architecture has (SSE2 on x86-64); other architectures have only the baseline.
enum class InstructionSet {
  kBaseline,
  kAvx2,    // AVX2 and FMA
  kAvx512,  // AVX-512 F, DQ, VL and BW, and FMA
};

// "baseline", "avx2" or "avx512": the spelling of SINEW_INSTRUCTION_SET.
std::string name(InstructionSet set);

// What this machine and its operating system can run, weakest first; the baseline always.
std::vector<InstructionSet> supported_instruction_sets();

// The set of that name, or the best supported one if the name is empty. Throws Error if the name is unknown
// or this machine cannot run the set.
InstructionSet instruction_set_from_wish(std::string_view wish);

// The set that kernels run with: the best supported one, or the one in the environment variable
// SINEW_INSTRUCTION_SET. Determined once; throws as instruction_set_from_wish does.
InstructionSet best_instruction_set();

}  // namespace sinew
