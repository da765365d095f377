#include "octree/clipped_surface.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/error.h"
#include "mesh/surface_topology.h"
#include "octree/clip_faces.h"
#include "octree/cube_set.h"
#include "octree/lattice_clipper.h"
#include "octree/own_voxels.h"

namespace sinew {

namespace {

// Cubes around the links that were cut.
std::vector<LatticePoint> cut_cubes(const LinkedVoxels& voxels) {
  std::vector<LatticePoint> cubes;
  for (const CutLink& link : voxels.cut_links()) {
    if (link.lower.cut < 1 && link.upper.cut < 1) continue;
    const LatticePoint b = unit_step((link.axis + 1) % 3), c = unit_step((link.axis + 2) % 3);
    cubes.insert(cubes.end(), {link.voxel, link.voxel - b, link.voxel - c, link.voxel - b - c});
  }
  return cubes;
}

class SurfaceClip {
 public:
  SurfaceClip(const SurfaceMesh& original, const std::vector<Vec3>& coordinates, const LinkedVoxels& voxels,
              const SplitSurface& split, const std::vector<LatticePoint>& cubes)
      : original_(original),
        voxels_(voxels),
        split_(split),
        cubes_(voxels.lattice()),
        rim_(voxels.lattice()),
        clipper_(planes_of(cubes), coordinates) {
    for (const LatticePoint& cube : cubes) cubes_.insert(cube);
    for (const LatticePoint& cube : cubes)
      for (int axis = 0; axis < 3; ++axis)
        for (const LatticePoint& beside : {cube + unit_step(axis), cube - unit_step(axis)})
          if (!is_split(beside)) rim_.insert(beside);
  }

  // Gives back the cubes to be filled by splitting cubes besides, before the surface can be made.
  std::vector<LatticePoint> clip() {
    clip_original();
    find_original_borders();
    find_split_borders();
    merge_link_vertices();
    for (ClipBorder& border : borders_)
      if (border.of_original) border.from = number_of(border.from), border.to = number_of(border.to);
    faces_ = fit_faces(borders_);
    misfits_.insert(misfits_.end(), faces_.misfits.begin(), faces_.misfits.end());
    return std::move(misfits_);
  }

  // `own`: the voxels of the original's vertices.
  SplitSurface surface(std::span<const LatticePoint> own) {
    set_vertices(own);
    for (std::size_t t = 0; t < split_.mesh.triangles.size(); ++t)
      if (is_split(split_.cubes[t])) add_split_triangle(split_.mesh.triangles[t], split_.cuts[t]);
    for (const LatticeClipper::Piece& piece : pieces_) {
      if (is_split(piece)) continue;
      add_fan(numbers_of(piece.corners));
    }
    for (Index t = 0; t < original_.triangle_count(); ++t)
      if (!is_clipped_[t]) add_whole_triangle(original_.triangles[t]);
    for (const std::vector<Index>& cap : faces_.caps) add_fan_around_middle(cap, 0);
    return compacted();
  }

 private:
  static std::array<std::vector<std::int32_t>, 3> planes_of(const std::vector<LatticePoint>& cubes) {
    std::array<std::vector<std::int32_t>, 3> planes;
    for (int axis = 0; axis < 3; ++axis) {
      for (const LatticePoint& cube : cubes)
        planes[axis].insert(planes[axis].end(), {cube[axis], cube[axis] + 1});
      std::sort(planes[axis].begin(), planes[axis].end());
      planes[axis].erase(std::unique(planes[axis].begin(), planes[axis].end()), planes[axis].end());
    }
    return planes;
  }

  bool is_split(const LatticePoint& cube) const { return cubes_.contains(cube); }
  // The lowest cube of a cell of slabs; none where the cell has no lower end. A cell with a cube filled by
  // splitting cubes has no other cube.
  std::optional<LatticePoint> lowest_cube(const std::array<int, 3>& slab) const {
    LatticePoint cube;
    for (int axis = 0; axis < 3; ++axis) {
      if (slab[axis] == 0) return std::nullopt;
      cube[axis] = clipper_.planes()[axis][slab[axis] - 1];
    }
    return cube;
  }
  bool is_split(const std::array<int, 3>& slab) const {
    const auto cube = lowest_cube(slab);
    return cube && is_split(*cube);
  }
  bool is_split(const LatticeClipper::Piece& piece) const { return is_split(piece.slab); }

  bool may_meet_split_cube(const Triangle& triangle) const {
    Box3 box;
    for (const Index v : triangle) box.extend(clipper_.vertices()[v].at);
    return cubes_.meets(dual_cube_at(box.lower), dual_cube_at(box.upper));
  }

  void clip_original() {
    is_clipped_.assign(original_.triangles.size(), 0);
    is_corner_of_clipped_.assign(original_.positions.size(), 0);
    for (Index t = 0; t < original_.triangle_count(); ++t) {
      const Triangle& triangle = original_.triangles[t];
      if (!may_meet_split_cube(triangle)) continue;
      is_clipped_[t] = 1;
      clipper_.clip(triangle, pieces_);
      for (int k = 0; k < 3; ++k) clipped_edges_.insert(edge_key(triangle[k], triangle[(k + 1) % 3]));
      for (const Index v : triangle) is_corner_of_clipped_[v] = 1;
    }
  }

  void find_original_borders() {
    std::unordered_map<std::uint64_t, const LatticeClipper::Piece*> dropped;
    const auto for_each_edge = [](const LatticeClipper::Piece& piece, auto&& visit) {
      for (std::size_t k = 0; k < piece.corners.size(); ++k)
        visit(piece.corners[k], piece.corners[(k + 1) % piece.corners.size()]);
    };
    for (const LatticeClipper::Piece& piece : pieces_)
      if (is_split(piece)) for_each_edge(piece, [&](Index a, Index b) { dropped[edge_key(a, b)] = &piece; });
    for (const LatticeClipper::Piece& piece : pieces_) {
      if (is_split(piece)) continue;
      for_each_edge(piece, [&](Index a, Index b) {
        const auto found = dropped.find(edge_key(b, a));
        if (found != dropped.end()) add_original_border(a, b, piece, *found->second);
      });
    }
  }

  void add_original_border(Index a, Index b, const LatticeClipper::Piece& kept,
                           const LatticeClipper::Piece& dropped) {
    const LatticePoint cube = *lowest_cube(dropped.slab);
    int apart = 0, axis = 0;
    LatticePoint beyond = cube;
    for (int i = 0; i < 3; ++i) {
      const int step = kept.slab[i] - dropped.slab[i];
      if (step == 0) continue;
      ++apart;
      axis = i;
      beyond[i] += step > 0 ? 1 : -1;
    }
    if (apart == 1)
      borders_.push_back({{cube, axis, kept.slab[axis] > dropped.slab[axis]}, a, b, true});
    else
      misfits_.push_back(beyond);
  }

  void find_split_borders() {
    const auto& triangles = split_.mesh.triangles;
    std::unordered_map<std::uint64_t, Index> dropped;
    for (std::size_t t = 0; t < triangles.size(); ++t)
      if (rim_.contains(split_.cubes[t]))
        for (int k = 0; k < 3; ++k)
          dropped[edge_key(triangles[t][k], triangles[t][(k + 1) % 3])] = static_cast<Index>(t);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      if (!is_split(split_.cubes[t])) continue;
      for (int k = 0; k < 3; ++k) {
        const Index a = triangles[t][k], b = triangles[t][(k + 1) % 3];
        const auto found = dropped.find(edge_key(b, a));
        if (found == dropped.end()) continue;
        const LatticePoint cube = split_.cubes[t], step = split_.cubes[found->second] - cube;
        const int axis = step.x != 0 ? 0 : step.y != 0 ? 1 : 2;
        borders_.push_back({{cube, axis, step[axis] > 0}, a, b, false});
      }
    }
  }

  // The cut link on which a vertex of the pieces lies, or -1.
  Index link_under(const LatticeClipper::Vertex& vertex) const {
    const LatticePoint cube = dual_cube_at(vertex.at);
    LatticePoint voxel;
    int axis = -1;
    for (int i = 0; i < 3; ++i) {
      if (vertex.on[i] != LatticeClipper::kNotOn) {
        voxel[i] = vertex.on[i];
        continue;
      }
      if (axis >= 0) return -1;
      axis = i;
      voxel[i] = cube[i];
    }
    return axis < 0 ? -1 : voxels_.find_cut_link(voxel, axis);
  }

  // Takes vertices of either kind on one link for the same, in their order along it.
  void merge_link_vertices() {
    struct OnLink {
      std::vector<Index> original, split;
    };
    std::map<Index, OnLink> on_links;
    const auto add = [](std::vector<Index>& list, Index v) {
      if (std::find(list.begin(), list.end(), v) == list.end()) list.push_back(v);
    };
    for (const ClipBorder& border : borders_)
      for (const Index v : {border.from, border.to}) {
        const Index link = border.of_original ? link_under(clipper_.vertices()[v]) : split_.link[v];
        if (link >= 0) add(border.of_original ? on_links[link].original : on_links[link].split, v);
      }
    for (auto& [link, on] : on_links) {
      if (on.original.size() != on.split.size()) continue;
      const CutLink& cut = voxels_.cut_links()[link];
      const auto is_lower = [&](Index v) { return split_.voxel[v] == cut.voxel; };
      const auto along = [&](Index v) { return clipper_.vertices()[v].at[cut.axis]; };
      std::sort(on.original.begin(), on.original.end(),
                [&](Index a, Index b) { return along(a) < along(b); });
      std::sort(on.split.begin(), on.split.end(),
                [&](Index a, Index b) { return is_lower(a) > is_lower(b); });
      for (std::size_t k = 0; k < on.split.size(); ++k) merged_[on.original[k]] = on.split[k];
    }
  }

  // Of the result: the split vertices, then those of the clipper, then the middles of fans.
  Index number_of_own(Index clipper_vertex) const { return split_.mesh.vertex_count() + clipper_vertex; }
  Index number_of(Index clipper_vertex) const {
    const auto found = merged_.find(clipper_vertex);
    return found != merged_.end() ? found->second : number_of_own(clipper_vertex);
  }
  std::vector<Index> numbers_of(std::vector<Index> clipper_vertices) const {
    for (Index& v : clipper_vertices) v = number_of(v);
    return clipper_vertices;
  }

  LatticePoint voxel_of(const LatticeClipper::Vertex& vertex) const {
    const LatticePoint cube = dual_cube_at(vertex.at);
    LatticePoint lower, upper;
    for (int i = 0; i < 3; ++i) {
      const bool is_on = vertex.on[i] != LatticeClipper::kNotOn;
      lower[i] = is_on ? vertex.on[i] : cube[i];
      upper[i] = is_on ? lower[i] : lower[i] + 1;
    }
    return nearest_inside_voxel(voxels_, lower, upper, vertex.at);
  }

  void set_vertices(std::span<const LatticePoint> own) {
    const Lattice& lattice = voxels_.lattice();
    result_.mesh.positions = split_.mesh.positions;
    result_.mesh.positions.insert(result_.mesh.positions.end(), original_.positions.begin(),
                                  original_.positions.end());
    result_.voxel = split_.voxel;
    result_.voxel.insert(result_.voxel.end(), own.begin(), own.end());
    for (std::size_t v = original_.positions.size(); v < clipper_.vertices().size(); ++v) {
      const LatticeClipper::Vertex& vertex = clipper_.vertices()[v];
      add_vertex(lattice.voxel_centre({}) + lattice.spacing * vertex.at, voxel_of(vertex));
    }
  }

  Index add_vertex(const Vec3& at, const LatticePoint& voxel) {
    result_.mesh.positions.push_back(at);
    result_.voxel.push_back(voxel);
    return result_.mesh.vertex_count() - 1;
  }

  void add_triangle(const Triangle& triangle, std::int32_t cut) {
    result_.mesh.triangles.push_back(triangle);
    result_.cuts.push_back(cut);
  }

  void add_fan(const std::vector<Index>& polygon) {
    for (std::size_t k = 1; k + 1 < polygon.size(); ++k)
      add_triangle({polygon[0], polygon[k], polygon[k + 1]}, 0);
  }

  void add_fan_around_middle(const std::vector<Index>& polygon, std::int32_t cut) {
    if (polygon.size() == 3) return add_triangle({polygon[0], polygon[1], polygon[2]}, cut);
    Vec3 sum;
    for (const Index v : polygon) sum += result_.mesh.positions[v];
    const Index middle = add_vertex(sum / static_cast<double>(polygon.size()), result_.voxel[polygon[0]]);
    for (std::size_t k = 0; k < polygon.size(); ++k)
      add_triangle({middle, polygon[k], polygon[(k + 1) % polygon.size()]}, cut);
  }

  void add_split_triangle(const Triangle& triangle, std::int32_t cut) {
    std::vector<Index> polygon;
    for (int k = 0; k < 3; ++k) {
      polygon.push_back(triangle[k]);
      const auto curve = faces_.curves.find(edge_key(triangle[k], triangle[(k + 1) % 3]));
      if (curve != faces_.curves.end())
        polygon.insert(polygon.end(), curve->second.begin(), curve->second.end());
    }
    add_fan_around_middle(polygon, cut);
  }

  // With the points that clipped triangles beside it have on common edges.
  void add_whole_triangle(const Triangle& triangle) {
    const auto& [a, b, c] = triangle;
    if (is_corner_of_clipped_[a] + is_corner_of_clipped_[b] + is_corner_of_clipped_[c] < 2)
      return add_triangle({number_of_own(a), number_of_own(b), number_of_own(c)}, 0);
    std::vector<Index> polygon;
    for (int k = 0; k < 3; ++k) {
      const Index from = triangle[k], to = triangle[(k + 1) % 3];
      const bool is_parted = clipped_edges_.contains(edge_key(to, from));
      const std::vector<Index> points = is_parted ? clipper_.edge_points(from, to) : std::vector<Index>{from};
      polygon.insert(polygon.end(), points.begin(), points.end());
    }
    add_fan_around_middle(numbers_of(polygon), 0);
  }

  SplitSurface compacted() {
    const std::vector<char> used = used_vertices(result_.mesh);
    std::size_t kept = 0;
    for (std::size_t v = 0; v < used.size(); ++v)
      if (used[v]) result_.voxel[kept++] = result_.voxel[v];
    result_.voxel.resize(kept);
    drop_unused_vertices(result_.mesh);
    return std::move(result_);
  }

  const SurfaceMesh& original_;
  const LinkedVoxels& voxels_;
  const SplitSurface& split_;
  CubeSet cubes_, rim_;  // filled by splitting cubes; beside those
  LatticeClipper clipper_;
  std::vector<LatticeClipper::Piece> pieces_;
  std::vector<char> is_clipped_;                     // per triangle of the original
  std::vector<char> is_corner_of_clipped_;           // per vertex of the original
  std::unordered_set<std::uint64_t> clipped_edges_;  // directed, of clipped triangles
  std::vector<ClipBorder> borders_;
  std::unordered_map<Index, Index> merged_;  // clipper's vertex -> split vertex
  FittedFaces faces_;
  std::vector<LatticePoint> misfits_;
  SplitSurface result_;
};

}  // namespace

ClippableSurface::ClippableSurface(SurfaceMesh original, const Lattice& lattice)
    : original_(std::move(original)), behind_(original_.positions.size()) {
  const SurfaceTopology topology = surface_topology(original_.triangles);
  if (!topology.closed || !topology.edge_manifold() || !topology.oriented())
    throw Error("a surface that is not closed cannot be split along cuts", "",
                "repair it, or show the surface made by splitting cubes");
  const CubeSet reach(lattice);
  for (const Vec3& p : original_.positions) {
    coordinates_.push_back(dual_coordinates(lattice, p));
    if (!reach.is_within_reach(dual_cube_at(coordinates_.back())))
      throw Error("a surface that lies off the lattice cannot be split along cuts", "",
                  "make the voxels from the same surface");
  }
  for (Index t = 0; t < original_.triangle_count(); ++t)
    for (const Index v : original_.triangles[t]) behind_[v] += original_.area_vector(t);
  for (std::size_t v = 0; v < behind_.size(); ++v)
    behind_[v] = coordinates_[v] - 0.5 * normalized(behind_[v]);
}

SplitSurface ClippableSurface::clipped(const LinkedVoxels& voxels, const SplitSurface& split) const {
  std::vector<LatticePoint> cubes = cut_cubes(voxels);
  for (;;) {
    SurfaceClip clip(original_, coordinates_, voxels, split, cubes);
    const std::vector<LatticePoint> misfits = clip.clip();
    if (misfits.empty()) return clip.surface(own_voxels(voxels, coordinates_, behind_));
    cubes.insert(cubes.end(), misfits.begin(), misfits.end());
  }
}

}  // namespace sinew
