#include "base/wide.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"
#include "base/segment_kernels.h"

namespace sinew {
namespace {

using baseline::Mask;
using baseline::Wide;

template <typename T>
std::vector<T> segment_distances(SegmentDistances<T> kernel, int n) {
  Random random(5);
  std::vector<T> coordinates[6];
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 6; ++k)
      // Every seventh segment is a point.
      coordinates[k].push_back(i % 7 == 0 && k > 2 ? coordinates[k - 3][i]
                                                   : static_cast<T>(random.uniform(-1, 1)));
  const T* pointers[6];
  for (int k = 0; k < 6; ++k) pointers[k] = coordinates[k].data();
  std::vector<T> distances(n, T(-1));
  kernel(pointers, n, distances.data());
  return distances;
}

TEST(WideKernels, every_instruction_set_gives_the_bits_of_the_scalar_twin) {
  constexpr int kSegments = 1003;  // not a multiple of any width
  const SegmentKernels& scalar = scalar_segment_kernels_for(InstructionSet::kBaseline);
  const auto floats = segment_distances(scalar.floats, kSegments);
  const auto doubles = segment_distances(scalar.doubles, kSegments);
  for (const InstructionSet set : supported_instruction_sets()) {
    SCOPED_TRACE(name(set));
    EXPECT_EQ(segment_distances(segment_kernels_for(set).floats, kSegments), floats);
    EXPECT_EQ(segment_distances(segment_kernels_for(set).doubles, kSegments), doubles);
    EXPECT_EQ(segment_distances(scalar_segment_kernels_for(set).doubles, kSegments), doubles);
  }
}

TEST(WideKernels, a_better_instruction_set_has_wider_registers) {
  int lanes = 1;
  for (const InstructionSet set : supported_instruction_sets()) {
    EXPECT_EQ(segment_kernels_for(set).double_lanes, 2 * lanes);
    EXPECT_EQ(segment_kernels_for(set).float_lanes, 4 * lanes);
    lanes *= 2;
  }
}

TEST(Wide, load_and_store_keep_order_and_neighbours) {
  const double values[6] = {9, 1, 2, 3, 4, 9};
  double stored[6] = {7, 7, 7, 7, 7, 7};
  Wide<double, 4>::load(values + 1).store(stored + 1);
  EXPECT_EQ(std::vector<double>(stored, stored + 6), (std::vector<double>{7, 1, 2, 3, 4, 7}));
  Wide<double, 4>::load_some(values, 2, -1).store_some(stored, 3);
  EXPECT_EQ(std::vector<double>(stored, stored + 6), (std::vector<double>{9, 1, -1, 3, 4, 7}));
}

TEST(Wide, select_takes_each_lane_from_its_side) {
  const float a[4] = {1, -2, 3, -4};
  const auto x = Wide<float, 4>::load(a);
  const auto chosen = select(x > Wide<float, 4>(0), x, Wide<float, 4>(10));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(chosen[i], a[i] > 0 ? a[i] : 10);
}

TEST(Wide, lanewise_functions_equal_those_of_the_standard_library) {
  const double a[4] = {4, 0.25, -1, 2}, b[4] = {3, 0.5, -2, 2};
  const auto x = Wide<double, 4>::load(a), y = Wide<double, 4>::load(b);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(min(x, y)[i], std::min(a[i], b[i]));
    EXPECT_EQ(max(x, y)[i], std::max(a[i], b[i]));
    EXPECT_EQ(abs(x)[i], std::abs(a[i]));
    EXPECT_EQ((x / y)[i], a[i] / b[i]);
    EXPECT_EQ(sqrt(abs(x))[i], std::sqrt(std::abs(a[i])));
    EXPECT_EQ((x <= y)[i], a[i] <= b[i]);
  }
  EXPECT_EQ(sum(x), 5.25);
}

TEST(Wide, any_and_all_see_every_lane) {
  for (int lane = 0; lane < 8; ++lane) {
    float values[8] = {};
    values[lane] = 1;
    const Mask<float, 8> set = Wide<float, 8>::load(values) > Wide<float, 8>(0.5F);
    EXPECT_TRUE(any(set));
    EXPECT_FALSE(all(set));
    EXPECT_FALSE(all(!set));
    EXPECT_TRUE(all(set | !set));
    EXPECT_FALSE(any(set & !set));
  }
}

TEST(Wide, broadcast_keeps_infinities_and_signed_zeros) {
  EXPECT_EQ((Wide<double, 4>(std::numeric_limits<double>::infinity())[3]), HUGE_VAL);
  EXPECT_TRUE(std::signbit(Wide<double, 4>(-0.0)[3]));
  EXPECT_TRUE(std::isnan(Wide<float, 8>(NAN)[7]));
}

}  // namespace
}  // namespace sinew
