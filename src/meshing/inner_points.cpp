#include "meshing/inner_points.h"

#include <set>

#include "mesh/triangle_tree.h"
#include "sinew/meshing/signed_distance.h"

namespace sinew {

namespace {

using Address = std::array<Index, 3>;

constexpr int kDeepest = 12;    // levels of the octree
constexpr double kCover = 0.5;  // distance from the surface, in its edges
constexpr double kCoarser =
    1.1;  // side of a cell over the length asked for: a lattice's short edge is 0.87 sides

// Of each vertex, the mean length of the edges of its triangles.
std::vector<double> edges_around(const SurfaceMesh& surface) {
  std::vector<double> sum(surface.positions.size()), count(surface.positions.size());
  for (const Triangle& t : surface.triangles)
    for (int k = 0; k < 3; ++k) {
      const Index a = t[k], b = t[(k + 1) % 3];
      const double length = distance(surface.positions[a], surface.positions[b]);
      sum[a] += length, sum[b] += length, ++count[a], ++count[b];
    }
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] /= std::max(1.0, count[i]);
  return sum;
}

class Octree {
 public:
  Octree(const SurfaceMesh& surface, const SignedDistance& solid, double growth)
      : surface_(surface), solid_(solid), growth_(growth), edges_(edges_around(surface)) {
    const Box3& box = solid.box();
    side_ = box.longest_side();
    origin_ = box.center() - 0.5 * Vec3{side_, side_, side_};
  }

  std::vector<Vec3> points() {
    divide({0, 0, 0}, 1 << kDeepest, kDeepest);
    std::vector<Vec3> kept;
    for (const Address& at : seen_)
      if (const Vec3 p = position(at); solid_.inside(p) && deep_enough(p)) kept.push_back(p);
    return kept;
  }

 private:
  Vec3 position(const Address& at) const {
    const double step = side_ / (2 << kDeepest);
    return origin_ +
           step * Vec3{static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2])};
  }
  double edge_at(const Vec3& p) const {
    const Triangle& t = surface_.triangles[solid_.tree().nearest(p).triangle];
    return (edges_[t[0]] + edges_[t[1]] + edges_[t[2]]) / 3;
  }
  bool deep_enough(const Vec3& p) const { return solid_.distance(p) > kCover * edge_at(p); }

  // `at` is the lowest corner and `size` the side, in half steps of the deepest level.
  void divide(const Address& at, Index half, int levels) {
    const Address centre{at[0] + half, at[1] + half, at[2] + half};
    const Vec3 p = position(centre);
    const double side = side_ * half / (1 << kDeepest), depth = -solid_(p);
    if (depth < -0.87 * side) return;
    const bool small = side <= kCoarser * (edge_at(p) + growth_ * std::max(0.0, depth));
    if (levels == 0 || small) return keep(at, 2 * half, centre);
    for (int child = 0; child < 8; ++child)
      divide({at[0] + (child & 1 ? half : 0), at[1] + (child & 2 ? half : 0), at[2] + (child & 4 ? half : 0)},
             half / 2, levels - 1);
  }
  void keep(const Address& at, Index size, const Address& centre) {
    seen_.insert(centre);
    for (int corner = 0; corner < 8; ++corner)
      seen_.insert({at[0] + (corner & 1 ? size : 0), at[1] + (corner & 2 ? size : 0),
                    at[2] + (corner & 4 ? size : 0)});
  }

  const SurfaceMesh& surface_;
  const SignedDistance& solid_;
  double growth_, side_ = 0;
  std::vector<double> edges_;
  Vec3 origin_;
  std::set<Address> seen_;
};

}  // namespace

std::vector<Vec3> inner_points(const SurfaceMesh& surface, const SignedDistance& solid, double growth) {
  return Octree(surface, solid, growth).points();
}

}  // namespace sinew
