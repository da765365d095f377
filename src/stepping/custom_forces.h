#pragma once

#include <span>
#include <vector>

#include "linalg/block_vector.h"
#include "sinew/base/geometry.h"
#include "sinew/model/forces.h"

namespace sinew {

// The custom forces of a body. They get its nodes in the order of frames; what they add is put into the order
// of the solver.
class CustomForces {
 public:
  // The number of each node in frames; empty: the same.
  explicit CustomForces(std::vector<Index> number_in_frames);

  // `rest`: positions of the nodes, m, the same for all forces.
  void add(CustomForce force, std::span<const Vec3> rest);
  bool empty() const { return forces_.empty(); }

  // Adds the forces to `out` (N). Throws Error, naming the force, if one is not finite.
  void add_to(double time, std::span<const Block3<double>> displacement,
              std::span<const Block3<double>> velocity, std::span<Block3<double>> out);
  // In J.
  double potential(double time, std::span<const Block3<double>> displacement) const;

 private:
  Index number_in_frames(Index node) const {
    return number_in_frames_.empty() ? node : number_in_frames_[node];
  }
  void find_positions(std::span<const Block3<double>> displacement, std::vector<Vec3>& x) const;

  std::vector<Vec3> rest_;  // once there is a force
  std::vector<Index> number_in_frames_;
  std::vector<CustomForce> forces_;
  std::vector<Vec3> x_, v_, f_;  // work space
};

}  // namespace sinew
