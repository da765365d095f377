#pragma once

#include "greens/responses/hierarchical_responses.h"
#include "greens/wavelets/hierarchical_forces.h"

namespace sinew {

// Hierarchical responses of any others: forces of coarser levels are spread over the vertices of the finest, column
// [l,k] of X_[l] = X_[L] H [JamesPai03, Eq. 60, 61]. For responses that keep no columns of coarser levels; a block
// costs as many of theirs as the hat has vertices, 7 one level coarser, 37 two.
class SpreadResponses final : public HierarchicalResponses {
 public:
  // The responses must outlive it.
  SpreadResponses(const Responses& responses, const HierarchicalForces& forces);

  Index count() const override { return responses_->count(); }
  void extract(std::span<const Index> rows, std::span<const Index> columns,
               std::span<double> G) const override {
    responses_->extract(rows, columns, G);
  }
  void sum(std::span<const Index> vertices, std::span<const Vec3> forces, std::span<Vec3> u) const override {
    responses_->sum(vertices, forces, u);
  }
  void extract(std::span<const Index> rows, std::span<const ConstraintPlace> columns,
               std::span<double> G) const override;
  void sum(std::span<const ConstraintPlace> places, std::span<const Vec3> forces,
           std::span<Vec3> u) const override;

 private:
  const Responses* responses_;
  std::vector<SparseRows> spread_;  // by level
};

}  // namespace sinew
