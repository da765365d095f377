#include "tet/element_stars.h"

namespace sinew {

ElementStars make_element_stars(const BlockPattern& pattern, std::vector<Index> nodes, int corners) {
  ElementStars stars;
  stars.corners = corners;
  stars.nodes = std::move(nodes);
  stars.start.assign(pattern.rows() + 1, 0);
  for (const Index v : stars.nodes) ++stars.start[v + 1];
  for (Index v = 0; v < pattern.rows(); ++v) stars.start[v + 1] += stars.start[v];
  stars.at_node.resize(stars.nodes.size());
  std::vector<Index> fill(stars.start.begin(), stars.start.end() - 1);
  for (Index e = 0; e < stars.element_count(); ++e) {
    const auto element = stars.element(e);
    for (int c = 0; c < corners; ++c) {
      ElementStars::Corner corner{e, c, {-1, -1, -1, -1}};
      for (int k = 0; k < corners; ++k) corner.place[k] = pattern.find(element[c], element[k]);
      stars.at_node[fill[element[c]]++] = corner;
    }
  }
  return stars;
}

}  // namespace sinew
