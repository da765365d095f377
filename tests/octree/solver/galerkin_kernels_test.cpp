#include "octree/solver/galerkin_kernels.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "base/random.h"
#include "octree/solver/coarse_shapes.h"

namespace sinew {
namespace {

using Quaternions = std::array<std::array<float, 4>, 8>;
using CellMatrix = std::array<float, kCellMatrix>;

// Quaternions of any direction and length.
Quaternions random_quaternions(Random& random) {
  Quaternions all;
  for (auto& q : all)
    for (float& x : q) x = static_cast<float>(random.uniform(-1, 1));
  return all;
}

std::vector<RotatedCell> random_cells(const Quaternions& q, unsigned octants, Random& random) {
  std::vector<RotatedCell> cells;
  for (int s = 7; s >= 0; --s)
    if ((octants >> s & 1U) != 0) cells.push_back({q[s].data(), float(random.uniform(0.2, 6)), s});
  return cells;
}

TurnedCell turned(const RotatedCell& cell, const ProductPairs* pairs) {
  const float w = cell.q[0], x = cell.q[1], y = cell.q[2], z = cell.q[3];
  const float squared = w * w + x * x + y * y + z * z;
  return {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),  //
           2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),  //
           2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z},
          cell.ratio,
          squared * squared,
          pairs};
}

CellMatrix summed(const GalerkinKernels& kernels, std::span<const RotatedCell> cells, bool merged,
                  const float* mass) {
  static CoarseShapes shapes;
  std::vector<TurnedCell> all;
  for (const RotatedCell& cell : cells) {
    const CellShape shape{static_cast<std::uint8_t>(cell.octant), 0, 0, merged};
    shapes.add(shape);
    all.push_back(turned(cell, shapes.corner_products(shape)));
  }
  CellMatrix A;
  kernels.sum_cells(all.data(), static_cast<int>(all.size()), mass, A.data());
  return A;
}

std::array<float, kPairLanes> random_masses(Random& random) {
  std::array<float, kPairLanes> mass{};
  for (int p = 0; p < kCornerPairs; ++p) mass[p] = static_cast<float>(random.uniform());
  return mass;
}

void expect_near(const CellMatrix& A, const CellMatrix& B) {
  float largest = 0;
  for (const float b : B) largest = std::max(largest, std::abs(b));
  for (int k = 0; k < kCellMatrix; ++k) ASSERT_NEAR(A[k], B[k], 2e-6F * largest) << "number " << k;
}

template <typename F>
void for_each_set(F&& f) {
  for (const InstructionSet set : {InstructionSet::kBaseline, InstructionSet::kAvx2, InstructionSet::kAvx512})
    if (set <= best_instruction_set()) f(galerkin_kernels_for(set));
}

TEST(GalerkinKernels, cells_merged_by_modes_are_those_merged_by_pairs_of_corners) {
  for_each_set([](const GalerkinKernels& kernels) {
    Random random(3);
    for (unsigned octants = 0; octants < 256; ++octants) {
      const Quaternions q = random_quaternions(random);
      const std::vector<RotatedCell> cells = random_cells(q, octants, random);
      const auto mass = random_masses(random);
      for (const float* m : {mass.data(), static_cast<const float*>(nullptr)}) {
        CellMatrix A;
        kernels.merge_cells(cells.data(), static_cast<int>(cells.size()), m, A.data());
        expect_near(A, summed(kernels, cells, true, m));
      }
    }
  });
}

TEST(GalerkinKernels, a_cell_turned_by_modes_is_that_turned_by_pairs_of_corners) {
  for_each_set([](const GalerkinKernels& kernels) {
    Random random(5);
    for (int trial = 0; trial < 20; ++trial) {
      const Quaternions q = random_quaternions(random);
      const auto mass = random_masses(random);
      for (const RotatedCell& cell : random_cells(q, 0xff, random))
        for (const float* m : {mass.data(), static_cast<const float*>(nullptr)}) {
          CellMatrix A;
          kernels.turn_cell(cell, m, A.data());
          expect_near(A, summed(kernels, {&cell, 1}, false, m));
        }
    }
  });
}

}  // namespace
}  // namespace sinew
