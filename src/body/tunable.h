#pragma once

#include <span>
#include <string>

namespace sinew {

// A figure of a body that may be changed while it moves.
struct Tunable {
  std::string name, unit;
  double value = 0, least = 0, most = 1;
  bool logarithmic = false;  // its steps are factors
  bool whole = false;        // it counts something

  bool operator==(const Tunable&) const = default;
};

// Throws Error: with a suggestion where there is no tunable of the name, with the range where the value is
// outside of it, is no number, or is none to count with. `whose` says in it whose they are: "body 'liver'".
void require_tunable(std::span<const Tunable> tunables, const std::string& name, double value,
                     const std::string& whose);

}  // namespace sinew
