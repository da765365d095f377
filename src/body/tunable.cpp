#include "sinew/body/body.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/suggestion.h"
#include "sinew/base/error.h"

namespace sinew {

void require_tunable(std::span<const Tunable> tunables, const std::string& name, double value,
                     const std::string& whose) {
  const auto found =
      std::find_if(tunables.begin(), tunables.end(), [&](const Tunable& t) { return t.name == name; });
  if (found == tunables.end()) {
    std::vector<std::string> names;
    for (const Tunable& t : tunables) names.push_back(t.name);
    throw Error(
        fmt::format("nothing called '{}' can be tuned{}", name, did_you_mean(name, names)), whose,
        names.empty() ? "it has nothing to tune" : fmt::format("it takes: {}", fmt::join(names, ", ")));
  }
  const bool counts = !found->whole || value == std::floor(value);
  if (!(value >= found->least && value <= found->most) || !counts)
    throw Error(fmt::format("{} cannot be {}", name, value), whose,
                fmt::format("it takes {} from {:g} to {:g}{}", found->whole ? "whole numbers" : "numbers",
                            found->least, found->most, found->unit.empty() ? "" : " " + found->unit));
}

}  // namespace sinew
