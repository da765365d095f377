#include "sinew/body/body.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <memory>

#include "sinew/base/error.h"
#include "sinew/embed/embedding.h"

namespace sinew {

namespace {

// The weight of each vertex; 1 at the nearest one if none is within the radius.
std::vector<double> patch_weights(std::span<const Vec3> vertices, const Vec3& at, double radius) {
  std::vector<double> weights(vertices.size(), 0);
  double sum = 0, least = std::numeric_limits<double>::infinity();
  std::size_t nearest = 0;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const double d2 = squared_norm(vertices[v] - at);
    if (d2 < least) least = d2, nearest = v;
    if (d2 >= radius * radius) continue;
    const double rest = 1 - d2 / (radius * radius);
    sum += weights[v] = rest * rest;
  }
  if (sum == 0) weights[nearest] = 1;
  return weights;
}

}  // namespace

Pull make_pull(const BodyFrame& frame, const Vec3& at, double radius) {
  if (!is_finite(at) || !(radius >= 0) || !std::isfinite(radius))
    throw Error(fmt::format("a pull at ({}, {}, {}) with a radius of {} m", at.x, at.y, at.z, radius), "",
                "give a point in metres, and a radius of 0 or more");
  if (frame.topology.embedding == nullptr || frame.topology.embedding->point_count() == 0)
    throw Error(fmt::format("body '{}' has no surface to pull at", frame.body));

  // Resolve the vertices to the nodes that move them.
  const std::shared_ptr<const Embedding> embedding = embedding_in_nodes(frame.topology);
  const std::vector<double> of_vertex = patch_weights(surface_positions(frame), at, radius);
  std::map<Index, double> of_node;
  double sum = 0;
  for (Index v = 0; v < embedding->point_count(); ++v)
    for (std::size_t k = 0; k < embedding->row_size(v); ++k) {
      const double w = of_vertex[v] * embedding->weights(v)[k];
      if (w == 0) continue;
      of_node[embedding->nodes(v)[k]] += w;
      sum += w;
    }
  Pull pull;
  for (const auto& [node, weight] : of_node) pull.nodes.push_back(node), pull.weights.push_back(weight / sum);
  pull.target = pulled_point(pull, frame.positions);
  return pull;
}

Vec3 pulled_point(const Pull& pull, std::span<const Vec3> positions) {
  Vec3 sum;
  for (std::size_t k = 0; k < pull.nodes.size(); ++k) sum += pull.weights[k] * positions[pull.nodes[k]];
  return sum;
}

void require_valid(const Pull& pull, Index node_count) {
  if (pull.nodes.empty() || pull.nodes.size() != pull.weights.size())
    throw Error(fmt::format("a pull at {} nodes with {} weights", pull.nodes.size(), pull.weights.size()));
  double sum = 0;
  for (std::size_t k = 0; k < pull.nodes.size(); ++k) {
    if (pull.nodes[k] < 0 || pull.nodes[k] >= node_count)
      throw Error(fmt::format("a pull at node {} of a body of {}", pull.nodes[k], node_count));
    sum += pull.weights[k];
  }
  if (!(std::abs(sum - 1) < 1e-6))
    throw Error(fmt::format("the weights of a pull sum to {}", sum), "", "they must sum to 1");
  if (!is_finite(pull.target)) throw Error("the target of a pull is not finite");
  if (!(pull.stiffness >= 0) || !std::isfinite(pull.stiffness))
    throw Error(fmt::format("the stiffness of a pull is {} N/m", pull.stiffness), "", "it must be 0 or more");
}

}  // namespace sinew
