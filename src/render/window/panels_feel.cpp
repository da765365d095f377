#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "haptics/servo_statistics.h"
#include "render/window/panels.h"
#include "render/window/theme.h"

namespace sinew {

namespace {

constexpr int kBinsPerBar = 8;  // a factor of two
constexpr int kBars = Histogram::kBins / kBinsPerBar;

std::string short_time(double us) {
  return us < 1000 ? fmt::format("{:.0f} us", us) : fmt::format("{:.1f} ms", 1e-3 * us);
}

// Bars of a factor of two each, from 0.1 us to 1.7 s, by the share of ticks.
void plot_histogram(const char* name, const Histogram& histogram) {
  std::array<float, kBars> shares{};
  for (int bin = 0; bin < Histogram::kBins; ++bin)
    shares[static_cast<std::size_t>(bin / kBinsPerBar)] += static_cast<float>(histogram.in_bin(bin));
  const float all = std::max(1.0F, static_cast<float>(histogram.count()));
  for (float& share : shares) share /= all;
  ImGui::TextUnformatted(fmt::format("{}: {}, {} at p99.9", name, short_time(histogram.quantile(0.5)),
                                     short_time(histogram.quantile(0.999)))
                             .c_str());
  ImGui::PlotHistogram(fmt::format("##{}", name).c_str(), shares.data(), kBars, 0, nullptr, 0, 1,
                       {ImGui::GetContentRegionAvail().x, 2 * ImGui::GetFontSize()});
}

}  // namespace

void draw_feel_panel(const ServoStatistics& statistics) {
  const std::int64_t done = statistics.done.load(), due = statistics.due.load();
  if (due > 0)
    ImGui::Text("%lld ticks, %lld missed", static_cast<long long>(done), static_cast<long long>(due - done));
  ImGui::Text("%.3g N at most", statistics.most_force.load());
  if (statistics.late.count() > 0) plot_histogram("late", statistics.late);
  if (statistics.compute.count() > 0) plot_histogram("compute", statistics.compute);
  plot_histogram("responses", statistics.age);
}

}  // namespace sinew
