#include "contact/contact_metric.h"

#include <algorithm>

#include "linalg/panel.h"

namespace sinew {

void ContactMetric::begin(const ContactSurface& surface, const SystemLevels& levels) {
  levels_ = &levels;
  revision_ = levels.revision;
  rows_.set(surface, levels);
  for (const Index entry : entry_) move_[entry] = {};
  move_.resize(static_cast<std::size_t>(rows_.entry_count()));
  start_.assign(1, 0), entry_.clear(), weight_.clear();
  coarse_start_.assign(1, 0), coarse_entry_.clear(), coarse_weight_.clear();
  for (const Index node : touched_) number_of_[node] = -1;
  touched_.clear();
  compliance_.clear();
}

Index ContactMetric::add_point(std::span<const Index> vertices, std::span<const double> weights) {
  // Add up the rows of its vertices.
  merged_.clear();
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const VertexRows::Row row = rows_.find(vertices[v]);
    for (std::size_t k = 0; k < row.entry.size(); ++k)
      merged_.emplace_back(row.entry[k], weights[v] * double(row.weight[k]));
  }
  std::ranges::stable_sort(merged_, {}, &std::pair<Index, double>::first);

  // Split them into those of the finer levels and those of the coarsest.
  const Index coarse = rows_.first_entry()[levels_->levels.size()];
  const std::size_t begin = entry_.size(), coarse_begin = coarse_entry_.size();
  for (const auto& [entry, weight] : merged_) {
    const bool is_coarse = entry >= coarse;
    std::vector<Index>& entries = is_coarse ? coarse_entry_ : entry_;
    std::vector<double>& sums = is_coarse ? coarse_weight_ : weight_;
    if (entries.size() > (is_coarse ? coarse_begin : begin) && entries.back() == entry)
      sums.back() += weight;
    else
      entries.push_back(entry), sums.push_back(weight);
  }
  start_.push_back(static_cast<Index>(entry_.size()));
  coarse_start_.push_back(static_cast<Index>(coarse_entry_.size()));

  // Number the coarsest nodes by first touch.
  if (levels_->solves_coarsest()) number_of_.resize(rows_.entry_count() - coarse, -1);
  for (std::size_t k = coarse_begin; k < coarse_entry_.size(); ++k) {
    const Index node = coarse_entry_[k] - coarse;
    if (number_of_[node] < 0)
      number_of_[node] = static_cast<Index>(touched_.size()), touched_.push_back(node);
    coarse_entry_[k] = number_of_[node];
  }
  return static_cast<Index>(start_.size()) - 2;
}

const float* ContactMetric::inverse_diagonal(Index entry) const {
  const std::span<const Index> first = rows_.first_entry();
  std::size_t l = 0;
  while (entry >= first[l + 1]) ++l;
  return levels_->levels[l].inverse_diagonal.data() + 9 * std::size_t(entry - first[l]);
}

void ContactMetric::prepare() {
  multiply_weights();
  invert_coarsest();
  weigh_coarse_columns();
  const std::size_t points = start_.size() - 1, rows = 3 * touched_.size();
  compliance_.assign(points, {});
  for (std::size_t p = 0; p < points; ++p) {
    Mat3& sum = compliance_[p];
    for (Index k = start_[p]; k < start_[p + 1]; ++k)
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) sum(r, c) += weight_[k] * double(response_[k].column[c].at[r]);
    for (Index k = coarse_start_[p]; k < coarse_start_[p + 1]; ++k)
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r)
          sum(r, c) += coarse_weight_[k] * double(columns_[p * rows + 3 * coarse_entry_[k] + r].at[c]);
  }
  coarse_force_.assign(rows, 0);
}

void ContactMetric::reset() {
  for (const Index entry : entry_) move_[entry] = {};
  std::ranges::fill(coarse_force_, 0.0F);
}

void ContactMetric::multiply_weights() {
  share_.resize(entry_.size()), response_.resize(entry_.size());
  for (std::size_t k = 0; k < entry_.size(); ++k) {
    const float* D = inverse_diagonal(entry_[k]);
    share_[k] = static_cast<float>(weight_[k]);
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r)
        response_[k].column[c].at[r] =
            static_cast<float>(kWeightOfFinerLevels * weight_[k] * double(D[3 * c + r]));
  }
}

// Solves for the touched nodes, sixteen columns at a time.
void ContactMetric::invert_coarsest() {
  const std::size_t T = touched_.size(), rows = 3 * T, n = 3 * number_of_.size();
  inverse_.resize(rows * rows);
  if (levels_->coarsest == nullptr) {
    for (std::size_t c = 0; c < rows; ++c)
      for (std::size_t r = 0; r < rows; ++r)
        inverse_[c * rows + r] = static_cast<float>(
            levels_->coarsest_inverse[(3 * touched_[c / 3] + c % 3) * n + 3 * touched_[r / 3] + r % 3]);
    return;
  }
  Panel<double> panel(number_of_.size());
  std::vector<double> work;
  for (std::size_t column = 0; column < rows; column += kSides) {
    const std::size_t sides = std::min<std::size_t>(kSides, rows - column);
    for (PanelRow<double>& row : panel) row = {};
    for (std::size_t s = 0; s < sides; ++s) {
      PanelRow<double>& row = panel[touched_[(column + s) / 3]];
      const std::size_t axis = (column + s) % 3;
      (axis == 0 ? row.x : axis == 1 ? row.y : row.z)[s] = 1;
    }
    levels_->coarsest->solve<double>(panel, panel, work);
    for (std::size_t s = 0; s < sides; ++s)
      for (std::size_t t = 0; t < T; ++t) {
        const PanelRow<double>& row = panel[touched_[t]];
        float* to = inverse_.data() + (column + s) * rows + 3 * t;
        to[0] = static_cast<float>(row.x[s]), to[1] = static_cast<float>(row.y[s]);
        to[2] = static_cast<float>(row.z[s]);
      }
  }
}

void ContactMetric::weigh_coarse_columns() {
  const std::size_t points = start_.size() - 1, rows = 3 * touched_.size();
  columns_.assign(points * rows, {});
  for (std::size_t p = 0; p < points; ++p)
    for (Index k = coarse_start_[p]; k < coarse_start_[p + 1]; ++k) {
      const auto weight = static_cast<float>(coarse_weight_[k]);
      const float* from = inverse_.data() + 3 * std::size_t(coarse_entry_[k]) * rows;
      Float4* to = columns_.data() + p * rows;
      for (std::size_t r = 0; r < rows; ++r)
        for (int c = 0; c < 3; ++c) to[r].at[c] += weight * from[c * rows + r];
    }
}

// A_c^-1 is symmetric: its columns times the forces are rows times the forces.
Vec3 ContactMetric::moved(Index point) const {
  Float4 sum, of_even, of_odd;
  for (Index k = start_[point]; k < start_[point + 1]; ++k) {
    const Float4& move = move_[entry_[k]];
    for (int r = 0; r < 4; ++r) sum.at[r] += share_[k] * move.at[r];
  }
  const std::size_t rows = coarse_force_.size();
  const Float4* column = columns_.data() + std::size_t(point) * rows;
  std::size_t row = 0;
  for (; row + 1 < rows; row += 2)
    for (int r = 0; r < 4; ++r) {
      of_even.at[r] += column[row].at[r] * coarse_force_[row];
      of_odd.at[r] += column[row + 1].at[r] * coarse_force_[row + 1];
    }
  for (; row < rows; ++row)
    for (int r = 0; r < 4; ++r) of_even.at[r] += column[row].at[r] * coarse_force_[row];
  for (int r = 0; r < 4; ++r) sum.at[r] += of_even.at[r] + of_odd.at[r];
  return {sum.at[0], sum.at[1], sum.at[2]};
}

void ContactMetric::push(Index point, const Vec3& force) {
  const float f[3] = {static_cast<float>(force.x), static_cast<float>(force.y), static_cast<float>(force.z)};
  for (Index k = start_[point]; k < start_[point + 1]; ++k) {
    const Block& D = response_[k];
    Float4& move = move_[entry_[k]];
    for (int r = 0; r < 4; ++r)
      move.at[r] += D.column[0].at[r] * f[0] + D.column[1].at[r] * f[1] + D.column[2].at[r] * f[2];
  }
  for (Index k = coarse_start_[point]; k < coarse_start_[point + 1]; ++k) {
    const auto weight = static_cast<float>(coarse_weight_[k]);
    for (int r = 0; r < 3; ++r) coarse_force_[3 * coarse_entry_[k] + r] += weight * f[r];
  }
}

}  // namespace sinew
