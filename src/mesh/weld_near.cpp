#include "mesh/weld_near.h"

#include <cmath>
#include <limits>
#include <map>

#include "mesh/weld.h"

namespace sinew {

namespace {

// Vertices that stay, by cubic cell as wide as the tolerance: whatever is near lies in one of 27 cells.
class StayingVertices {
 public:
  StayingVertices(const Vec3& origin, double tolerance) : origin_(origin), tolerance_(tolerance) {}

  Index add(const Vec3& p) {
    cells_[cell_of(p)].push_back(static_cast<Index>(positions_.size()));
    positions_.push_back(p);
    return static_cast<Index>(positions_.size()) - 1;
  }

  // The nearest one within the tolerance, the first among equals; -1 if there is none.
  Index nearest(const Vec3& p) const {
    Index best = -1;
    double best_distance = tolerance_;
    for (int i = 0; i < 27; ++i) {
      Cell cell = cell_of(p);
      for (int axis = 0, rest = i; axis < 3; ++axis, rest /= 3) cell[axis] += rest % 3 - 1;
      const auto found = cells_.find(cell);
      if (found == cells_.end()) continue;
      for (const Index v : found->second) {
        const double d = distance(positions_[v], p);
        if (d < best_distance || (d == best_distance && (best < 0 || v < best))) best = v, best_distance = d;
      }
    }
    return best;
  }

  std::vector<Vec3> take_positions() { return std::move(positions_); }

 private:
  using Cell = std::array<long long, 3>;

  Cell cell_of(const Vec3& p) const {
    Cell cell;
    for (int axis = 0; axis < 3; ++axis)
      cell[axis] = static_cast<long long>(std::floor((p[axis] - origin_[axis]) / tolerance_));
    return cell;
  }

  Vec3 origin_;
  double tolerance_;
  std::vector<Vec3> positions_;
  std::map<Cell, std::vector<Index>> cells_;
};

}  // namespace

Index weld_near_positions(SurfaceMesh& mesh, double tolerance) {
  const Box3 box = bounding_box(mesh);
  if (!(tolerance > box.longest_side() * std::numeric_limits<double>::epsilon()))
    return weld_equal_positions(mesh);
  StayingVertices staying(box.lower, tolerance);
  std::vector<Index> number(mesh.positions.size());
  for (Index v = 0; v < mesh.vertex_count(); ++v) {
    const Index near = staying.nearest(mesh.positions[v]);
    number[v] = near < 0 ? staying.add(mesh.positions[v]) : near;
  }
  const Index before = mesh.vertex_count();
  mesh.positions = staying.take_positions();
  for (Triangle& t : mesh.triangles)
    for (Index& v : t) v = number[v];
  return before - mesh.vertex_count();
}

}  // namespace sinew
