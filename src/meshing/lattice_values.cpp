#include "meshing/lattice_values.h"

#include <algorithm>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kBlock = 16;    // half steps along a block handed to a thread
constexpr Index kSmallest = 4;  // half steps below which every node is asked for itself

class BlockEvaluation {
 public:
  BlockEvaluation(const SolidField& field, const BccLattice& lattice, std::vector<double>& values)
      : field_(field), lattice_(lattice), values_(values) {}

  // Nodes whose address lies in [lower, upper) on every axis.
  void evaluate(const BccLattice::Half& lower, const BccLattice::Half& upper) {
    Index longest = 0;
    for (int axis = 0; axis < 3; ++axis) {
      if (lower[axis] >= upper[axis]) return;
      longest = std::max(longest, upper[axis] - lower[axis]);
    }
    if (longest <= kSmallest) {
      for_each_node(lower, upper, [&](Index node, const Vec3& p) { values_[node] = field_(p); });
      return;
    }
    // One step more than the block, so that edges which leave it are on the same side too.
    const Vec3 a = lattice_.position(lower), b = lattice_.position(upper);
    const Vec3 center = 0.5 * (a + b);
    const double radius = 0.5 * distance(a, b) + lattice_.spacing();
    const double value = field_(center);
    if (field_.same_side(center, value, radius)) {
      for_each_node(lower, upper, [&](Index node, const Vec3&) { values_[node] = value; });
      return;
    }
    for (int child = 0; child < 8; ++child) {
      BccLattice::Half l = lower, u = upper;
      for (int axis = 0; axis < 3; ++axis) {
        const Index middle = std::min(upper[axis], lower[axis] + longest / 2);
        ((child >> axis & 1) != 0 ? l : u)[axis] = middle;
      }
      evaluate(l, u);
    }
  }

 private:
  template <typename Visit>
  void for_each_node(const BccLattice::Half& lower, const BccLattice::Half& upper, Visit&& visit) {
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
  parallel_for(blocks[0] * blocks[1] * blocks[2], 1, [&](Index begin, Index) {
    const BccLattice::Half block{begin % blocks[0], begin / blocks[0] % blocks[1],
                                 begin / blocks[0] / blocks[1]};
    BccLattice::Half lower, upper;
    for (int axis = 0; axis < 3; ++axis) {
      lower[axis] = kBlock * block[axis];
      upper[axis] = std::min(size[axis], lower[axis] + kBlock);
    }
    BlockEvaluation(field, lattice, values).evaluate(lower, upper);
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
