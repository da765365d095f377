#include "contact/vertex_rows.h"

#include <algorithm>

namespace sinew {

namespace {

// Adds up the weights of equal nodes.
void merge(std::vector<std::pair<Index, float>>& row) {
  std::ranges::stable_sort(row, {}, &std::pair<Index, float>::first);
  std::size_t kept = 0;
  for (const auto& [node, weight] : row)
    if (kept > 0 && row[kept - 1].first == node)
      row[kept - 1].second += weight;
    else
      row[kept++] = {node, weight};
  row.resize(kept);
}

}  // namespace

void VertexRows::set(const ContactSurface& surface, const SystemLevels& levels) {
  std::vector<const Interpolation*> interpolations;
  for (const SystemLevels::Level& level : levels.levels) interpolations.push_back(level.P);
  const bool is_known =
      &surface == surface_ && interpolations == interpolations_ && levels.held.data() == held_;
  if (is_known) return;

  surface_ = &surface, interpolations_ = std::move(interpolations), held_ = levels.held.data();
  is_held_.assign(levels.held.begin(), levels.held.end());
  const auto unknowns = static_cast<Index>(levels.held.size());
  row_of_unknown_.resize(levels.held.size());
  for (Index row = 0; row < unknowns; ++row)
    row_of_unknown_[levels.unknown_of_row.empty() ? row : levels.unknown_of_row[row]] = row;

  first_entry_.assign(1, 0);
  Index nodes = unknowns;
  for (const Interpolation* P : interpolations_) {
    first_entry_.push_back(first_entry_.back() + nodes);
    nodes = P != nullptr ? P->coarse_nodes : 0;
  }
  if (levels.solves_coarsest()) first_entry_.push_back(first_entry_.back() + nodes);

  begin_.assign(surface.rest.size(), -1), end_.assign(surface.rest.size(), -1);
  entry_.clear(), weight_.clear();
}

VertexRows::Row VertexRows::find(Index vertex) {
  if (begin_[vertex] < 0) make(vertex);
  const std::size_t begin = begin_[vertex], size = end_[vertex] - begin;
  return {{entry_.data() + begin, size}, {weight_.data() + begin, size}};
}

void VertexRows::make(Index vertex) {
  begin_[vertex] = static_cast<Index>(entry_.size());
  const std::span<const Index> nodes = surface_->embedding.nodes(vertex);
  level_.clear();
  for (std::size_t k = 0; k < nodes.size(); ++k)
    if (is_held_[nodes[k]] == 0)
      level_.emplace_back(row_of_unknown_[nodes[k]], surface_->embedding.weights(vertex)[k]);
  merge(level_);
  for (std::size_t l = 0; l + 1 < first_entry_.size(); ++l) {
    for (const auto& [node, weight] : level_)
      entry_.push_back(first_entry_[l] + node), weight_.push_back(weight);
    if (l >= interpolations_.size() || interpolations_[l] == nullptr) break;
    const Interpolation& P = *interpolations_[l];
    next_.clear();
    for (const auto& [node, weight] : level_)
      for (Index at = P.row_start[node]; at < P.row_start[node + 1]; ++at)
        next_.emplace_back(P.column[at], weight * P.weight[at]);
    merge(next_);
    std::swap(level_, next_);
  }
  end_[vertex] = static_cast<Index>(entry_.size());
}

}  // namespace sinew
