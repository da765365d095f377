#include "contact/contact_metric.h"

#include <algorithm>

namespace sinew {

void ContactMetric::begin(const ContactSurface& surface, const SystemLevels& levels,
                          const Placement& placement, double load) {
  const bool is_known = revision_ == levels.revision && levels_ == &levels;
  levels_ = &levels;
  revision_ = levels.revision;
  placement_ = placement, is_rotated_ = placement.is_rotated(), load_ = load;
  forget_points();
  rows_.set(surface, levels);
  number_of_.resize(static_cast<std::size_t>(rows_.entry_count()), -1);
  const Index coarse = rows_.first_entry()[levels.levels.size()];
  coarse_number_of_.resize(levels.solves_coarsest() ? rows_.entry_count() - coarse : 0, -1);
  if (is_known && solved_place_.size() == coarse_number_of_.size()) return;
  solved_place_.assign(coarse_number_of_.size(), -1);
  solved_.clear();
}

void ContactMetric::forget_points() {
  for (const Index entry : entries_) number_of_[entry] = -1;
  for (const Index node : touched_) coarse_number_of_[node] = -1;
  entries_.clear(), nodes_.clear(), touched_.clear();
  begin_.assign(1, 0), weights_.clear();
  coarse_begin_.assign(1, 0), coarse_weights_.clear();
  compliance_.clear();
}

Index ContactMetric::add_point(std::span<const Index> vertices, std::span<const double> weights) {
  // Add up the rows of its vertices.
  merged_.clear();
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (weights[v] == 0) continue;
    const VertexRows::Row row = rows_.find(vertices[v]);
    for (std::size_t k = 0; k < row.entry.size(); ++k)
      merged_.emplace_back(row.entry[k], weights[v] * double(row.weight[k]));
  }
  std::ranges::stable_sort(merged_, {}, &std::pair<Index, double>::first);

  // Split them into those of the finer levels and those of the coarsest.
  const Index coarse = rows_.first_entry()[levels_->levels.size()];
  for (std::size_t k = 0; k < merged_.size();) {
    const Index entry = merged_[k].first;
    double sum = 0;
    for (; k < merged_.size() && merged_[k].first == entry; ++k) sum += merged_[k].second;
    const auto weight = static_cast<float>(sum);
    if (entry >= coarse)
      coarse_weights_.push_back({touch_coarse(entry - coarse), weight});
    else
      weights_.push_back({touch(entry), weight});
  }
  begin_.push_back(static_cast<Index>(weights_.size()));
  coarse_begin_.push_back(static_cast<Index>(coarse_weights_.size()));
  return static_cast<Index>(begin_.size()) - 2;
}

// Numbers nodes by first touch.
Index ContactMetric::touch(Index entry) {
  Index& number = number_of_[entry];
  if (number >= 0) return number;
  number = static_cast<Index>(entries_.size());
  entries_.push_back(entry);
  const std::span<const Index> first = rows_.first_entry();
  std::size_t l = 0;
  while (entry >= first[l + 1]) ++l;
  const float* D = levels_->levels[l].inverse_diagonal.data() + 9 * std::size_t(entry - first[l]);
  Node& node = nodes_.emplace_back();
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r)
      node.response[c].at[r] = static_cast<float>(kWeightOfFinerLevels * double(D[3 * c + r]));
  return number;
}

Index ContactMetric::touch_coarse(Index node) {
  Index& number = coarse_number_of_[node];
  if (number < 0) number = static_cast<Index>(touched_.size()), touched_.push_back(node);
  return number;
}

void ContactMetric::prepare() {
  invert_coarsest();
  coarse_move_.assign(static_cast<std::size_t>(rows_of_inverse_), 0);
  const std::size_t points = begin_.size() - 1;
  compliance_.resize(points);
  for (std::size_t p = 0; p < points; ++p) {
    Mat3 own = own_compliance(static_cast<Index>(p));
    if (is_rotated_) own = placement_.rotation * own * transposed(placement_.rotation);
    compliance_[p] = load_ * own;
  }
}

Mat3 ContactMetric::own_compliance(Index p) const {
  Mat3 sum;
  for (Index k = begin_[p]; k < begin_[p + 1]; ++k) {
    const double squared = double(weights_[k].weight) * double(weights_[k].weight);
    const Node& node = nodes_[weights_[k].node];
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r) sum(r, c) += squared * double(node.response[c].at[r]);
  }
  for (Index k = coarse_begin_[p]; k < coarse_begin_[p + 1]; ++k)
    for (Index j = coarse_begin_[p]; j < coarse_begin_[p + 1]; ++j) {
      const double both = double(coarse_weights_[k].weight) * double(coarse_weights_[j].weight);
      const Index column = 3 * coarse_weights_[j].node, row = 3 * coarse_weights_[k].node;
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r)
          sum(r, c) += both * double(inverse_[std::size_t(column + c) * rows_of_inverse_ + row + r]);
    }
  return sum;
}

void ContactMetric::reset() {
  for (Node& node : nodes_) node.move = {};
  std::ranges::fill(coarse_move_, 0.0F);
}

void ContactMetric::invert_coarsest() {
  const std::size_t T = touched_.size(), n = 3 * coarse_number_of_.size();
  rows_of_inverse_ = static_cast<int>((3 * T + kColumnRows - 1) / kColumnRows * kColumnRows);
  const auto rows = static_cast<std::size_t>(rows_of_inverse_);
  inverse_.assign(3 * T * rows, 0);
  if (levels_->coarsest != nullptr) solve_columns();
  for (std::size_t c = 0; c < 3 * T; ++c)
    for (std::size_t r = 0; r < 3 * T; ++r) {
      const std::size_t row = 3 * touched_[r / 3] + r % 3;
      inverse_[c * rows + r] =
          levels_->coarsest != nullptr
              ? solved_[(3 * solved_place_[touched_[c / 3]] + c % 3) * n + row]
              : static_cast<float>(levels_->coarsest_inverse[(3 * touched_[c / 3] + c % 3) * n + row]);
    }
}

// Solves for the touched nodes that are not known yet, sixteen columns at a time.
void ContactMetric::solve_columns() {
  to_solve_.clear();
  for (const Index node : touched_) {
    if (solved_place_[node] >= 0) continue;
    solved_place_[node] =
        static_cast<Index>(solved_.size() / (9 * coarse_number_of_.size()) + to_solve_.size());
    to_solve_.push_back(node);
  }
  const std::size_t n = 3 * coarse_number_of_.size(), columns = 3 * to_solve_.size();
  const std::size_t first = solved_.size();
  solved_.resize(first + columns * n);
  panel_.resize(coarse_number_of_.size());
  for (std::size_t column = 0; column < columns; column += kSides) {
    const std::size_t sides = std::min<std::size_t>(kSides, columns - column);
    for (PanelRow<double>& row : panel_) row = {};
    for (std::size_t s = 0; s < sides; ++s) {
      PanelRow<double>& row = panel_[to_solve_[(column + s) / 3]];
      const std::size_t axis = (column + s) % 3;
      (axis == 0 ? row.x : axis == 1 ? row.y : row.z)[s] = 1;
    }
    levels_->coarsest->solve<double>(panel_, panel_, direct_);
    for (std::size_t s = 0; s < sides; ++s)
      for (std::size_t i = 0; i < panel_.size(); ++i) {
        float* to = solved_.data() + first + (column + s) * n + 3 * i;
        to[0] = static_cast<float>(panel_[i].x[s]), to[1] = static_cast<float>(panel_[i].y[s]);
        to[2] = static_cast<float>(panel_[i].z[s]);
      }
  }
}

Vec3 ContactMetric::moved(Index point) const {
  Float4 sum;
  for (Index k = begin_[point]; k < begin_[point + 1]; ++k) {
    const Float4& move = nodes_[weights_[k].node].move;
    for (int r = 0; r < 4; ++r) sum.at[r] += weights_[k].weight * move.at[r];
  }
  for (Index k = coarse_begin_[point]; k < coarse_begin_[point + 1]; ++k) {
    const float* move = coarse_move_.data() + 3 * std::size_t(coarse_weights_[k].node);
    for (int r = 0; r < 3; ++r) sum.at[r] += coarse_weights_[k].weight * move[r];
  }
  const Vec3 own{sum.at[0], sum.at[1], sum.at[2]};
  return is_rotated_ ? placement_.rotation * own : own;
}

void ContactMetric::push(Index point, const Vec3& force) {
  const Vec3 own = load_ * (is_rotated_ ? transposed(placement_.rotation) * force : force);
  const float f[3] = {static_cast<float>(own.x), static_cast<float>(own.y), static_cast<float>(own.z)};
  for (Index k = begin_[point]; k < begin_[point + 1]; ++k) {
    Node& node = nodes_[weights_[k].node];
    const float w = weights_[k].weight, fx = w * f[0], fy = w * f[1], fz = w * f[2];
    for (int r = 0; r < 4; ++r)
      node.move.at[r] +=
          node.response[0].at[r] * fx + node.response[1].at[r] * fy + node.response[2].at[r] * fz;
  }
  const Index first = coarse_begin_[point], count = coarse_begin_[point + 1] - first;
  if (count == 0) return;
  columns_.resize(3 * static_cast<std::size_t>(count)), factors_.resize(columns_.size());
  for (Index k = 0; k < count; ++k)
    for (int c = 0; c < 3; ++c) {
      columns_[3 * k + c] = 3 * coarse_weights_[first + k].node + c;
      factors_[3 * k + c] = coarse_weights_[first + k].weight * f[c];
    }
  kernels_->add(inverse_.data(), rows_of_inverse_, columns_.data(), factors_.data(),
                static_cast<int>(columns_.size()), coarse_move_.data());
}

}  // namespace sinew
