#pragma once

#include <span>
#include <vector>

#include "body/contact_surface.h"
#include "multigrid/system_levels.h"

namespace sinew {

// How the vertices of a contact surface follow the nodes of every level of their body's system: a vertex moves by
//
//   sum_k weight[k] x(entry[k]),
//
// where entries number the nodes of all levels, the finest level first. The weights on a level are those of the
// embedding times the interpolations down to that level, so that rows depend on the topology alone. They are made
// when they are first asked for.
class VertexRows {
 public:
  struct Row {
    std::span<const Index> entry;  // ascending
    std::span<const float> weight;
  };

  // Both must stay as they are. Rows that are known are kept if nothing changed that they depend on.
  void set(const ContactSurface& surface, const SystemLevels& levels);
  // A row of a vertex; valid until the next call of find().
  Row find(Index vertex);

  Index entry_count() const { return first_entry_.back(); }
  // The entries of the nodes of level l begin here, those of the coarsest level that is solved exactly last.
  std::span<const Index> first_entry() const { return first_entry_; }

 private:
  void make(Index vertex);

  const ContactSurface* surface_ = nullptr;
  std::vector<const Interpolation*> interpolations_;
  const char* held_ = nullptr;
  std::vector<Index> row_of_unknown_;
  std::vector<char> is_held_;
  std::vector<Index> first_entry_;

  std::vector<Index> begin_, end_;  // per vertex, into entry_ and weight_; begin -1: not known yet
  std::vector<Index> entry_;
  std::vector<float> weight_;
  std::vector<std::pair<Index, float>> level_, next_;  // work space
};

}  // namespace sinew
