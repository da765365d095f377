#include "contact/coarse_responses.h"

namespace sinew {

void CoarseResponses::begin(const SystemLevels& levels, Index nodes, bool is_same) {
  levels_ = &levels;
  for (const Index node : touched_) number_of_[node] = -1;
  touched_.clear();
  begin_.assign(1, 0), weights_.clear();
  number_of_.resize(nodes, -1);
  if (is_same && solved_place_.size() == number_of_.size()) return;
  solved_place_.assign(number_of_.size(), -1);
  solved_.clear();
}

void CoarseResponses::add_node(Index node, float weight) {
  Index& number = number_of_[node];
  if (number < 0) number = static_cast<Index>(touched_.size()), touched_.push_back(node);
  weights_.push_back({number, weight});
}

void CoarseResponses::prepare() {
  rows_ = static_cast<int>((3 * touched_.size() + kColumnRows - 1) / kColumnRows * kColumnRows);
  move_.assign(static_cast<std::size_t>(rows_), 0);
  solve_columns();
  take_inverse();
  make_columns_of_points();
}

// Solves for the touched nodes that are not known yet, sixteen columns at a time.
void CoarseResponses::solve_columns() {
  if (levels_->coarsest == nullptr) return;
  to_solve_.clear();
  for (const Index node : touched_) {
    if (solved_place_[node] >= 0) continue;
    solved_place_[node] = static_cast<Index>(solved_.size() / (9 * number_of_.size()) + to_solve_.size());
    to_solve_.push_back(node);
  }
  const std::size_t n = 3 * number_of_.size(), columns = 3 * to_solve_.size(), first = solved_.size();
  solved_.resize(first + columns * n);
  panel_.resize(number_of_.size());
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

// A_c^-1 between the touched nodes, by columns.
void CoarseResponses::take_inverse() {
  const std::size_t touched = touched_.size(), n = 3 * number_of_.size();
  inverse_.assign(3 * touched * rows_, 0);
  if (levels_->known_inverse != nullptr) return levels_->known_inverse->extract(touched_, rows_, inverse_);
  for (std::size_t j = 0; j < 3 * touched; ++j) {
    const Index node = touched_[j / 3];
    const auto take = [&](const auto* whole) {
      float* to = inverse_.data() + j * rows_;
      for (const Index i : touched_)
        for (int r = 0; r < 3; ++r) *to++ = static_cast<float>(whole[3 * i + r]);
    };
    if (levels_->coarsest != nullptr)
      take(solved_.data() + (3 * solved_place_[node] + j % 3) * n);
    else
      take(levels_->coarsest_inverse.data() + (3 * node + j % 3) * n);
  }
}

void CoarseResponses::make_columns_of_points() {
  const std::size_t points = begin_.size() - 1;
  columns_.assign(3 * points * rows_, 0);
  for (std::size_t p = 0; p < points; ++p)
    for (int axis = 0; axis < 3; ++axis) {
      numbers_.clear(), factors_.clear();
      for (Index k = begin_[p]; k < begin_[p + 1]; ++k)
        numbers_.push_back(3 * weights_[k].node + axis), factors_.push_back(weights_[k].weight);
      kernels_->add(inverse_.data(), rows_, numbers_.data(), factors_.data(),
                    static_cast<int>(numbers_.size()), columns_.data() + (3 * p + axis) * rows_);
    }
}

void CoarseResponses::push(Index point, const float* force) {
  if (begin_[point] == begin_[point + 1]) return;
  const int columns[3] = {0, 1, 2};
  kernels_->add(column(point, 0), rows_, columns, force, 3, move_.data());
}

}  // namespace sinew
