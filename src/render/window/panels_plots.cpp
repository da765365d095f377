#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "render/window/panels.h"
#include "render/window/theme.h"

namespace sinew {

namespace {

constexpr std::array<ImU32, 10> kSeriesColours{IM_COL32(68, 119, 170, 255), IM_COL32(238, 136, 68, 255),
                                               IM_COL32(34, 136, 51, 255),  IM_COL32(204, 187, 68, 255),
                                               IM_COL32(170, 51, 119, 255), IM_COL32(102, 204, 238, 255),
                                               IM_COL32(136, 34, 85, 255),  IM_COL32(153, 153, 153, 255),
                                               IM_COL32(51, 117, 56, 255),  IM_COL32(221, 119, 136, 255)};

ImU32 series_colour(std::size_t series) { return kSeriesColours[series % kSeriesColours.size()]; }

// The part of the panel that a plot takes; the newest sample is at its right edge.
struct PlotArea {
  ImDrawList* list;
  ImVec2 lower, upper;  // corners, from the upper left

  float x(std::size_t sample, std::size_t count) const {
    const auto from_right = static_cast<float>(count - sample) / static_cast<float>(StepHistory::kLength);
    return upper.x - from_right * (upper.x - lower.x);
  }
  float y(float share) const { return upper.y - share * (upper.y - lower.y); }
};

PlotArea begin_plot(const char* id) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, 5 * ImGui::GetFontSize()};
  ImGui::InvisibleButton(id, size);
  const PlotArea area{ImGui::GetWindowDrawList(), corner, {corner.x + size.x, corner.y + size.y}};
  area.list->AddRectFilled(area.lower, area.upper, ImGui::GetColorU32(ImGuiCol_FrameBg), 3);
  return area;
}

void write_scale(const PlotArea& area, const std::string& text) {
  area.list->AddText({area.lower.x + 5, area.lower.y + 2}, kFaintText, text.c_str());
}

void legend_entry(ImU32 colour, const std::string& name, const std::string& value) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float size = 0.6F * ImGui::GetFontSize(), down = 0.25F * ImGui::GetFontSize();
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + down}, {at.x + size, at.y + down + size}, colour,
                                            2);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 1.6F * size);
  ImGui::TextUnformatted(name.c_str());
  const float width = ImGui::CalcTextSize(value.c_str()).x;
  ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
  ImGui::TextUnformatted(value.c_str());
}

float of_zone(const StepHistory::Sample& sample, std::size_t zone) {
  return zone < sample.milliseconds.size() ? sample.milliseconds[zone] : 0;
}

// The mean over the last samples, so that the numbers can be read.
float recent_mean(const StepHistory& history, std::size_t zone) {
  constexpr std::size_t kRecent = 30;
  const auto& samples = history.samples();
  const std::size_t count = std::min(kRecent, samples.size());
  float sum = 0;
  for (std::size_t i = samples.size() - count; i < samples.size(); ++i) sum += of_zone(samples[i], zone);
  return count > 0 ? sum / static_cast<float>(count) : 0;
}

// A single slow step must not flatten all the others: the scale leaves out the slowest in a hundred.
float usual_greatest(const StepHistory& history) {
  std::vector<float> totals;
  for (const auto& sample : history.samples()) totals.push_back(StepHistory::total_milliseconds(sample));
  const auto at = totals.begin() + static_cast<std::ptrdiff_t>(0.99 * static_cast<double>(totals.size() - 1));
  std::nth_element(totals.begin(), at, totals.end());
  return std::max(1.2F * *at, 1e-3F);
}

void plot_step_time(const StepHistory& history) {
  const PlotArea area = begin_plot("step time");
  const auto& samples = history.samples();
  if (samples.empty()) return write_scale(area, "time of a step");
  const float greatest = usual_greatest(history);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    float below = 0;
    for (std::size_t z = 0; z < samples[i].milliseconds.size() && below < greatest; ++z) {
      const float above = std::min(below + samples[i].milliseconds[z], greatest);
      area.list->AddRectFilled({area.x(i, samples.size()), area.y(above / greatest)},
                               {area.x(i + 1, samples.size()), area.y(below / greatest)}, series_colour(z));
      below = above;
    }
  }
  write_scale(area, fmt::format("time of a step, to {:.3g} ms", greatest));
  for (std::size_t z = 0; z < history.zones().size(); ++z)
    legend_entry(series_colour(z), history.zones()[z].name,
                 fmt::format("{:.2f} ms", recent_mean(history, z)));
}

constexpr std::array<const char*, 4> kEnergyNames{"kinetic", "elastic", "external", "total"};

std::array<double, 4> values_of(const Energies& energies) {
  return {energies.kinetic, energies.elastic, energies.external, energies.total()};
}

void plot_energies(const StepHistory& history) {
  const PlotArea area = begin_plot("energies");
  const auto& samples = history.samples();
  if (samples.empty()) return write_scale(area, "energies");
  double least = 0, greatest = 0;
  for (const auto& sample : samples)
    for (const double value : values_of(sample.energies))
      least = std::min(least, value), greatest = std::max(greatest, value);
  const double height = std::max(1.1 * (greatest - least), 1e-300);
  for (std::size_t e = 0; e < kEnergyNames.size(); ++e) {
    std::vector<ImVec2> line;
    for (std::size_t i = 0; i < samples.size(); ++i)
      line.push_back({area.x(i, samples.size()),
                      area.y(static_cast<float>((values_of(samples[i].energies)[e] - least) / height))});
    area.list->AddPolyline(line.data(), static_cast<int>(line.size()), series_colour(e), 0, 1.5F);
  }
  write_scale(area, fmt::format("energies, {:.3g} to {:.3g} J", least, greatest));
  for (std::size_t e = 0; e < kEnergyNames.size(); ++e)
    legend_entry(series_colour(e), kEnergyNames[e],
                 fmt::format("{:.4g} J", values_of(samples.back().energies)[e]));
}

}  // namespace

void draw_plots(const StepHistory& history) {
  plot_step_time(history);
  ImGui::Spacing();
  plot_energies(history);
}

}  // namespace sinew
