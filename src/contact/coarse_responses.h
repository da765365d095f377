#pragma once

#include <algorithm>
#include <vector>

#include "contact/column_kernels.h"
#include "linalg/panel.h"
#include "multigrid/system_levels.h"
#include "sinew/base/geometry.h"

namespace sinew {

// What the coarsest level of a body gives to its response to contact forces, P_c A_c^-1 P_c^T (contact_metric.h), seen
// from the points where it is touched. Of its nodes only those are kept on which a point depends. All in the body's own
// axes.
//
// A point depends on up to eight nodes, and a force on it moves all of them: A_c^-1 P_c^T of each point is made once, so
// that a push adds three columns instead of three for each node.
class CoarseResponses {
 public:
  // Takes the levels of a step, of which the coarsest one has so many nodes that are solved for, and forgets the points.
  // What is known of A_c^-1 is kept if the levels are the same.
  void begin(const SystemLevels& levels, Index nodes, bool is_same);
  // The next point depends on the nodes that were added since the last one.
  void add_node(Index node, float weight);
  void end_point() { begin_.push_back(static_cast<Index>(weights_.size())); }
  // To be called when all points have been added.
  void prepare();

  // Takes all forces away again.
  void reset() { std::ranges::fill(move_, 0.0F); }
  // Adds to the force on the point, three numbers.
  void push(Index point, const float* force);
  // Adds how far the point has moved, three numbers.
  void add_moved(Index point, float* sum) const { add_at(point, move_.data(), sum); }
  // How far point q moves by a force of 1 along an axis on point p.
  void add_response(Index p, int axis, Index q, float* sum) const { add_at(q, column(p, axis), sum); }

 private:
  // Of a point on a touched node.
  struct Weight {
    Index node;
    float weight;
  };

  void solve_columns();
  void take_inverse();
  void make_columns_of_points();
  const float* column(Index point, int axis) const {
    return columns_.data() + (3 * static_cast<std::size_t>(point) + axis) * rows_;
  }
  void add_at(Index point, const float* moves, float* sum) const {
    for (Index k = begin_[point]; k < begin_[point + 1]; ++k) {
      const float* move = moves + 3 * std::size_t(weights_[k].node);
      for (int r = 0; r < 3; ++r) sum[r] += weights_[k].weight * move[r];
    }
  }

  const SystemLevels* levels_ = nullptr;
  std::vector<Index> begin_;  // of the weights of each point
  std::vector<Weight> weights_;
  std::vector<Index> touched_, number_of_;  // node of each touched one, and back (-1)
  int rows_ = 0;                            // 3 for each touched node, padded
  std::vector<float> columns_;              // A_c^-1 P_c^T of the points, by columns: three for each
  std::vector<float> move_;                 // of the touched nodes
  // Columns of A_c^-1 of these levels that were solved for so far, three for each node.
  std::vector<Index> solved_place_;  // per node of the coarsest level; -1: not solved
  std::vector<float> solved_;

  // Work space.
  std::vector<Index> to_solve_;
  Panel<double> panel_;
  std::vector<double> direct_;
  std::vector<float> inverse_;
  std::vector<int> numbers_;
  std::vector<float> factors_;
  const ColumnKernels* kernels_ = &column_kernels_for(best_instruction_set());
};

}  // namespace sinew
