#include "playback/cell_boundary.h"

#include <cmath>
#include <set>

#include "mesh/element_faces.h"

namespace sinew {

namespace {

// A point in quarters of the finest cells' sides, along the cells' axes, so that the centres of faces and of
// their quarters are integers.
using Quarters = std::array<std::int64_t, 3>;

class Middles {
 public:
  explicit Middles(const FrameElements& elements) : x_(elements.rest_positions) {
    for (const Hexahedron& cell : elements.hexahedra)
      quarter_ = std::min(quarter_, distance(x_[cell[0]], x_[cell[1]]) / 4);
    if (elements.hexahedra.empty()) return;
    const Hexahedron& first = elements.hexahedra[0];
    origin_ = x_[first[0]];
    for (int axis = 0; axis < 3; ++axis) axes_[axis] = normalized(x_[first[kAlongAxis[axis]]] - origin_);
  }
  Quarters at(const Vec3& p) const {
    Quarters q{};
    for (int axis = 0; axis < 3; ++axis) q[axis] = std::llround(dot(p - origin_, axes_[axis]) / quarter_);
    return q;
  }
  Vec3 middle(const Hexahedron& cell, int face) const {
    Vec3 sum;
    for (const int i : kHexahedronFaces[face]) sum += x_[cell[i]];
    return sum / 4;
  }

 private:
  static constexpr std::array<int, 3> kAlongAxis{1, 3, 4};  // the corners next to corner 0

  const std::vector<Vec3>& x_;
  Vec3 origin_;
  std::array<Vec3, 3> axes_;
  double quarter_ = std::numeric_limits<double>::infinity();
};

// Where faces of cells of level 0 lie on those of level 1.
std::set<Quarters> covered_middles(const FrameElements& elements, const Middles& middles) {
  std::set<Quarters> covered;
  for (std::size_t c = 0; c < elements.levels.size(); ++c) {
    if (elements.levels[c] != 1) continue;
    const Hexahedron& cell = elements.hexahedra[c];
    for (int face = 0; face < 6; ++face) {
      const Vec3 middle = middles.middle(cell, face);
      for (const int i : kHexahedronFaces[face])
        covered.insert(middles.at((middle + elements.rest_positions[cell[i]]) / 2));
    }
  }
  return covered;
}

}  // namespace

std::vector<Triangle> cell_boundary(const FrameElements& elements) {
  const Middles middles(elements);
  const std::set<Quarters> covered = covered_middles(elements, middles);
  std::vector<Triangle> triangles;
  for_each_face(sorted_element_faces({}, elements.hexahedra), [&](std::span<const ElementFace> sides) {
    const auto& [sorted, element, face] = sides[0];
    if (sides.size() > 1 || (!elements.levels.empty() && elements.levels[element] > 0)) return;
    const Hexahedron& cell = elements.hexahedra[element];
    if (covered.contains(middles.at(middles.middle(cell, face)))) return;
    const auto& [a, b, c, d] = kHexahedronFaces[face];
    triangles.push_back({cell[a], cell[b], cell[c]});
    triangles.push_back({cell[a], cell[c], cell[d]});
  });
  return triangles;
}

}  // namespace sinew
