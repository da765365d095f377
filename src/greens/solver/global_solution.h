#pragma once

#include "greens/solver/constraint_set.h"

namespace sinew {

// What acts on the body besides constraints [JamesPai03, Eq. 10]: forces on free vertices (the boundary values of the
// reference problem that are not zero), and shares b of fields B, the displacements of all free vertices under body
// forces (gravity: a field per axis) or under unit motions of supports.
struct Loads {
  std::span<const Index> vertices = {};
  std::span<const Vec3> forces = {};  // N, per entry of `vertices`
  std::span<const std::vector<Vec3>> fields = {};
  std::span<const double> shares = {};  // per field
};

// The displacements of the surface under constraints and loads [JamesPai03, Eq. 18, 20; sec. 5.4, Eq. 42-47]:
//
//   (1, 2)  the constraints, and their inverse, which a ConstraintSet keeps
//   (3, 4)  v0 = G f + B b where constraints are, by single blocks of G, or by a sum if these would be too many
//   (5)     the constraints' forces x, ConstraintSet::solve()
//   (6, 7)  u = G (f + E x) + B b in one sum, which transforms once
//   (8)     the values at constraints are set: sums of thresholded columns miss them slightly
//
// Allocates nothing beyond what the responses do, once it has seen the most loads.
class GlobalSolution {
 public:
  explicit GlobalSolution(const Responses& responses);

  // Steps 3 to 5: the forces of the constraints.
  void solve(ConstraintSet& constraints, const Loads& loads);
  // Steps 6 to 8: displacements of all free vertices, m, by the constraints' last forces.
  void displacements(const ConstraintSet& constraints, const Loads& loads, std::span<Vec3> u);
  // The same at these vertices alone, by single blocks [JamesPai03, sec. 3.2.4]; without step 8.
  void displacements_at(const ConstraintSet& constraints, const Loads& loads, std::span<const Index> vertices,
                        std::span<Vec3> u);

 private:
  void require(const Loads& loads) const;
  void gather(std::span<const Index> vertices, std::span<const Vec3> forces);
  void gather(const ConstraintSet& constraints);
  void forget();
  void displace_rows(const ConstraintSet& constraints);
  void multiply_blocks(std::span<const Index> rows, std::span<Vec3> u);

  const Responses* responses_;
  std::vector<Index> entry_of_;  // per free vertex: its entry in `loaded_`, or -1
  std::vector<Index> loaded_;    // vertices with forces
  std::vector<Vec3> forces_;     // per entry
  std::vector<Index> rows_;      // vertices of constraints
  std::vector<Vec3> there_, v0_, whole_;
  std::vector<double> blocks_;
};

}  // namespace sinew
