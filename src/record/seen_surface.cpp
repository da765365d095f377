#include "record/seen_surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "mesh/tetrahedron_locator.h"
#include "record/body_colours.h"

namespace sinew {

namespace {

using Type = SurfaceColumn::Type;

constexpr std::string_view kFirstCut = "first triangle of cuts: ";

// The nodes of an element, of whichever kind the body has.
std::span<const Index> nodes_of(const FrameTopology& topology, Index element) {
  const auto e = static_cast<std::size_t>(element);
  if (!topology.tetrahedra.empty()) return topology.tetrahedra[e];
  if (!topology.hexahedra.empty()) return topology.hexahedra[e];
  return topology.triangles[e];
}

// The elements around each node: those of node v are of[start[v]] to of[start[v + 1]].
struct ElementsOfNodes {
  std::vector<std::size_t> start;
  std::vector<Index> of;

  explicit ElementsOfNodes(const FrameTopology& topology) : start(topology.rest_positions.size() + 1, 0) {
    const Index count = topology.element_count();
    for (Index e = 0; e < count; ++e)
      for (const Index v : nodes_of(topology, e)) ++start[static_cast<std::size_t>(v) + 1];
    for (std::size_t v = 1; v < start.size(); ++v) start[v] += start[v - 1];
    of.resize(start.back());
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    for (Index e = 0; e < count; ++e)
      for (const Index v : nodes_of(topology, e)) of[next[static_cast<std::size_t>(v)]++] = e;
  }
  std::span<const Index> operator[](Index node) const {
    const auto v = static_cast<std::size_t>(node);
    return {of.data() + start[v], start[v + 1] - start[v]};
  }
};

bool has_all(std::span<const Index> nodes, std::span<const Index> wanted) {
  return std::ranges::all_of(wanted, [&](Index v) { return std::ranges::count(nodes, v) > 0; });
}

bool is_cut(const FrameTopology& topology, std::size_t triangle) {
  return !topology.cut_faces.empty() && topology.cut_faces[triangle] != 0;
}

std::vector<Triangle> skin_before_cuts(const FrameTopology& topology) {
  std::vector<Triangle> sorted;
  sorted.reserve(topology.surface.triangles.size());
  for (const bool cut : {false, true})
    for (std::size_t t = 0; t < topology.surface.triangles.size(); ++t)
      if (is_cut(topology, t) == cut) sorted.push_back(topology.surface.triangles[t]);
  return sorted;
}

// Per vertex: whether cuts alone made its triangles.
std::vector<char> vertices_of_cuts(const FrameTopology& topology) {
  std::vector<char> cut(topology.surface.positions.size(), 1);
  for (std::size_t t = 0; t < topology.surface.triangles.size(); ++t)
    if (!is_cut(topology, t))
      for (const Index v : topology.surface.triangles[t]) cut[static_cast<std::size_t>(v)] = 0;
  return cut;
}

std::vector<Vec3> normals(const FrameTopology& topology, const std::vector<Vec3>& x,
                          const std::vector<char>& of_cut) {
  std::vector<Vec3> sums(x.size());
  for (std::size_t t = 0; t < topology.surface.triangles.size(); ++t) {
    const auto& [a, b, c] = topology.surface.triangles[t];
    const Vec3 area = cross(x[b] - x[a], x[c] - x[a]);
    for (const Index v : {a, b, c})
      if (!is_cut(topology, t) || of_cut[static_cast<std::size_t>(v)] != 0) sums[v] += area;
  }
  for (Vec3& n : sums) n = norm(n) > 0 ? n / norm(n) : Vec3{};
  return sums;
}

void add_vectors(std::vector<SurfaceColumn>& columns, std::array<const char*, 3> names, Type type,
                 const std::vector<Vec3>& values) {
  for (int axis = 0; axis < 3; ++axis) {
    SurfaceColumn& column = columns.emplace_back(SurfaceColumn{names[axis], type, {}});
    column.values.reserve(values.size());
    for (const Vec3& value : values) column.values.push_back(value[axis]);
  }
}

// Rounding of single precision, in sizes of an element.
constexpr double kRounding = 1e-5;

double without_rounding(double weight) {
  if (std::abs(weight) < kRounding) return 0;
  return std::abs(weight - 1) < kRounding ? 1 : weight;
}

// In a box along the axes, as the cells of an octree are at rest.
std::array<double, 8> trilinear_weights(const std::array<Vec3, 8>& x, const Vec3& p) {
  std::array<double, 3> at{};
  const std::array<Vec3, 3> sides{x[1] - x[0], x[3] - x[0], x[4] - x[0]};
  for (int axis = 0; axis < 3; ++axis)
    at[axis] = without_rounding(dot(p - x[0], sides[axis]) / squared_norm(sides[axis]));
  std::array<double, 8> weights{};
  constexpr std::array<std::array<int, 3>, 8> kCorners{
      {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};
  for (int i = 0; i < 8; ++i) {
    weights[i] = 1;
    for (int axis = 0; axis < 3; ++axis) weights[i] *= kCorners[i][axis] != 0 ? at[axis] : 1 - at[axis];
  }
  return weights;
}

template <std::size_t N>
void bind(const FrameTopology& topology, const std::array<Index, N>& nodes, const Vec3& p,
          Bindings& bindings) {
  std::array<Vec3, N> x;
  for (std::size_t k = 0; k < N; ++k) x[k] = topology.rest_positions[static_cast<std::size_t>(nodes[k])];
  std::array<double, N> weights;
  if constexpr (N == 8)
    weights = trilinear_weights(x, p);
  else
    weights = barycentric(x, p);
  bindings.nodes.insert(bindings.nodes.end(), nodes.begin(), nodes.end());
  for (const double w : weights) bindings.weights.push_back(static_cast<float>(without_rounding(w)));
}

}  // namespace

std::vector<Index> moving_elements(const FrameTopology& topology) {
  const ElementsOfNodes around(topology);
  const Bindings& bindings = topology.bindings;
  std::vector<Index> elements;
  std::vector<Index> nodes;
  for (Index p = 0; p < bindings.point_count(); ++p) {
    nodes.clear();
    for (int k = 0; k < bindings.per_point; ++k) {
      const std::size_t at = static_cast<std::size_t>(p) * static_cast<std::size_t>(bindings.per_point) +
                             static_cast<std::size_t>(k);
      if (bindings.weights[at] != 0) nodes.push_back(bindings.nodes[at]);
    }
    elements.push_back(-1);
    if (nodes.empty()) continue;
    const std::span<const Index> candidates = around[nodes.front()];
    const auto found =
        std::ranges::find_if(candidates, [&](Index e) { return has_all(nodes_of(topology, e), nodes); });
    if (found != candidates.end()) elements.back() = *found;
  }
  return elements;
}

SeenSurface seen_surface(const BodyFrame& body, const std::vector<Index>& elements, const Vec3& colour) {
  const FrameTopology& topology = *body.topology;
  SeenSurface seen;
  seen.surface = {surface_positions(body), skin_before_cuts(topology)};
  const std::vector<Vec3>& positions = seen.surface.positions;
  const std::vector<char> of_cut = vertices_of_cuts(topology);
  add_vectors(seen.columns, {"nx", "ny", "nz"}, Type::kFloat, normals(topology, positions, of_cut));
  std::vector<Vec3> colours, moved = positions;
  for (std::size_t v = 0; v < positions.size(); ++v) {
    const Vec3& own = of_cut[v] != 0 ? kCutColour : colour;
    colours.push_back({std::round(255 * own.x), std::round(255 * own.y), std::round(255 * own.z)});
    moved[v] -= topology.surface.positions[v];
  }
  add_vectors(seen.columns, {"red", "green", "blue"}, Type::kByte, colours);
  add_vectors(seen.columns, {"dx", "dy", "dz"}, Type::kFloat, moved);
  seen.columns.push_back({"element", Type::kInt, {elements.begin(), elements.end()}});
  const auto cuts = std::ranges::count_if(topology.cut_faces, [](std::uint8_t cut) { return cut != 0; });
  if (cuts > 0) seen.comments.push_back(fmt::format("{}{}", kFirstCut, seen.surface.triangle_count() - cuts));
  return seen;
}

std::optional<Index> first_cut_triangle(std::span<const std::string> comments) {
  for (const std::string& comment : comments) {
    if (!comment.starts_with(kFirstCut)) continue;
    Index first = 0;
    const char* const end = comment.data() + comment.size();
    const auto [rest, failure] = std::from_chars(comment.data() + kFirstCut.size(), end, first);
    if (failure == std::errc() && rest == end && first >= 0) return first;
  }
  return {};
}

Bindings bind_to_elements(const FrameTopology& topology, std::span<const Vec3> rest,
                          std::span<const Index> elements) {
  Bindings bindings;
  bindings.per_point = !topology.tetrahedra.empty() ? 4 : !topology.hexahedra.empty() ? 8 : 3;
  for (std::size_t p = 0; p < rest.size(); ++p) {
    if (elements[p] < 0 || elements[p] >= topology.element_count())
      throw Error(fmt::format("there is no element {}", elements[p]));
    const auto e = static_cast<std::size_t>(elements[p]);
    if (bindings.per_point == 4)
      bind(topology, topology.tetrahedra[e], rest[p], bindings);
    else if (bindings.per_point == 8)
      bind(topology, topology.hexahedra[e], rest[p], bindings);
    else
      bind(topology, topology.triangles[e], rest[p], bindings);
  }
  return bindings;
}

}  // namespace sinew
