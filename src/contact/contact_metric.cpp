#include "contact/contact_metric.h"

#include <algorithm>

#include "linalg/panel.h"

namespace sinew {

namespace {

// y += a D x, for a block D by columns.
void add_product(double a, const float* D, const Vec3& x, Vec3& y) {
  y.x += a * (D[0] * x.x + D[3] * x.y + D[6] * x.z);
  y.y += a * (D[1] * x.x + D[4] * x.y + D[7] * x.z);
  y.z += a * (D[2] * x.x + D[5] * x.y + D[8] * x.z);
}

Mat3 to_matrix(const float* D) {
  Mat3 matrix;
  for (int k = 0; k < 9; ++k) matrix.column[k / 3][k % 3] = D[k];
  return matrix;
}

}  // namespace

void ContactMetric::begin(const ContactSurface& surface, const SystemLevels& levels) {
  levels_ = &levels;
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
  add_coarse_columns();
  const std::size_t points = start_.size() - 1, rows = 3 * touched_.size();
  compliance_.assign(points, {});
  for (std::size_t p = 0; p < points; ++p) {
    Mat3& sum = compliance_[p];
    for (Index k = start_[p]; k < start_[p + 1]; ++k)
      sum = sum + (kWeightOfFinerLevels * weight_[k] * weight_[k]) * to_matrix(inverse_diagonal(entry_[k]));
    for (Index k = coarse_start_[p]; k < coarse_start_[p + 1]; ++k)
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r)
          sum(r, c) += coarse_weight_[k] * double(columns_[(3 * p + c) * rows + 3 * coarse_entry_[k] + r]);
  }
  coarse_force_.assign(rows, 0);
}

// Solves for the touched nodes, sixteen columns at a time.
void ContactMetric::add_coarse_columns() {
  const std::size_t T = touched_.size(), rows = 3 * T, points = start_.size() - 1;
  inverse_.resize(rows * rows);
  Panel<double> panel(number_of_.size());
  std::vector<double> work;
  BlockVector<double> side(number_of_.size());
  for (std::size_t column = 0; column < rows; column += kSides) {
    const std::size_t sides = std::min<std::size_t>(kSides, rows - column);
    if (levels_->coarsest == nullptr) {
      const std::size_t n = 3 * number_of_.size();
      for (std::size_t s = 0; s < sides; ++s) {
        const std::size_t of = 3 * touched_[(column + s) / 3] + (column + s) % 3;
        for (std::size_t r = 0; r < rows; ++r)
          inverse_[(column + s) * rows + r] =
              static_cast<float>(levels_->coarsest_inverse[of * n + 3 * touched_[r / 3] + r % 3]);
      }
      continue;
    }
    for (PanelRow<double>& row : panel) row = {};
    for (std::size_t s = 0; s < sides; ++s) {
      PanelRow<double>& row = panel[touched_[(column + s) / 3]];
      const int axis = static_cast<int>((column + s) % 3);
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

  // Weight them for each point.
  columns_.assign(3 * points * rows, 0);
  for (std::size_t p = 0; p < points; ++p)
    for (Index k = coarse_start_[p]; k < coarse_start_[p + 1]; ++k)
      for (int c = 0; c < 3; ++c) {
        const float* from = inverse_.data() + (3 * coarse_entry_[k] + c) * rows;
        float* to = columns_.data() + (3 * p + c) * rows;
        const auto weight = static_cast<float>(coarse_weight_[k]);
        for (std::size_t r = 0; r < rows; ++r) to[r] += weight * from[r];
      }
}

Vec3 ContactMetric::moved(Index point) const {
  Vec3 sum;
  for (Index k = start_[point]; k < start_[point + 1]; ++k) sum += weight_[k] * move_[entry_[k]];
  const std::size_t rows = 3 * touched_.size();
  const float* column = columns_.data() + 3 * std::size_t(point) * rows;
  float of_coarsest[3] = {0, 0, 0};
  for (int c = 0; c < 3; ++c)
    for (std::size_t r = 0; r < rows; ++r) of_coarsest[c] += column[c * rows + r] * coarse_force_[r];
  return sum + Vec3{of_coarsest[0], of_coarsest[1], of_coarsest[2]};
}

void ContactMetric::push(Index point, const Vec3& force) {
  for (Index k = start_[point]; k < start_[point + 1]; ++k)
    add_product(kWeightOfFinerLevels * weight_[k], inverse_diagonal(entry_[k]), force, move_[entry_[k]]);
  for (Index k = coarse_start_[point]; k < coarse_start_[point + 1]; ++k)
    for (int r = 0; r < 3; ++r)
      coarse_force_[3 * coarse_entry_[k] + r] += static_cast<float>(coarse_weight_[k] * force[r]);
}

}  // namespace sinew
