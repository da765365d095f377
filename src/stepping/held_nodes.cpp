#include "stepping/held_nodes.h"

#include <fmt/format.h>

#include <algorithm>

#include "sinew/base/error.h"

namespace sinew {

namespace {

// The nodes of holds with directions, ascending, and the number of each among them, or -1.
std::vector<GuidedNode> find_guided(std::span<const Hold> holds, std::vector<Index>& number) {
  for (const Hold& hold : holds)
    for (const Index v : hold.nodes)
      if (!hold.directions.empty()) number[v] = 0;
  std::vector<GuidedNode> guided;
  for (std::size_t v = 0; v < number.size(); ++v) {
    if (number[v] < 0) continue;
    number[v] = static_cast<Index>(guided.size());
    guided.push_back({.node = static_cast<Index>(v)});
  }
  return guided;
}

// A hold of all directions holds those that are left.
void hold_the_rest(GuidedNode& guided, Index hold) {
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 left = guided.free.column[axis];
    if (norm(left) > 0.1) guided.add(hold, normalized(left));
  }
}

// Later holds come first, so that earlier ones only add to them.
void add_directions(std::span<const Hold> holds, std::span<const Index> number, const Placement& placement,
                    std::vector<GuidedNode>& guided) {
  for (auto h = static_cast<Index>(holds.size()) - 1; h >= 0; --h)
    for (const Index v : holds[h].nodes) {
      if (number[v] < 0) continue;
      GuidedNode& node = guided[number[v]];
      if (holds[h].directions.empty()) hold_the_rest(node, h);
      for (const Vec3& d : holds[h].directions) node.add(h, placement.own_direction(normalized(d)));
    }
}

}  // namespace

void GuidedNode::add(Index hold, const Vec3& along) {
  constexpr double kSame = 1e-6;
  if (count == 3 || !(norm(free * along) > kSame)) return;
  // Project twice, since the first result is inexact if most of the direction is held already.
  const Vec3 axis = normalized(free * normalized(free * along));
  directions[count++] = {hold, along, axis};
  free = count == 3 ? Mat3{} : free - outer(axis, axis);
}

void require_node(Index node, Index node_count) {
  if (node < 0 || node >= node_count)
    throw Error(fmt::format("node {} is to be held, but there are {}", node, node_count));
}

HeldNodes held_nodes(std::span<const Hold> holds, Index node_count, const Placement& placement) {
  HeldNodes nodes;
  nodes.held.assign(node_count, 0);
  bool any_guided = false;
  for (std::size_t h = 0; h < holds.size(); ++h) {
    require_valid_directions(holds[h].directions, fmt::format("holds[{}]", h));
    any_guided = any_guided || !holds[h].directions.empty();
    for (const Index v : holds[h].nodes) {
      require_node(v, node_count);
      if (holds[h].directions.empty()) nodes.held[v] = 1;
    }
  }
  if (!any_guided) return nodes;
  std::vector<Index> number(node_count, -1);
  nodes.guided = find_guided(holds, number);
  add_directions(holds, number, placement, nodes.guided);
  for (const GuidedNode& guided : nodes.guided) {
    nodes.held[guided.node] = guided.count == 3;
    if (guided.count < 3) nodes.rollers.push_back({guided.node, guided.free});
  }
  return nodes;
}

}  // namespace sinew
