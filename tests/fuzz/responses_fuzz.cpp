// Responses of others. What was read is finite, symmetric and stays so.
#include <cmath>

#include "fuzz/fuzz_target.h"
#include "greens/sources/response_file.h"

namespace sinew::fuzz {

void read_input(std::string_view bytes) {
  ForeignResponses found;
  if (!is_taken([&] { found = parse_responses(bytes, "/none/a.responses"); })) return;
  const DenseMatrix& G = found.G;
  require(G.size > 0 && G.size % 3 == 0, "there are whole vertices");
  require(found.asymmetry.vertices.size() == static_cast<std::size_t>(G.size / 3),
          "every vertex has an asymmetry");
  for (Index column = 0; column < G.size; ++column) {
    require(G(column, column) > 0, "no vertex moves against a force on it");
    for (Index row = 0; row < G.size; ++row)
      require(std::isfinite(G(row, column)) && G(row, column) == G(column, row), "G is finite and symmetric");
  }
}

}  // namespace sinew::fuzz
