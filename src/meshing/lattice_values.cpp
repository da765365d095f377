#include "meshing/lattice_values.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kBlock = 16;    // half steps along a block handed to a thread
constexpr Index kSmallest = 4;  // half steps along a block that is not split: every node is asked for itself

// Nodes whose address lies in [lower, upper) on every axis.
struct Block {
  BccLattice::Half lower, upper;

  bool empty() const { return lower[0] >= upper[0] || lower[1] >= upper[1] || lower[2] >= upper[2]; }
  Index longest() const { return std::max({upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]}); }
  Block child(int number) const {
    Block part = *this;
    for (int axis = 0; axis < 3; ++axis) {
      const Index middle = std::min(upper[axis], lower[axis] + longest() / 2);
      ((number >> axis & 1) != 0 ? part.lower : part.upper)[axis] = middle;
    }
    return part;
  }
};

class BlockEvaluation {
 public:
  BlockEvaluation(const SolidField& field, const BccLattice& lattice, std::vector<double>& values)
      : field_(field), lattice_(lattice), values_(values) {}

  // Each of at most eight blocks gets one value for all its nodes if it lies on one side, judged by its
  // centre, with all centres evaluated at once; else it is split into its parts.
  void evaluate(std::span<const Block> blocks) {
    constexpr std::size_t kMost = 8;
    Vec3 centers[kMost];
    double values[kMost];
    const std::size_t n = blocks.size();
    for (std::size_t b = 0; b < n; ++b) centers[b] = center(blocks[b]);
    field_.evaluate({centers, n}, {values, n});
    for (std::size_t b = 0; b < n; ++b) {
      if (field_.same_side(centers[b], values[b], radius(blocks[b])))
        for_each_node(blocks[b], [&](Index node, const Vec3&) { values_[node] = values[b]; });
      else if (blocks[b].longest() <= kSmallest)
        ask_every_node(blocks[b]);
      else
        split(blocks[b]);
    }
  }

 private:
  Vec3 center(const Block& block) const {
    return 0.5 * (lattice_.position(block.lower) + lattice_.position(block.upper));
  }
  // One step more than the block, so that edges which leave it are on the same side too.
  double radius(const Block& block) const {
    return 0.5 * distance(lattice_.position(block.lower), lattice_.position(block.upper)) +
           lattice_.spacing();
  }

  void split(const Block& block) {
    Block children[8];
    std::size_t count = 0;
    for (int number = 0; number < 8; ++number)
      if (const Block child = block.child(number); !child.empty()) children[count++] = child;
    evaluate({children, count});
  }

  void ask_every_node(const Block& block) {
    constexpr std::size_t kMost = kSmallest * kSmallest * kSmallest / 4;
    Index nodes[kMost];
    Vec3 points[kMost];
    double values[kMost];
    std::size_t n = 0;
    for_each_node(block, [&](Index node, const Vec3& p) { nodes[n] = node, points[n++] = p; });
    field_.evaluate({points, n}, {values, n});
    for (std::size_t i = 0; i < n; ++i) values_[nodes[i]] = values[i];
  }

  template <typename Visit>
  void for_each_node(const Block& block, Visit&& visit) {
    const auto& [lower, upper] = block;
    for (Index parity = 0; parity < 2; ++parity) {
      BccLattice::Half first, h;
      for (int axis = 0; axis < 3; ++axis) first[axis] = lower[axis] + ((lower[axis] ^ parity) & 1);
      for (h[2] = first[2]; h[2] < upper[2]; h[2] += 2)
        for (h[1] = first[1]; h[1] < upper[1]; h[1] += 2)
          for (h[0] = first[0]; h[0] < upper[0]; h[0] += 2) visit(lattice_.node(h), lattice_.position(h));
    }
  }

  const SolidField& field_;
  const BccLattice& lattice_;
  std::vector<double>& values_;
};

}  // namespace

std::vector<double> lattice_values(const SolidField& field, const BccLattice& lattice) {
  std::vector<double> values(lattice.node_count());
  BccLattice::Half size, blocks;
  for (int axis = 0; axis < 3; ++axis) {
    size[axis] = 2 * lattice.cells()[axis] + 1;
    blocks[axis] = (size[axis] + kBlock - 1) / kBlock;
  }
  parallel_for(blocks[0] * blocks[1] * blocks[2], 1, [&](Index number, Index) {
    Block block{{number % blocks[0], number / blocks[0] % blocks[1], number / blocks[0] / blocks[1]}, {}};
    for (int axis = 0; axis < 3; ++axis) {
      block.lower[axis] *= kBlock;
      block.upper[axis] = std::min(size[axis], block.lower[axis] + kBlock);
    }
    BlockEvaluation(field, lattice, values).evaluate({&block, 1});
  });
  return values;
}

void lower_by_balls(std::vector<double>& values, const BccLattice& lattice,
                    const std::vector<GrownSolid::Ball>& balls) {
  for (const GrownSolid::Ball& ball : balls) {
    // Beyond one step outside the ball no edge reaches into it.
    const double reach = ball.radius + lattice.spacing();
    lattice.for_each_node_near(ball.center, reach, [&](Index node, const Vec3& p) {
      values[node] = std::min(values[node], distance(p, ball.center) - ball.radius);
    });
  }
}

}  // namespace sinew
