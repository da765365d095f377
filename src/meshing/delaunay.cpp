#include "meshing/delaunay.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <unordered_map>

// Points come one by one along a space-filling curve [Bowyer 1981, Watson 1981]: the tetrahedra whose spheres
// contain the new point (its cavity) are replaced by those that join it with the faces around them.
//
//      a ------- b           a ------- b
//      | \     / |           | \   _/  |
//      |   \ /   |    p      |  \p_    |       face ab of the cavity and p: a new element
//      |   / \   |   ---->   |  / \ \_ |
//      d ------- c           d ------- c

namespace sinew {

namespace {

__extension__ using Wide = __int128;  // determinants of the rounded points need up to 121 bits

using Lattice = std::array<std::int32_t, 3>;
constexpr std::int32_t kHalfBox = 1 << 19, kFar = 1 << 22;

struct Cell {
  std::array<Index, 4> corners{}, neighbours{};  // neighbour k is across the face opposite corner k
};

// The faces opposite corners 0..3, seen counter-clockwise from outside.
constexpr int kFace[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

class Triangulation {
 public:
  explicit Triangulation(std::span<const Vec3> points);
  std::vector<Tetrahedron> real_cells() const;

 private:
  Lattice rounded(const Vec3& p) const;
  int side(Index a, Index b, Index c, Index d) const;
  bool in_sphere(const Cell& cell, Index point) const;
  Index locate(Index point) const;
  void insert(Index point);
  void dig(Index point, Index start);
  void keep_visible(Index point, Index start);
  void fill(Index point);
  bool sees(const Cell& cell, int face, Index point) const {
    return side(cell.corners[kFace[face][2]], cell.corners[kFace[face][1]], cell.corners[kFace[face][0]],
                point) > 0;
  }

  Vec3 centre_;
  double scale_;
  std::vector<Lattice> points_;  // the four corners of the outermost cell are the last
  std::vector<Cell> cells_;
  std::vector<char> dug_, gone_;
  std::vector<Index> cavity_, free_;
  std::unordered_map<std::uint64_t, std::array<Index, 2>> open_;  // edge of the cavity: cell and its face
  Index last_ = 0;
};

// Spreads the bits of a 21-bit number three apart.
std::uint64_t spread(std::uint64_t x) {
  x = (x | x << 32U) & 0x1f00000000ffffULL;
  x = (x | x << 16U) & 0x1f0000ff0000ffULL;
  x = (x | x << 8U) & 0x100f00f00f00f00fULL;
  x = (x | x << 4U) & 0x10c30c30c30c30c3ULL;
  return (x | x << 2U) & 0x1249249249249249ULL;
}

std::vector<Index> along_a_curve(std::span<const Lattice> points) {
  std::vector<std::uint64_t> key;
  for (const Lattice& p : points) {
    std::uint64_t code = 0;
    for (int axis = 0; axis < 3; ++axis)
      code |= spread(static_cast<std::uint64_t>(p[axis] + kHalfBox)) << static_cast<unsigned>(axis);
    key.push_back(code);
  }
  std::vector<Index> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](Index i) { return key[i]; });
  return order;
}

Triangulation::Triangulation(std::span<const Vec3> points) {
  const Box3 box = bounding_box(points);
  centre_ = box.center();
  scale_ = box.longest_side() > 0 ? 1.999 * kHalfBox / box.longest_side() : 1;
  for (const Vec3& p : points) points_.push_back(rounded(p));
  const std::vector<Index> order = along_a_curve(points_);
  const auto n = static_cast<Index>(points.size());
  for (const Lattice& far : {Lattice{-kFar, -kFar, -kFar}, Lattice{kFar, kFar, -kFar},
                             Lattice{kFar, -kFar, kFar}, Lattice{-kFar, kFar, kFar}})
    points_.push_back(far);
  cells_.push_back({{n, n + 1, n + 2, n + 3}, {-1, -1, -1, -1}});
  if (side(n, n + 1, n + 2, n + 3) < 0) std::swap(cells_[0].corners[2], cells_[0].corners[3]);
  dug_.assign(1, 0), gone_.assign(1, 0);
  for (const Index i : order) insert(i);
}

Lattice Triangulation::rounded(const Vec3& p) const {
  Lattice r{};
  for (int axis = 0; axis < 3; ++axis)
    r[axis] = static_cast<std::int32_t>(std::lround((p[axis] - centre_[axis]) * scale_));
  return r;
}

int sign(Wide value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

// The sign of six_volume(a, b, c, d). Differences have 24 bits, so that doubles decide nearly always.
int Triangulation::side(Index a, Index b, Index c, Index d) const {
  std::int64_t e[3][3];
  for (int axis = 0; axis < 3; ++axis) {
    e[0][axis] = points_[b][axis] - points_[a][axis];
    e[1][axis] = points_[c][axis] - points_[a][axis];
    e[2][axis] = points_[d][axis] - points_[a][axis];
  }
  Wide volume = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    volume += Wide{e[0][u] * e[1][v] - e[0][v] * e[1][u]} * e[2][axis];
  }
  return sign(volume);
}

// Whether the point lies inside the sphere through the cell's corners:
//   sum over corners i of |i|^2 det(the others) changes its sign there, all relative to the point.
bool Triangulation::in_sphere(const Cell& cell, Index point) const {
  constexpr double kRounding = 1e-14;
  std::int64_t d[4][3], square[4];
  double bound = 0, value = 0;
  for (int k = 0; k < 4; ++k) {
    square[k] = 0;
    for (int axis = 0; axis < 3; ++axis) {
      d[k][axis] = points_[cell.corners[k]][axis] - points_[point][axis];
      square[k] += d[k][axis] * d[k][axis];
    }
  }
  std::int64_t minor[4][3];  // the vector products of the edges in the faces opposite 0..3
  const auto product = [&](int a, int b, int axis) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    return d[a][u] * d[b][v] - d[a][v] * d[b][u];
  };
  for (int k = 0; k < 4; ++k) {
    double volume = 0, size = 0;
    for (int axis = 0; axis < 3; ++axis) {
      minor[k][axis] = product(kFace[k][0], kFace[k][1], axis);
      const double term = static_cast<double>(minor[k][axis]) * static_cast<double>(d[kFace[k][2]][axis]);
      volume += term, size += std::abs(term);
    }
    value += static_cast<double>(square[k]) * volume;
    bound += static_cast<double>(square[k]) * size;
  }
  if (std::abs(value) > kRounding * bound) return value > 0;
  Wide exact = 0;
  for (int k = 0; k < 4; ++k) {
    Wide volume = 0;
    for (int axis = 0; axis < 3; ++axis) volume += Wide{minor[k][axis]} * d[kFace[k][2]][axis];
    exact += volume * square[k];
  }
  return exact > 0;
}

// Walks through faces that have the point on their other side.
Index Triangulation::locate(Index point) const {
  Index at = last_;
  for (int turn = 0;; ++turn) {
    const Cell& cell = cells_[at];
    int next = -1;
    for (int k = 0; k < 4 && next < 0; ++k) {
      const int face = (k + turn) % 4;
      if (cell.neighbours[face] >= 0 && side(cell.corners[kFace[face][2]], cell.corners[kFace[face][1]],
                                             cell.corners[kFace[face][0]], point) < 0)
        next = face;
    }
    if (next < 0) return at;
    at = cell.neighbours[next];
  }
}

void Triangulation::insert(Index point) {
  const Index start = locate(point);
  for (const Index corner : cells_[start].corners)
    if (points_[corner] == points_[point]) return;
  dig(point, start);
  keep_visible(point, start);
  fill(point);
}

// Marks the cells whose spheres contain the point.
void Triangulation::dig(Index point, Index start) {
  cavity_.assign(1, start);
  dug_[start] = 1;
  for (std::size_t k = 0; k < cavity_.size(); ++k)
    for (const Index next : cells_[cavity_[k]].neighbours)
      if (next >= 0 && dug_[next] == 0 && in_sphere(cells_[next], point)) {
        dug_[next] = 1;
        cavity_.push_back(next);
      }
}

// Points on one sphere can leave the cavity with a face that the point does not see from inside. The cell
// behind such a face stays, or, if that is the one around the point, its neighbour goes too.
void Triangulation::keep_visible(Index point, Index start) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = 0; k < cavity_.size(); ++k) {
      const Index at = cavity_[k];
      if (dug_[at] == 0) continue;
      for (int face = 0; face < 4 && dug_[at] != 0; ++face) {
        const Index next = cells_[at].neighbours[face];
        if ((next >= 0 && dug_[next] != 0) || sees(cells_[at], face, point)) continue;
        changed = true;
        if (at != start)
          dug_[at] = 0;
        else if (next >= 0)
          dug_[next] = 1, cavity_.push_back(next);
      }
    }
  }
  std::erase_if(cavity_, [&](Index at) { return dug_[at] == 0; });
}

void Triangulation::fill(Index point) {
  open_.clear();
  const std::size_t hollow = cavity_.size();
  for (std::size_t k = 0; k < hollow; ++k)
    for (int face = 0; face < 4; ++face) {
      const Cell old = cells_[cavity_[k]];
      const Index next = old.neighbours[face];
      if (next >= 0 && dug_[next] != 0) continue;
      Index made = static_cast<Index>(cells_.size());
      if (free_.empty())
        cells_.emplace_back(), dug_.push_back(0), gone_.push_back(0);
      else
        made = free_.back(), free_.pop_back(), gone_[made] = 0;
      const Index a = old.corners[kFace[face][0]], b = old.corners[kFace[face][1]],
                  c = old.corners[kFace[face][2]];
      cells_[made] = {{c, b, a, point}, {-1, -1, -1, next}};
      if (next >= 0)
        for (int back = 0; back < 4; ++back)
          if (cells_[next].neighbours[back] == cavity_[k]) cells_[next].neighbours[back] = made;
      // Join the new cells along the edges of the face.
      for (int corner = 0; corner < 3; ++corner) {
        const Index p = cells_[made].corners[(corner + 1) % 3], q = cells_[made].corners[(corner + 2) % 3];
        const auto key =
            static_cast<std::uint64_t>(std::min(p, q)) << 32U | static_cast<std::uint64_t>(std::max(p, q));
        const auto [it, fresh] = open_.try_emplace(key, std::array{made, static_cast<Index>(corner)});
        if (fresh) continue;
        cells_[made].neighbours[corner] = it->second[0];
        cells_[it->second[0]].neighbours[it->second[1]] = made;
      }
      last_ = made;
    }
  for (const Index at : cavity_) dug_[at] = 0, gone_[at] = 1;
  free_.insert(free_.end(), cavity_.begin(), cavity_.end());
}

std::vector<Tetrahedron> Triangulation::real_cells() const {
  const auto n = static_cast<Index>(points_.size()) - 4;
  std::vector<Tetrahedron> cells;
  for (std::size_t i = 0; i < cells_.size(); ++i)
    if (gone_[i] == 0 && std::ranges::all_of(cells_[i].corners, [&](Index v) { return v < n; }))
      cells.push_back(cells_[i].corners);
  return cells;
}

}  // namespace

std::vector<Tetrahedron> delaunay(std::span<const Vec3> points) {
  return points.empty() ? std::vector<Tetrahedron>() : Triangulation(points).real_cells();
}

}  // namespace sinew
