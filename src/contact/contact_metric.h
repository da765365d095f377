#pragma once

#include <span>
#include <vector>

#include "contact/coarse_responses.h"
#include "contact/vertex_rows.h"
#include "multigrid/additive_cycle.h"
#include "sinew/base/placement.h"

namespace sinew {

// The response of one body to contact forces in the additive multilevel metric
//
//   X = sum_l P_l X_l P_l^T + P_c A_c^-1 P_c^T    (multigrid/additive_cycle.h),
//
// seen from the points where it is touched. X is never formed: a point touches about fifty nodes on all levels
// together, and a force on it changes the displacements of just these; of the coarsest level, which answers as a
// whole, only the nodes that are touched are kept.
//
//   point ---weights---> touched nodes of the finer levels, each with its block of X_l and its displacement
//         ---weights---> touched nodes of the coarsest level (contact/coarse_responses.h)
//
// All vectors are in world coordinates, forces in N: the metric knows where the body stands, and by how much the
// scheme of the step multiplies loads.
class ContactMetric {
 public:
  // Takes the levels of a step; points must be added again. What is known of A_c^-1 is kept if the levels have not
  // changed.
  void begin(const ContactSurface& surface, const SystemLevels& levels, const Placement& placement = {},
             double load = 1);
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
  const Mat3& compliance(Index point) const { return compliance_[point]; }
  // How far the point has moved by the forces so far, m.
  Vec3 moved(Index point) const;
  // Adds to the force on the point.
  void push(Index point, const Vec3& force);

 private:
  // Three numbers, padded to a vector register.
  struct alignas(16) Float4 {
    float at[4] = {0, 0, 0, 0};
  };
  // A node of a finer level: the columns of X_l, and how far it has moved. One line of the cache.
  struct alignas(64) Node {
    Float4 response[3];
    Float4 move;
  };
  // Of a point on a touched node.
  struct Weight {
    Index node;
    float weight;
  };

  void forget_points();
  Index touch(Index entry);
  Mat3 own_compliance(Index point) const;

  const SystemLevels* levels_ = nullptr;
  std::int64_t revision_ = -1;
  Placement placement_;
  bool is_rotated_ = false;
  double load_ = 1;
  VertexRows rows_;

  // The finer levels.
  std::vector<Index> begin_;  // of the weights of each point
  std::vector<Weight> weights_;
  std::vector<Node> nodes_;       // touched ones
  std::vector<Index> entries_;    // of the touched nodes, as VertexRows numbers them
  std::vector<Index> number_of_;  // per entry: its place in nodes_; -1: not touched

  CoarseResponses coarse_;

  std::vector<Mat3> compliance_;  // per point

  // Work space.
  std::vector<std::pair<Index, double>> merged_;
};

}  // namespace sinew
