#include "haptics/histogram.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr double kLeast = 0.1;  // us

// There is one writer: no exchange is needed.
template <typename T>
void set(std::atomic<T>& to, T value) {
  to.store(value, std::memory_order_relaxed);
}

}  // namespace

double Histogram::upper_end(int bin) { return kLeast * std::exp2((bin + 1) / 8.0); }

void Histogram::add(double microseconds) {
  const double octaves = std::log2(std::max(microseconds, kLeast) / kLeast);
  const int bin = std::isfinite(octaves) ? std::min(static_cast<int>(8 * octaves), kBins - 1) : kBins - 1;
  set(bins_[bin], bins_[bin].load(std::memory_order_relaxed) + 1);
  set(count_, count() + 1);
  if (microseconds > most()) set(most_, microseconds);
}

double Histogram::quantile(double q) const {
  const auto wanted = static_cast<std::int64_t>(std::ceil(q * static_cast<double>(count())));
  std::int64_t seen = 0;
  for (int bin = 0; bin < kBins; ++bin) {
    seen += bins_[bin].load(std::memory_order_relaxed);
    if (seen >= wanted && seen > 0) return std::min(upper_end(bin), most());
  }
  return 0;
}

JsonValue Histogram::json() const {
  JsonValue bins = JsonValue::array();
  for (int bin = 0; bin < kBins; ++bin)
    if (const std::int64_t n = bins_[bin].load(std::memory_order_relaxed); n > 0)
      bins.push_back(JsonValue::array({upper_end(bin), n}));
  return {{"count", count()},           {"p50_us", quantile(0.5)}, {"p99_us", quantile(0.99)},
          {"p999_us", quantile(0.999)}, {"max_us", most()},        {"bins", std::move(bins)}};
}

}  // namespace sinew
