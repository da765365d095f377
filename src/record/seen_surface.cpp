#include "record/seen_surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "embed/binding.h"
#include "record/body_colours.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

using Type = SurfaceColumn::Type;

constexpr std::string_view kCut = "cut ", kFrom = "from triangle ";  // of comments

// The nodes of an element, of whichever kind the body has.
std::span<const Index> nodes_of(const FrameElements& elements, Index element) {
  const auto e = static_cast<std::size_t>(element);
  if (!elements.tetrahedra.empty()) return elements.tetrahedra[e];
  if (!elements.hexahedra.empty()) return elements.hexahedra[e];
  return elements.triangles[e];
}

// The elements around each node: those of node v are of[start[v]] to of[start[v + 1]].
struct ElementsOfNodes {
  std::vector<std::size_t> start;
  std::vector<Index> of;

  explicit ElementsOfNodes(const FrameElements& elements) : start(elements.rest_positions.size() + 1, 0) {
    const Index count = elements.element_count();
    for (Index e = 0; e < count; ++e)
      for (const Index v : nodes_of(elements, e)) ++start[static_cast<std::size_t>(v) + 1];
    for (std::size_t v = 1; v < start.size(); ++v) start[v] += start[v - 1];
    of.resize(start.back());
    std::vector<std::size_t> next(start.begin(), start.end() - 1);
    for (Index e = 0; e < count; ++e)
      for (const Index v : nodes_of(elements, e)) of[next[static_cast<std::size_t>(v)]++] = e;
  }
  std::span<const Index> operator[](Index node) const {
    const auto v = static_cast<std::size_t>(node);
    return {of.data() + start[v], start[v + 1] - start[v]};
  }
};

bool has_all(std::span<const Index> nodes, std::span<const Index> wanted) {
  return std::ranges::all_of(wanted, [&](Index v) { return std::ranges::count(nodes, v) > 0; });
}

bool is_cut(const FrameSurface& surface, std::size_t triangle) {
  return !surface.cuts.empty() && surface.cuts[triangle] != 0;
}

std::int32_t cut_of(const FrameSurface& surface, std::size_t triangle) {
  return surface.cuts.empty() ? 0 : surface.cuts[triangle];
}

// The triangles by the cut that made them, in their order; those of no cut first.
std::vector<std::size_t> order_by_cut(const FrameSurface& surface) {
  std::vector<std::size_t> order(surface.mesh.triangles.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t t) { return cut_of(surface, t); });
  return order;
}

// Per vertex: whether cuts alone made its triangles.
std::vector<char> vertices_of_cuts(const FrameSurface& surface) {
  std::vector<char> cut(surface.mesh.positions.size(), 1);
  for (std::size_t t = 0; t < surface.mesh.triangles.size(); ++t)
    if (!is_cut(surface, t))
      for (const Index v : surface.mesh.triangles[t]) cut[static_cast<std::size_t>(v)] = 0;
  return cut;
}

std::vector<Vec3> normals(const FrameSurface& surface, const std::vector<Vec3>& x,
                          const std::vector<char>& of_cut) {
  std::vector<Vec3> sums(x.size());
  for (std::size_t t = 0; t < surface.mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = surface.mesh.triangles[t];
    const Vec3 area = cross(x[b] - x[a], x[c] - x[a]);
    for (const Index v : {a, b, c})
      if (!is_cut(surface, t) || of_cut[static_cast<std::size_t>(v)] != 0) sums[v] += area;
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

}  // namespace

std::vector<Index> moving_elements(const FrameTopology& topology) {
  const ElementsOfNodes around(*topology.elements);
  const std::shared_ptr<const Embedding> embedding = embedding_in_nodes(topology);
  std::vector<Index> elements;
  std::vector<Index> nodes;
  for (Index p = 0; p < embedding->point_count(); ++p) {
    nodes.clear();
    for (std::size_t k = 0; k < embedding->row_size(p); ++k)
      if (embedding->weights(p)[k] != 0) nodes.push_back(embedding->nodes(p)[k]);
    elements.push_back(-1);
    if (nodes.empty()) continue;
    const std::span<const Index> candidates = around[nodes.front()];
    const auto found = std::ranges::find_if(
        candidates, [&](Index e) { return has_all(nodes_of(*topology.elements, e), nodes); });
    if (found != candidates.end()) elements.back() = *found;
  }
  return elements;
}

SeenSurface seen_surface(const BodyFrame& body, const std::vector<Index>& elements, const Vec3& colour) {
  const FrameSurface& surface = *body.topology.surface;
  SeenSurface seen;
  seen.surface.positions = surface_positions(body);
  std::int32_t last = 0;
  for (const std::size_t t : order_by_cut(surface)) {
    const std::int32_t cut = cut_of(surface, t);
    if (cut != last)
      seen.comments.push_back(fmt::format("{}{} {}{}", kCut, cut, kFrom, seen.surface.triangles.size()));
    last = cut;
    seen.surface.triangles.push_back(surface.mesh.triangles[t]);
  }
  const std::vector<Vec3>& positions = seen.surface.positions;
  const std::vector<char> of_cut = vertices_of_cuts(surface);
  add_vectors(seen.columns, {"nx", "ny", "nz"}, Type::kFloat, normals(surface, positions, of_cut));
  std::vector<Vec3> colours, moved = positions;
  for (std::size_t v = 0; v < positions.size(); ++v) {
    const Vec3& own = of_cut[v] != 0 ? kCutColour : colour;
    colours.push_back({std::round(255 * own.x), std::round(255 * own.y), std::round(255 * own.z)});
    moved[v] -= body.placement.point(surface.mesh.positions[v]);
  }
  add_vectors(seen.columns, {"red", "green", "blue"}, Type::kByte, colours);
  add_vectors(seen.columns, {"dx", "dy", "dz"}, Type::kFloat, moved);
  seen.columns.push_back({"element", Type::kInt, {elements.begin(), elements.end()}});
  return seen;
}

namespace {

// Reads a whole number at the start of the text, and removes it. Returns -1 if there is none.
Index take_number(std::string_view& text) {
  Index number = -1;
  const auto [rest, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return failure == std::errc() ? number : -1;
}

}  // namespace

std::vector<std::int32_t> cuts_of_triangles(std::span<const std::string> comments, std::size_t triangles) {
  std::vector<std::int32_t> cuts;
  for (std::string_view text : comments) {
    if (!text.starts_with(kCut)) continue;
    text.remove_prefix(kCut.size());
    const Index cut = take_number(text);
    if (cut < 1 || !text.starts_with(" ") || !text.substr(1).starts_with(kFrom)) continue;
    text.remove_prefix(1 + kFrom.size());
    const Index first = take_number(text);
    if (first < 0 || !text.empty()) continue;
    cuts.resize(triangles, 0);
    for (auto t = static_cast<std::size_t>(first); t < triangles; ++t) cuts[t] = cut;
  }
  return cuts;
}

Embedding bind_to_elements(const FrameElements& elements, std::span<const Vec3> rest,
                           std::span<const Index> element_of_point) {
  constexpr double kSinglePrecision = 1e-5;
  for (const Index e : element_of_point)
    if (e < 0 || e >= elements.element_count()) throw Error(fmt::format("there is no element {}", e));
  const auto bound_to = [&](const auto& kind) {
    return bind_to_elements(elements.rest_positions, std::span(kind), rest, element_of_point,
                            kSinglePrecision);
  };
  if (!elements.tetrahedra.empty()) return bound_to(elements.tetrahedra);
  return elements.hexahedra.empty() ? bound_to(elements.triangles) : bound_to(elements.hexahedra);
}

}  // namespace sinew
