#include "haptics/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "base/random.h"

namespace sinew {
namespace {

TEST(Histogram, quantiles_are_right_to_a_bin) {
  Histogram histogram;
  Random random(7);
  std::vector<double> values;
  for (int k = 0; k < 20000; ++k) {
    values.push_back(std::exp(random.uniform(0, 8)));
    histogram.add(values.back());
  }
  std::ranges::sort(values);
  for (const double q : {0.1, 0.5, 0.99, 0.999, 1.0}) {
    const double exact = values[static_cast<std::size_t>(std::ceil(q * 20000)) - 1];
    EXPECT_GE(histogram.quantile(q), exact * (1 - 1e-12)) << q;
    EXPECT_LE(histogram.quantile(q), exact * 1.0906) << q;
  }
  EXPECT_EQ(histogram.most(), values.back());
}

TEST(Histogram, values_beyond_the_bins_count_at_the_ends) {
  Histogram histogram;
  for (const double value : {-1.0, 0.0, 1e12, std::numeric_limits<double>::infinity()}) histogram.add(value);
  EXPECT_EQ(histogram.count(), 4);
  EXPECT_EQ(Histogram().quantile(0.5), 0);
}

TEST(Histogram, it_can_be_read_while_it_counts) {
  Histogram histogram;
  std::thread writer([&] {
    for (int k = 0; k < 100000; ++k) histogram.add(k % 100);
  });
  std::int64_t before = 0;
  while (before < 100000) {
    const std::int64_t count = histogram.count();
    EXPECT_GE(count, before);
    EXPECT_LE(histogram.quantile(0.5), 100);
    before = count;
  }
  writer.join();
}

}  // namespace
}  // namespace sinew
