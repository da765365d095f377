#include "octree/surface/dual_block.h"

#include <bitset>

#include "octree/grid/joined_nearby.h"

namespace sinew {

namespace {

// Links, faces and cubes of a block and of the layer above it, by their lowest voxel.
constexpr int kSide = kBrickSide + 1;
constexpr int kPlaces = kSide * kSide * kSide;

int place_index(const LatticePoint& p) { return p.x + kSide * (p.y + kSide * p.z); }
LatticePoint place_of(int index) { return {index % kSide, index / kSide % kSide, index / (kSide * kSide)}; }
// The block above, as in corner_offset, and the place in it.
int block_up(const LatticePoint& p) { return (p.x >> 3) + 2 * (p.y >> 3) + 4 * (p.z >> 3); }
int index_in_block(const LatticePoint& p) { return (p.x & 7) + 8 * (p.y & 7) + 64 * (p.z & 7); }

bool within(const LatticePoint& p, int side) {
  return std::min({p.x, p.y, p.z}) >= 0 && std::max({p.x, p.y, p.z}) < side;
}

LatticePoint face_offset(int axis, const std::array<std::int32_t, 2>& b_c) {
  LatticePoint offset;
  offset[(axis + 1) % 3] = b_c[0];
  offset[(axis + 2) % 3] = b_c[1];
  return offset;
}

class BlockSplitter {
 public:
  BlockSplitter(const LinkedVoxels& voxels, const LatticePoint& brick, const DualBlockLinks& links)
      : voxels_(voxels), lower_(kBrickSide * brick), links_(links) {
    for (auto& row : link_at_) row.fill(-1);
    for (int i = 0; i < 8; ++i)
      for (std::size_t j = 0; j < links[i].size(); ++j) enter(links[i][j], i, static_cast<int>(j));
  }

  DualBlockSurface split() {
    split_faces();
    CubeSurface cube;
    for (int i = 0; i < kPlaces; ++i)
      if (cube_marks_[i]) split_cube(place_of(i), cube);
    return std::move(surface_);
  }

 private:
  // Marks the faces and cubes around a link.
  void enter(const CutLink& link, int block, int item) {
    const LatticePoint p = link.voxel - lower_;
    if (!within(p, kSide)) return;
    const int a = link.axis, b = (a + 1) % 3, c = (a + 2) % 3;
    link_at_[a][place_index(p)] = block << 16 | item;
    for (const LatticePoint& q : {p, p - unit_step(b)})
      if (within(q, kSide)) face_marks_[c][place_index(q)] = true;
    for (const LatticePoint& q : {p, p - unit_step(c)})
      if (within(q, kSide)) face_marks_[b][place_index(q)] = true;
    for (const LatticePoint& q : {p, p - unit_step(b), p - unit_step(c), p - unit_step(b) - unit_step(c)})
      if (within(q, kBrickSide)) cube_marks_[place_index(q)] = true;
  }

  const CutLink* link(const LatticePoint& p, int axis) const {
    const int at = link_at_[axis][place_index(p)];
    return at < 0 ? nullptr : &links_[at >> 16][at & 0xffff];
  }

  // Faces of the layer above are used by the block's cubes but belong to other blocks. A mark there may also
  // stand for a face beyond the known links, which is not a face of any of the cubes.
  bool is_face_of_a_cube(const LatticePoint& p, int axis) const {
    return p[(axis + 1) % 3] < kBrickSide && p[(axis + 2) % 3] < kBrickSide;
  }

  void split_faces() {
    for (int axis = 0; axis < 3; ++axis) {
      face_at_[axis].fill(-1);
      for (int i = 0; i < kPlaces; ++i) {
        if (!face_marks_[axis][i]) continue;
        const LatticePoint p = place_of(i);
        if (!is_face_of_a_cube(p, axis)) continue;
        std::array<const CutLink*, 4> links;
        for (int k = 0; k < 4; ++k)
          links[k] = link(p + face_offset(axis, face_link_lower(k)), face_link_axis(k, axis));
        face_at_[axis][i] = static_cast<std::int16_t>(faces_.size());
        faces_.push_back(face_segments(links, axis, is_wall(links, p, axis)));
        if (block_up(p) == 0) add_face_points(p, axis, faces_.back());
      }
    }
  }

  // Whether the face at p shows a wall that is connected around it; otherwise a triangle would span two
  // pieces.
  bool is_wall(const std::array<const CutLink*, 4>& links, const LatticePoint& p, int axis) const {
    if (!shows_a_wall(links, axis)) return false;
    const bool first_inside = links[0]->lower.cut >= 0;
    const std::array<std::int32_t, 2> one{!first_inside, 0}, other{first_inside, 1};
    return joined_nearby(voxels_, lower_ + p + face_offset(axis, one), lower_ + p + face_offset(axis, other),
                         kWallReach);
  }

  void add_face_points(const LatticePoint& p, int axis, const FaceSegments& segments) {
    for (int s = 0; s < segments.count; ++s) {
      const FaceSegment& segment = segments.segment[s];
      if (!segment.has_point) continue;
      const LatticePoint corner = lower_ + p;
      DualBlockSurface::Point point{to_vec3(corner) + segment.point, to_vec3(corner) + segment.safe, {}};
      const auto voxel_of = [&](int slot) {
        LatticePoint voxel = corner + face_offset(axis, face_link_lower(slot / 2));
        voxel[face_link_axis(slot / 2, axis)] += slot % 2;
        return voxel;
      };
      const LatticePoint from = voxel_of(segment.from), to = voxel_of(segment.to);
      const bool to_is_nearer = squared_norm(point.at - to_vec3(to)) < squared_norm(point.at - to_vec3(from));
      point.voxel = to_is_nearer ? to : from;
      surface_.face_points.push_back(static_cast<std::uint16_t>(4 * face_number(p, axis) + s));
      surface_.points.push_back(point);
    }
  }

  static int face_number(const LatticePoint& p, int axis) { return kBrickVoxels * axis + index_in_block(p); }

  void split_cube(const LatticePoint& p, CubeSurface& filled) {
    static const FaceSegments no_segments;
    DualCube cube;
    for (int i = 0; i < 12; ++i) cube.links[i] = link(p + cube_link_end(i, 0), i / 4);
    for (int face = 0; face < 6; ++face) {
      const int at = face_at_[face / 2][place_index(p + face % 2 * unit_step(face / 2))];
      cube.faces[face] = at < 0 ? &no_segments : &faces_[at];
    }
    filler_.fill(cube, filled);
    const auto first = static_cast<int>(surface_.points.size());
    for (int i = 0; i < filled.point_count; ++i) {
      const auto& [at, safe, slot] = filled.points[i];
      const Vec3 corner = to_vec3(lower_ + p);
      surface_.points.push_back({corner + at, corner + safe, lower_ + p + cube_link_end(slot / 2, slot % 2)});
    }
    for (int t = 0; t < filled.triangle_count; ++t) {
      std::array<DualVertex, 3> triangle;
      for (int i = 0; i < 3; ++i) triangle[i] = vertex(p, filled.triangles[t][i], first);
      surface_.triangles.push_back(triangle);
      surface_.cuts.push_back(filled.cuts[t]);
      surface_.cubes.push_back(lower_ + p);
    }
  }

  // A vertex of the cube at p, whose own points start at `first`.
  DualVertex vertex(const LatticePoint& p, int name, int first) const {
    if (name >= CubeSurface::kOwnPoint)
      return {DualVertex::Kind::kCube, 0, 0,
              static_cast<std::uint16_t>(first + name - CubeSurface::kOwnPoint)};
    if (name >= kFacePoint) {
      const int face = (name - kFacePoint) / 4, axis = face / 2;
      const LatticePoint q = p + face % 2 * unit_step(axis);
      return {DualVertex::Kind::kFace, static_cast<std::uint8_t>(block_up(q)),
              static_cast<std::uint8_t>(name % 4), static_cast<std::uint16_t>(face_number(q, axis))};
    }
    const int link = name / 2;
    const int at = link_at_[link / 4][place_index(p + cube_link_end(link, 0))];
    return {DualVertex::Kind::kLink, static_cast<std::uint8_t>(at >> 16), static_cast<std::uint8_t>(name % 2),
            static_cast<std::uint16_t>(at & 0xffff)};
  }

  const LinkedVoxels& voxels_;
  LatticePoint lower_;
  const DualBlockLinks& links_;
  std::array<std::array<std::int32_t, kPlaces>, 3> link_at_;  // block up << 16 | its place there; -1: not cut
  std::array<std::array<std::int16_t, kPlaces>, 3> face_at_;  // in faces_; -1: nothing is cut
  std::array<std::bitset<kPlaces>, 3> face_marks_;
  std::bitset<kPlaces> cube_marks_;
  std::vector<FaceSegments> faces_;
  CubeFiller filler_;
  DualBlockSurface surface_;
};

}  // namespace

DualBlockSurface split_dual_block(const LinkedVoxels& voxels, const LatticePoint& brick,
                                  const DualBlockLinks& links) {
  return BlockSplitter(voxels, brick, links).split();
}

}  // namespace sinew
