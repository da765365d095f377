#include "octree/cutting/crossed_links.h"

#include <algorithm>

#include "base/parallel.h"
#include "mesh/triangle_tree.h"
#include "octree/cutting/cell_boxes.h"
#include "octree/cutting/link_crossing.h"

// Works from coarse to fine: triangles that may meet a brick are passed on to its cells, from these to parts
// of half the size, and so on down to voxels; fewer remain each time. A voxel tests the six half links at its
// centre, and each crossing gives a record; records of the same link are merged at the end. Bricks are first
// tested by larger boxes in a tree (BrickBoxTree), so that cells are only visited where the blade is near.

namespace sinew {

namespace {

constexpr Index kLinkBricks = 8, kLinkVertices = 4096;  // per parallel chunk
constexpr std::size_t kMuch = 16;                       // a sixteenth of the bricks

// How much nearer to an end, in voxels, a blade must be than the cut that the end already sees. A cut at the
// place of an earlier one that is nearer by rounding alone does not count.
constexpr float kNearer = 1e-4F;

struct DeformedCell {
  CellPlace place;
  CornerValues corners;

  // Local coordinates of a point given by twice its lattice coordinates, so that centres of voxels are
  // integers.
  Vec3 local(const LatticePoint& twice) const {
    const LatticePoint inner = twice - 2 * place.lower();
    return Vec3{double(inner.x), double(inner.y), double(inner.z)} / (2.0 * place.side());
  }
  Vec3 at(const LatticePoint& twice) const { return trilinear(corners, local(twice)); }
};

// The corners of the part at corner `octant`, of half the size: they lie half way to those of the whole.
CornerValues corners_of_octant(CornerValues corners, int octant) {
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i < 8; ++i)
      if (((i ^ octant) >> axis & 1) != 0) corners[i] = 0.5 * (corners[i] + corners[i ^ 1 << axis]);
  return corners;
}

// One of the six pieces that start at the centre of a voxel.
struct Piece {
  LatticePoint voxel;  // lower end of the link
  int axis = 0;
  bool upper = false;  // the centre is the link's upper end
  double length = 0;   // in voxels: half a link, or a whole one
  Vec3 end;
};

struct Crossing {
  std::uint64_t key;
  CutLink link;
};

void keep_nearer(const LinkEnd& seen, LinkEnd& end) {
  if (seen.cut >= 0 && (end.cut < 0 || seen.distance < end.distance)) end = seen;
}

// F^T n for a blade normal n, since n . F dX = 0 for directions dX within the blade at rest. If a cell is
// squeezed flat, the link's axis.
std::array<float, 3> rest_normal(const DeformedCell& cell, const Vec3& local, const Vec3& n, int axis) {
  const Mat3 F = trilinear_gradient(cell.corners, local);
  Vec3 normal{dot(F.column[0], n), dot(F.column[1], n), dot(F.column[2], n)};
  const double length = norm(normal);
  normal = length > 0 && std::isfinite(length) ? normal / length : Vec3{};
  if (squared_norm(normal) < 0.5) normal[axis] = 1;
  return {static_cast<float>(normal.x), static_cast<float>(normal.y), static_cast<float>(normal.z)};
}

class LinkCrosser {
 public:
  LinkCrosser(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
              const VertexPositions& positions, const TriangleTree& blade, std::int32_t cut)
      : voxels_(voxels), cells_(cells), vertices_(vertices), positions_(positions), blade_(blade), cut_(cut) {
    triangles_.resize(blade.triangles().size());
    for (std::size_t i = 0; i < triangles_.size(); ++i) triangles_[blade.triangles()[i]] = blade.corners()[i];
    for (const BladeTriangle& triangle : triangles_) reaches_.emplace_back(triangle);
  }

  // `triangles` is work space.
  void cross_brick(Index brick, const Box3& box, std::vector<Index>& triangles,
                   std::vector<Crossing>& crossings) const {
    triangles.clear();
    blade_.for_each_overlap(box, [&](Index t) {
      if (reaches_[t].may_meet(box)) triangles.push_back(t);
    });
    std::sort(triangles.begin(), triangles.end());
    if (triangles.empty()) return;
    const std::size_t near = triangles.size();
    for (Index c = cells_.brick_start[brick]; c < cells_.brick_start[brick + 1]; ++c) {
      const DeformedCell cell = deformed_cell(c);
      const CellOfBrick of_brick{brick, cell, is_joined(brick, cell.place)};
      cross_part(of_brick, cell.place.lower(), cell.place.side(), cell.corners, of_brick.box(cell.corners),
                 {0, near}, triangles, crossings);
    }
  }

 private:
  static constexpr unsigned kAllSix = 0x3f;

  struct CellOfBrick {
    Index brick;
    const DeformedCell& cell;
    bool is_joined;

    // Of a part of it with these corners, and the links that leave the body there.
    Box3 box(const CornerValues& part) const {
      return is_joined ? deformed_box(part) : deformed_box_with_links(part);
    }
  };
  struct Range {
    std::size_t begin, end;
  };

  // Through a face of a cell all links are joined or none is.
  bool is_joined(Index brick, const CellPlace& place) const {
    constexpr unsigned kBelow = 0x15;
    const unsigned lower = joined_links(brick, place.lower());
    const unsigned upper =
        place.level == 0 ? lower : joined_links(brick, place.corner(7) - LatticePoint{1, 1, 1});
    return ((lower & kBelow) | (upper & ~kBelow)) == kAllSix;
  }

  DeformedCell deformed_cell(Index c) const {
    return {cells_.places[c], corner_values(vertices_, c, positions_)};
  }

  // Crosses the part of a cell with `side` voxels from `lower` on, with these corners. The triangles that may
  // meet it are appended to the list while they are needed.
  void cross_part(const CellOfBrick& cell, const LatticePoint& lower, int side, const CornerValues& corners,
                  const Box3& box, const Range& among, std::vector<Index>& triangles,
                  std::vector<Crossing>& crossings) const {
    const std::size_t first = triangles.size();
    for (std::size_t k = among.begin; k < among.end; ++k)
      if (reaches_[triangles[k]].may_meet(box)) triangles.push_back(triangles[k]);
    const Range near{first, triangles.size()};
    if (near.begin == near.end) return;
    if (side == 1) {
      cross_voxel(cell, lower, std::span(triangles).subspan(first), crossings);
    } else {
      for (int i = 0; i < 8; ++i) {
        const CornerValues part = corners_of_octant(corners, i);
        cross_part(cell, lower + side / 2 * corner_offset(i), side / 2, part, cell.box(part), near, triangles,
                   crossings);
      }
    }
    triangles.resize(first);
  }

  void cross_voxel(const CellOfBrick& in, const LatticePoint& voxel, std::span<const Index> triangles,
                   std::vector<Crossing>& crossings) const {
    const DeformedCell& cell = in.cell;
    // The six pieces of links at the centre.
    const LatticePoint twice = 2 * voxel + LatticePoint{1, 1, 1};
    const Vec3 centre = cell.at(twice);
    const unsigned joined = joined_links(in.brick, voxel);
    std::array<Piece, 6> pieces;
    for (int k = 0; k < 6; ++k)
      pieces[k] = piece_from(in, voxel, centre, k / 2, k % 2 == 0, (joined >> k & 1) != 0);
    for (const Index t : triangles) {
      const int side = blade_side(triangles_[t], centre);
      for (const Piece& piece : pieces) {
        const int side_of_end = blade_side(triangles_[t], piece.end);
        if (!blade_crosses(triangles_[t], centre, side, piece.end, side_of_end)) continue;
        const double distance = piece.length * blade_crossing(triangles_[t], centre, piece.end);
        const Vec3 local = cell.local(twice) + way_along(piece, distance) / double(cell.place.side());
        record(piece, distance, rest_normal(cell, local, normal_of(t), piece.axis), crossings);
      }
    }
  }

  // Bit 2 axis: joined to the voxel below along the axis; bit 2 axis + 1: to the one above.
  unsigned joined_links(Index brick, const LatticePoint& voxel) const {
    unsigned joined = 0;
    const Brick& own = voxels_.bricks()[brick];
    for (int axis = 0; axis < 3; ++axis) {
      const LatticePoint below = voxel - unit_step(axis);
      const bool in_own = (voxel[axis] & 7) != 0;
      const bool to_below = in_own ? has_bit(own.joined[axis], below) : voxels_.joined(below, axis);
      joined |= static_cast<unsigned>(to_below) << (2 * axis) |
                static_cast<unsigned>(has_bit(own.joined[axis], voxel)) << (2 * axis + 1);
    }
    return joined;
  }

  // Both halves of a joined link take the centre of its face from the lower end's cell, so that they meet
  // with the same bits.
  Piece piece_from(const CellOfBrick& in, const LatticePoint& voxel, const Vec3& centre, int axis, bool upper,
                   bool joined) const {
    const DeformedCell& cell = in.cell;
    const LatticePoint step = unit_step(axis), lower = upper ? voxel - step : voxel;
    const LatticePoint twice = 2 * voxel + LatticePoint{1, 1, 1}, face = upper ? twice - step : twice + step;
    if (!joined) return {lower, axis, upper, 1, 2.0 * cell.at(face) - centre};
    const bool own = !upper || voxel[axis] > cell.place.lower()[axis];
    if (own) return {lower, axis, upper, 0.5, cell.at(face)};
    const Index below = (voxel[axis] & 7) != 0 ? cells_.in(in.brick, lower) : cells_.at(voxels_, lower);
    return {lower, axis, upper, 0.5, deformed_cell(below).at(face)};
  }

  static Vec3 way_along(const Piece& piece, double distance) {
    Vec3 way;
    way[piece.axis] = piece.upper ? -distance : distance;
    return way;
  }

  Vec3 normal_of(Index t) const {
    const auto& [a, b, c] = triangles_[t];
    return normalized(cross(b - a, c - a));
  }

  void record(const Piece& piece, double distance, const std::array<float, 3>& normal,
              std::vector<Crossing>& crossings) const {
    CutLink link{piece.voxel, piece.axis, {}, {}};
    LinkEnd &near = piece.upper ? link.upper : link.lower, &far = piece.upper ? link.lower : link.upper;
    near = {static_cast<float>(distance), normal, cut_};
    if (piece.length < 1) {
      far = {static_cast<float>(1 - distance), normal, cut_};
    } else {
      const CutLink& old = voxels_.cut_links()[voxels_.find_cut_link(piece.voxel, piece.axis)];
      if (!(near.distance < (piece.upper ? old.upper : old.lower).distance - kNearer)) return;
    }
    crossings.push_back({link_key(piece.voxel, piece.axis), link});
  }

  const LinkedVoxels& voxels_;
  const Cells& cells_;
  const Vertices& vertices_;
  VertexPositions positions_;
  const TriangleTree& blade_;
  std::int32_t cut_;
  std::vector<BladeTriangle> triangles_;
  std::vector<BladeReach> reaches_;  // per triangle
};

// Sorts crossings by key and merges those of the same link.
std::vector<CutLink> merged(std::span<const Crossing> crossings) {
  std::vector<std::pair<std::uint64_t, Index>> order(crossings.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = {crossings[i].key, static_cast<Index>(i)};
  std::sort(order.begin(), order.end());
  std::vector<CutLink> links;
  links.reserve(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const CutLink& link = crossings[order[k].second].link;
    if (k == 0 || order[k].first != order[k - 1].first) {
      links.push_back(link);
      continue;
    }
    keep_nearer(link.lower, links.back().lower);
    keep_nearer(link.upper, links.back().upper);
  }
  return links;
}

}  // namespace

std::vector<CutLink> crossed_links(const LinkedVoxels& voxels, const Cells& cells, const Vertices& vertices,
                                   const VertexPositions& positions, const Blade& blade, std::int32_t cut) {
  const TriangleTree tree({blade.points, blade.triangles});
  if (tree.empty()) return {};
  const std::vector<Index> near = BrickBoxTree(cells, vertices, positions).bricks_where([&](const Box3& box) {
    bool any = false;
    if (tree.box().overlaps(box)) tree.for_each_overlap(box, [&](Index) { any = true; });
    return any;
  });

  // A blade that is near much of the body needs most positions several times.
  const Index n = static_cast<Index>(near.size());
  std::vector<Vec3> all(kMuch * near.size() > voxels.bricks().size() ? vertices.points.size() : 0);
  parallel_for_each(all.size(), kLinkVertices, [&](Index v) { all[v] = positions[v]; });
  const VertexPositions at = all.empty() ? positions : VertexPositions(all);
  const LinkCrosser crosser(voxels, cells, vertices, at, tree, cut);
  std::vector<std::vector<Crossing>> of_chunk((n + kLinkBricks - 1) / kLinkBricks);
  parallel_for(n, kLinkBricks, [&](Index begin, Index end) {
    std::vector<Index> triangles;
    for (Index k = begin; k < end; ++k)
      crosser.cross_brick(near[k], brick_box(cells, vertices, at, near[k]), triangles,
                          of_chunk[begin / kLinkBricks]);
  });
  std::vector<Crossing> crossings;
  for (const std::vector<Crossing>& part : of_chunk)
    crossings.insert(crossings.end(), part.begin(), part.end());
  return merged(crossings);
}

}  // namespace sinew
