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
  coarse_.begin(levels, levels.solves_coarsest() ? rows_.entry_count() - coarse : 0, is_known);
}

void ContactMetric::forget_points() {
  for (const Index entry : entries_) number_of_[entry] = -1;
  entries_.clear(), nodes_.clear();
  begin_.assign(1, 0), weights_.clear();
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
      coarse_.add_node(entry - coarse, weight);
    else
      weights_.push_back({touch(entry), weight});
  }
  begin_.push_back(static_cast<Index>(weights_.size()));
  coarse_.end_point();
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
  const float* X = levels_->levels[l].response.data() + 9 * std::size_t(entry - first[l]);
  Node& node = nodes_.emplace_back();
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) node.response[c].at[r] = X[3 * c + r];
  return number;
}

void ContactMetric::prepare() {
  coarse_.prepare();
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
  for (int c = 0; c < 3; ++c) {
    float coarse[3] = {0, 0, 0};
    coarse_.add_response(p, c, p, coarse);
    for (int r = 0; r < 3; ++r) sum(r, c) += double(coarse[r]);
  }
  return sum;
}

void ContactMetric::reset() {
  for (Node& node : nodes_) node.move = {};
  coarse_.reset();
}

Vec3 ContactMetric::moved(Index point) const {
  Float4 sum;
  for (Index k = begin_[point]; k < begin_[point + 1]; ++k) {
    const Float4& move = nodes_[weights_[k].node].move;
    for (int r = 0; r < 4; ++r) sum.at[r] += weights_[k].weight * move.at[r];
  }
  coarse_.add_moved(point, sum.at);
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
  coarse_.push(point, f);
}

}  // namespace sinew
