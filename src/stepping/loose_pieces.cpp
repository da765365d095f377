#include "stepping/loose_pieces.h"

namespace sinew {

LoosePieces find_loose_pieces(const Components& pieces, std::span<const char> held) {
  std::vector<Index> sizes(pieces.count, 0);
  std::vector<char> is_held(pieces.count, 0);
  for (std::size_t i = 0; i < held.size(); ++i) {
    ++sizes[pieces.of[i]];
    if (held[i] != 0) is_held[pieces.of[i]] = 1;
  }
  LoosePieces loose;
  loose.start = {0};
  std::vector<Index> next(pieces.count, -1);  // where the next node of a piece goes; -1: held
  for (Index p = 0; p < pieces.count; ++p) {
    if (is_held[p] != 0 || sizes[p] == 0) continue;
    next[p] = loose.start.back();
    loose.numbers.push_back(p);
    loose.start.push_back(next[p] + sizes[p]);
  }
  loose.nodes.resize(loose.start.back());
  for (std::size_t i = 0; i < held.size(); ++i)
    if (Index& at = next[pieces.of[i]]; at >= 0) loose.nodes[at++] = static_cast<Index>(i);
  return loose;
}

}  // namespace sinew
