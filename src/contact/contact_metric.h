#pragma once

#include <array>
#include <span>
#include <vector>

#include "contact/vertex_rows.h"
#include "linalg/block_vector.h"
#include "multigrid/additive_cycle.h"

namespace sinew {

// The response of one body to contact forces in the additive multilevel metric
//
//   X = sum_l weight_l P_l D_l^-1 P_l^T + P_c A_c^-1 P_c^T    (multigrid/additive_cycle.h),
//
// seen from the points where it is touched. X is never formed: a point touches about fifty nodes on all levels
// together, and a force on it changes the displacements of just these; of the coarsest level, which answers as a
// whole, only the nodes that are touched are kept, with the columns of A_c^-1 that belong to them.
//
// All vectors are in the body's own axes. Forces are in N times the load of the step's scheme.
class ContactMetric {
 public:
  // Takes the levels of a step; points must be added again.
  void begin(const ContactSurface& surface, const SystemLevels& levels);
  // Adds the point sum_k weights[k] x(vertices[k]) and returns its number. Weights may be negative: a point of a
  // body that touches itself is a difference.
  Index add_point(std::span<const Index> vertices, std::span<const double> weights);
  // To be called when all points have been added.
  void prepare();

  // Takes all forces away again.
  void reset();
  // Of the levels that it was made for.
  std::int64_t revision() const { return revision_; }

  // J X J^T of the point, m/N.
  Mat3 compliance(Index point) const { return compliance_[point]; }
  // How far the point has moved by the forces so far, m.
  Vec3 moved(Index point) const;
  // Adds to the force on the point.
  void push(Index point, const Vec3& force);

 private:
  // Three numbers, padded to a vector register.
  struct alignas(16) Float4 {
    float at[4] = {0, 0, 0, 0};
  };
  // A block by columns.
  struct Block {
    Float4 column[3];
  };

  void multiply_weights();
  void invert_coarsest();
  void weigh_coarse_columns();
  const float* inverse_diagonal(Index entry) const;

  const SystemLevels* levels_ = nullptr;
  std::int64_t revision_ = -1;
  VertexRows rows_;

  // The finer levels: entries of each point with their weights, weight D^-1 of each, and how far all entries
  // have moved.
  std::vector<Index> start_, entry_;
  std::vector<double> weight_;
  std::vector<float> share_;
  std::vector<Block> response_;
  std::vector<Float4> move_;

  // The coarsest level: touched nodes, and the points' weights on them.
  std::vector<Index> coarse_start_, coarse_entry_;
  std::vector<double> coarse_weight_;
  std::vector<Index> touched_, number_of_;  // node of each touched one, and back (-1)
  std::vector<float> inverse_;              // A_c^-1 of the touched nodes, 3 T x 3 T, by columns
  std::vector<Float4> columns_;      // per point: A_c^-1 times its weights, 3 columns side by side, 3 T rows
  std::vector<float> coarse_force_;  // on the touched nodes, 3 T

  std::vector<Mat3> compliance_;
  std::vector<std::pair<Index, double>> merged_;  // work space
};

}  // namespace sinew
