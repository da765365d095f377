#include "octree/surface/clipped_surface.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/parallel.h"
#include "octree/surface/clip_faces.h"
#include "octree/surface/cube_set.h"
#include "octree/surface/cubes_met.h"
#include "octree/surface/lattice_clipper.h"
#include "octree/surface/own_voxels.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// The cubes around links that blades have cut.
std::vector<LatticePoint> cut_cubes(const LinkedVoxels& voxels) {
  std::vector<LatticePoint> cubes;
  for (const CutLink& link : voxels.cut_links()) {
    if (link.lower.cut < 1 && link.upper.cut < 1) continue;
    const LatticePoint b = unit_step((link.axis + 1) % 3), c = unit_step((link.axis + 2) % 3);
    cubes.insert(cubes.end(), {link.voxel, link.voxel - b, link.voxel - c, link.voxel - b - c});
  }
  return cubes;
}

// Edges that are not shared by exactly two consistently oriented triangles, each once.
std::vector<std::pair<Index, Index>> unpaired_edges(std::span<const Triangle> triangles) {
  std::vector<std::uint64_t> keys;
  for (const Triangle& t : triangles)
    for (int k = 0; k < 3; ++k) keys.push_back(edge_key(t[k], t[(k + 1) % 3]));
  std::sort(keys.begin(), keys.end());
  const auto count = [&](Index a, Index b) {
    const auto [begin, end] = std::equal_range(keys.begin(), keys.end(), edge_key(a, b));
    return end - begin;
  };
  std::vector<std::pair<Index, Index>> unpaired;
  for (const Triangle& t : triangles)
    for (int k = 0; k < 3; ++k) {
      const Index a = t[k], b = t[(k + 1) % 3];
      if (count(a, b) == 1 && count(b, a) == 1) continue;
      unpaired.push_back(std::minmax(a, b));
    }
  std::sort(unpaired.begin(), unpaired.end());
  unpaired.erase(std::unique(unpaired.begin(), unpaired.end()), unpaired.end());
  return unpaired;
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

  // Returns more cubes that splitting cubes must fill before the surface can be made.
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

  // Assigns a voxel to every vertex. Returns more cubes that splitting cubes must fill, because the original
  // connects what is not connected there.
  std::vector<LatticePoint> follow(const VoxelPieces& pieces, std::span<const Vec3> behind) {
    collect_polygons();
    voxel_of_ = own_voxels(voxels_, pieces, polygons_, split_.voxel, places(behind));
    return torn_cubes(pieces);
  }

  bool adds_to_split(std::span<const LatticePoint> cubes) const {
    return std::any_of(cubes.begin(), cubes.end(), [&](const LatticePoint& cube) {
      return !is_split(cube) && cubes_.is_within_reach(cube);
    });
  }

  SplitSurface surface() {
    set_vertices();
    for (Index p = 0; p < polygons_.count(); ++p) fill(polygons_[p], kinds_[p]);
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
  // The lowest cube of a cell of slabs; empty if the cell has no lower end. A cell with a cube that splitting
  // cubes fill has no other cube.
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

  // Clips the triangles that may meet a filled cube.
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

  // Finds the edges between kept and dropped pieces of the original.
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

  // Finds the edges between kept and dropped triangles of the splitting-cubes surface.
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

  // Identifies the vertices of both kinds on a link, in their order along it.
  void merge_link_vertices() {
    struct OnLink {
      std::vector<Index> original, split;
    };
    std::map<Index, OnLink> on_links;
    const auto add = [](std::vector<Index>& list, Index v) {
      if (std::find(list.begin(), list.end(), v) == list.end()) list.push_back(v);
    };
    // Collect the vertices of both kinds on each link.
    for (const ClipBorder& border : borders_)
      for (const Index v : {border.from, border.to}) {
        const Index link = border.of_original ? link_under(clipper_.vertices()[v]) : split_.link[v];
        if (link >= 0) add(border.of_original ? on_links[link].original : on_links[link].split, v);
      }
    // Match them if there are equally many.
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

  // Numbers in the result: split vertices first, then those of the clipper, then the centres of fans.
  Index number_of_own(Index clipper_vertex) const { return split_.mesh.vertex_count() + clipper_vertex; }
  Index number_of(Index clipper_vertex) const {
    const auto found = merged_.find(clipper_vertex);
    return found != merged_.end() ? found->second : number_of_own(clipper_vertex);
  }
  std::vector<Index> numbers_of(std::vector<Index> clipper_vertices) const {
    for (Index& v : clipper_vertices) v = number_of(v);
    return clipper_vertices;
  }

  std::vector<DualPlace> places(std::span<const Vec3> behind) const {
    std::vector<DualPlace> places;
    places.reserve(clipper_.vertices().size());
    for (const LatticeClipper::Vertex& vertex : clipper_.vertices()) {
      const LatticePoint cube = dual_cube_at(vertex.at);
      DualPlace& place = places.emplace_back();
      place.at = vertex.at;
      place.behind = places.size() <= behind.size() ? behind[places.size() - 1] : vertex.at;
      for (int i = 0; i < 3; ++i) {
        const bool is_on = vertex.on[i] != LatticeClipper::kNotOn;
        place.lower[i] = is_on ? vertex.on[i] : cube[i];
        place.upper[i] = is_on ? vertex.on[i] : cube[i] + 1;
      }
    }
    return places;
  }

  struct PolygonKind {
    std::int32_t cut = 0;
    bool around_middle = false;
    Index beyond = -1, beyond_end = -1;  // in beyond_: the cubes beyond sides on which it has a curve or lies
  };

  void add_polygon(std::span<const Index> corners, const PolygonKind& kind) {
    polygons_.add(corners);
    kinds_.push_back(kind);
  }

  void collect_polygons() {
    for (std::size_t t = 0; t < split_.mesh.triangles.size(); ++t)
      if (is_split(split_.cubes[t])) add_split_triangle(split_.mesh.triangles[t], split_.cuts[t]);
    for (const LatticeClipper::Piece& piece : pieces_)
      if (!is_split(piece)) add_polygon(numbers_of(piece.corners), {});
    for (Index t = 0; t < original_.triangle_count(); ++t)
      if (!is_clipped_[t]) add_whole_triangle(original_.triangles[t]);
    for (const auto& [side, corners] : faces_.caps) {
      const auto beyond = static_cast<Index>(beyond_.size());
      beyond_.push_back(side.beyond());
      add_polygon(corners, {0, true, beyond, beyond + 1});
    }
  }

  // A fan goes on around the vertex that it has first, if its curve is on the side opposite. With a point of their own
  // in the middle, the triangles of a fan could cross those of others.
  void add_split_triangle(const Triangle& triangle, std::int32_t cut) {
    std::vector<Index> polygon;
    PolygonKind kind{cut, false, static_cast<Index>(beyond_.size())};
    for (int k = 0; k < 3; ++k) {
      const auto replaced = faces_.replaced.find(triangle[k]);
      polygon.push_back(replaced == faces_.replaced.end() ? triangle[k] : replaced->second);
      const auto curve = faces_.curves.find(edge_key(triangle[k], triangle[(k + 1) % 3]));
      if (curve == faces_.curves.end()) continue;
      const auto& [side, vertices] = curve->second;
      polygon.insert(polygon.end(), vertices.begin(), vertices.end());
      kind.around_middle |= k != 1 && !vertices.empty();
      beyond_.push_back(side.beyond());
    }
    kind.beyond_end = static_cast<Index>(beyond_.size());
    add_polygon(polygon, kind);
  }

  // Includes the points that clipped neighbours have on common edges.
  void add_whole_triangle(const Triangle& triangle) {
    const auto& [a, b, c] = triangle;
    if (is_corner_of_clipped_[a] + is_corner_of_clipped_[b] + is_corner_of_clipped_[c] < 2) {
      const std::array<Index, 3> corners{number_of_own(a), number_of_own(b), number_of_own(c)};
      return add_polygon(corners, {});
    }
    std::vector<Index> polygon;
    for (int k = 0; k < 3; ++k) {
      const Index from = triangle[k], to = triangle[(k + 1) % 3];
      const bool is_parted = clipped_edges_.contains(edge_key(to, from));
      const std::vector<Index> points = is_parted ? clipper_.edge_points(from, to) : std::vector<Index>{from};
      polygon.insert(polygon.end(), points.begin(), points.end());
    }
    add_polygon(numbers_of(polygon), {0, true});
  }

  // The cubes where consecutive corners of a polygon follow voxels that are not connected.
  std::vector<LatticePoint> torn_cubes(const VoxelPieces& pieces) const {
    constexpr Index kPolygons = 4096;  // per parallel chunk
    const Index n = polygons_.count();
    std::vector<std::vector<LatticePoint>> found((n + kPolygons - 1) / kPolygons);
    parallel_for(n, kPolygons, [&](Index begin, Index end) {
      for (Index p = begin; p < end; ++p) {
        const auto polygon = polygons_[p];
        for (std::size_t k = 0; k < polygon.size(); ++k)
          if (const Index a = polygon[k], b = polygon[(k + 1) % polygon.size()]; is_torn(a, b, pieces))
            add_torn_cubes(p, a, b, found[begin / kPolygons]);
      }
    });
    std::vector<LatticePoint> cubes;
    for (const auto& part : found) cubes.insert(cubes.end(), part.begin(), part.end());
    return cubes;
  }

  bool is_torn(Index a, Index b, const VoxelPieces& pieces) const {
    const LatticePoint &one = voxel_of_[a], &other = voxel_of_[b];
    if (one == other) return false;
    LatticePoint lower = one, upper = one;
    for (int axis = 0; axis < 3; ++axis) {
      lower[axis] = std::min(one[axis], other[axis]) - VoxelPieces::kReach - 1;
      upper[axis] = std::max(one[axis], other[axis]) + VoxelPieces::kReach;
    }
    if (cubes_.meets(lower, upper)) return !pieces.hang_together(one, other);
    return pieces.count() > 1 && pieces.of(one) != pieces.of(other);
  }

  Vec3 at(Index number) const {
    const Index split = split_.mesh.vertex_count();
    return number < split ? dual_coordinates(voxels_.lattice(), split_.mesh.positions[number])
                          : clipper_.vertices()[number - split].at;
  }

  // The cubes along an edge within the polygon; for a polygon of splitting cubes, those on the other side.
  void add_torn_cubes(Index p, Index a, Index b, std::vector<LatticePoint>& cubes) const {
    const auto [cut, around_middle, beyond, beyond_end] = kinds_[p];
    if (beyond >= 0) {
      cubes.insert(cubes.end(), beyond_.begin() + beyond, beyond_.begin() + beyond_end);
      return;
    }
    constexpr double kInward = 1e-3;
    Vec3 middle;
    for (const Index v : polygons_[p]) middle += at(v) / static_cast<double>(polygons_[p].size());
    const std::size_t first = cubes.size();
    add_cubes_along(lerp(at(a), middle, kInward), lerp(at(b), middle, kInward), cubes);
    cubes.erase(std::remove_if(cubes.begin() + first, cubes.end(),
                               [&](const LatticePoint& cube) { return is_split(cube); }),
                cubes.end());
  }

  // Vertices of splitting cubes have the safe places of these, but on links where the original goes on: there, as the
  // vertices of the original, they stay.
  void set_safe_places() {
    result_.safe = result_.mesh.positions;
    std::copy(split_.safe.begin(), split_.safe.end(), result_.safe.begin());
    for (std::size_t t = 0; t < split_.mesh.triangles.size(); ++t) {
      if (is_split(split_.cubes[t])) continue;
      for (const Index v : split_.mesh.triangles[t])
        if (split_.link[v] >= 0) result_.safe[v] = result_.mesh.positions[v];
    }
  }

  void set_vertices() {
    const Lattice& lattice = voxels_.lattice();
    result_.mesh.positions = split_.mesh.positions;
    result_.mesh.positions.insert(result_.mesh.positions.end(), original_.positions.begin(),
                                  original_.positions.end());
    for (std::size_t v = original_.positions.size(); v < clipper_.vertices().size(); ++v)
      result_.mesh.positions.push_back(lattice.voxel_centre({}) +
                                       lattice.spacing * clipper_.vertices()[v].at);
    result_.voxel = std::move(voxel_of_);
    set_safe_places();
  }

  void add_triangle(const Triangle& triangle, std::int32_t cut) {
    result_.mesh.triangles.push_back(triangle);
    result_.cuts.push_back(cut);
  }

  void fill(std::span<const Index> polygon, const PolygonKind& kind) {
    if (kind.around_middle && polygon.size() > 3) return add_fan_around_middle(polygon, kind.cut);
    for (std::size_t k = 1; k + 1 < polygon.size(); ++k)
      add_triangle({polygon[0], polygon[k], polygon[k + 1]}, kind.cut);
  }

  void add_fan_around_middle(std::span<const Index> polygon, std::int32_t cut) {
    Vec3 sum, safe;
    for (const Index v : polygon) sum += result_.mesh.positions[v], safe += result_.safe[v];
    const Index middle = result_.mesh.vertex_count();
    result_.mesh.positions.push_back(sum / static_cast<double>(polygon.size()));
    result_.safe.push_back(safe / static_cast<double>(polygon.size()));
    result_.voxel.push_back(result_.voxel[polygon[0]]);
    for (std::size_t k = 0; k < polygon.size(); ++k)
      add_triangle({middle, polygon[k], polygon[(k + 1) % polygon.size()]}, cut);
  }

  SplitSurface compacted() {
    const std::vector<char> used = used_vertices(result_.mesh);
    std::size_t kept = 0;
    for (std::size_t v = 0; v < used.size(); ++v)
      if (used[v]) {
        result_.voxel[kept] = result_.voxel[v];
        result_.safe[kept++] = result_.safe[v];
      }
    result_.voxel.resize(kept), result_.safe.resize(kept);
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
  SurfacePolygons polygons_;  // of the result
  std::vector<PolygonKind> kinds_;
  std::vector<LatticePoint> beyond_;
  std::vector<LatticePoint> voxel_of_;  // per vertex of the result: the voxel that it follows
  SplitSurface result_;
};

}  // namespace

ClippableSurface::ClippableSurface(SurfaceMesh original, const Lattice& lattice)
    : original_(std::move(original)), behind_(original_.positions.size()), met_(lattice) {
  for (const Vec3& p : original_.positions) {
    coordinates_.push_back(dual_coordinates(lattice, p));
    if (!met_.is_within_reach(dual_cube_at(coordinates_.back())))
      throw Error("a surface that lies off the lattice cannot be split along cuts", "",
                  "make the voxels from the same surface");
  }
  for (Index t = 0; t < original_.triangle_count(); ++t)
    for (const Index v : original_.triangles[t]) behind_[v] += original_.area_vector(t);
  for (std::size_t v = 0; v < behind_.size(); ++v)
    behind_[v] = coordinates_[v] - 0.5 * normalized(behind_[v]);

  for (const auto& [a, b] : unpaired_edges(original_.triangles))
    add_cubes_along(coordinates_[a], coordinates_[b], rims_);
  for (const auto& [a, b, c] : original_.triangles)
    insert_cubes_met({coordinates_[a], coordinates_[b], coordinates_[c]}, met_);
}

// The cubes with a rim of the original, and those across its holes.
std::vector<LatticePoint> ClippableSurface::open_cubes(const SplitSurface& split) const {
  std::vector<LatticePoint> cubes = rims_;
  if (rims_.empty()) return cubes;
  for (const LatticePoint& cube : split.cubes)
    if (cube != cubes.back() && !met_.contains(cube)) cubes.push_back(cube);
  return cubes;
}

// If a cube has triangles of the original but none of splitting cubes, its neighbours are usually like it:
// within another part that the surface passes through, or in a web thinner than a voxel. They are added
// together, not one layer per round.
void ClippableSurface::add_unseen_neighbours(const CubeSet& seen, CubeSet known,
                                             std::vector<LatticePoint>& cubes) const {
  const auto is_unseen = [&](const LatticePoint& cube) {
    return met_.contains(cube) && !seen.contains(cube);
  };
  for (const LatticePoint& cube : cubes) known.insert(cube);
  for (std::size_t next = 0; next < cubes.size(); ++next) {
    if (!is_unseen(cubes[next])) continue;
    for (int i = 0; i < 27; ++i) {
      const LatticePoint beside = cubes[next] + LatticePoint{i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
      if (known.contains(beside) || !is_unseen(beside)) continue;
      known.insert(beside);
      cubes.push_back(beside);
    }
  }
}

SplitSurface ClippableSurface::clipped(const LinkedVoxels& voxels, const Cells& cells,
                                       const SplitSurface& split) const {
  const VoxelPieces pieces(voxels, cells);
  std::vector<LatticePoint> cubes = open_cubes(split);
  const std::vector<LatticePoint> cut = cut_cubes(voxels);
  cubes.insert(cubes.end(), cut.begin(), cut.end());
  CubeSet seen(voxels.lattice());
  for (const LatticePoint& cube : split.cubes) seen.insert(cube);
  // Clip again until no more cubes need to be filled.
  for (;;) {
    SurfaceClip clip(original_, coordinates_, voxels, split, cubes);
    std::vector<LatticePoint> more = clip.clip();
    if (more.empty()) more = clip.follow(pieces, behind_);
    if (more.empty()) return clip.surface();
    if (!clip.adds_to_split(more)) return {split.mesh, split.cuts, {}, split.voxel, {}, split.safe};
    add_unseen_neighbours(seen, CubeSet(voxels.lattice()), more);
    cubes.insert(cubes.end(), more.begin(), more.end());
  }
}

}  // namespace sinew
