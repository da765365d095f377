#include "collision/leaf_kernels.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/random.h"

namespace sinew {
namespace {

// Small boxes, and vertices of a small range, so that overlaps and common vertices abound; the last lanes
// empty.
TriangleLeaf random_leaf(Random& random) {
  TriangleLeaf leaf{};
  const int used = 5 + static_cast<int>(random.below(4));
  for (int lane = 0; lane < TriangleLeaf::kSize; ++lane)
    for (int axis = 0; axis < 3; ++axis) {
      const auto lower = static_cast<float>(random.below(6));
      leaf.lower[axis][lane] = lane < used ? lower : std::numeric_limits<float>::infinity();
      leaf.upper[axis][lane] =
          lane < used ? lower + static_cast<float>(random.below(4)) : -std::numeric_limits<float>::infinity();
      leaf.vertex[axis][lane] = lane < used ? 3 * static_cast<int>(random.below(4)) + axis : -1;
    }
  return leaf;
}

bool boxes_overlap(const TriangleLeaf& a, int i, const TriangleLeaf& b, int j) {
  for (int axis = 0; axis < 3; ++axis)
    if (a.lower[axis][i] > b.upper[axis][j] || b.lower[axis][j] > a.upper[axis][i]) return false;
  return true;
}

int shared_vertices(const TriangleLeaf& a, int i, const TriangleLeaf& b, int j) {
  int count = 0;
  for (int corner = 0; corner < 3; ++corner)
    for (int other = 0; other < 3; ++other) count += a.vertex[corner][i] == b.vertex[other][j];
  return count;
}

TEST(LeafKernels, every_instruction_set_finds_what_a_plain_loop_finds) {
  Random random(1);
  for (int round = 0; round < 500; ++round) {
    const TriangleLeaf a = random_leaf(random), b = random_leaf(random);
    unsigned long long all = 0, apart[3] = {};
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) {
        if (!boxes_overlap(a, i, b, j)) continue;
        all |= 1ULL << (8 * i + j);
        for (int most = 0; most < 3; ++most)
          if (shared_vertices(a, i, b, j) <= most) apart[most] |= 1ULL << (8 * i + j);
      }
    for (const InstructionSet set : supported_instruction_sets()) {
      const LeafKernels& kernels = leaf_kernels_for(set);
      EXPECT_EQ(kernels.overlaps(a, b), all);
      for (int most = 0; most < 3; ++most) EXPECT_EQ(kernels.overlaps_apart(a, b, most), apart[most]);
    }
  }
}

}  // namespace
}  // namespace sinew
