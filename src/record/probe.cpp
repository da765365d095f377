#include "record/probe.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/suggestion.h"
#include "embed/binding.h"
#include "mesh/triangle_tree.h"

namespace sinew {

namespace {

std::string place_of(const Probe& probe) {
  return probe.where.empty() ? fmt::format("probe '{}'", probe.name) : probe.where;
}

[[noreturn]] void refuse_outside(const Probe& probe, const FrameElements& elements) {
  const auto in_unit = [&](const Vec3& p) {
    const Vec3 q = p / probe.unit.metres;
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", q.x, q.y, q.z);
  };
  const Box3 box = bounding_box(elements.rest_positions);
  throw Error(fmt::format("the point {} {} lies outside of body '{}' at rest", in_unit(probe.rest_position),
                          probe.unit.name, probe.body),
              place_of(probe),
              fmt::format("name a point of the body as it is before it moves; it reaches from {} to {} {}",
                          in_unit(box.lower), in_unit(box.upper), probe.unit.name));
}

// Surfaces bulge out of their mesh by up to two heights of its elements (loading/body_mesh.h): what is
// farther out is no point of the body.
Embedding bind_to_volume(const FrameElements& elements, const Probe& probe) {
  const VolumeMesh mesh{elements.rest_positions, elements.tetrahedra, {}, {}, {}};
  Embedding embedding = bind_to_tetrahedra(mesh, {&probe.rest_position, 1});
  constexpr float kFarthest = -2.5F;
  if (*std::ranges::min_element(embedding.weight) < kFarthest) refuse_outside(probe, elements);
  return embedding;
}

// Cells are boxes along the axes at rest. A point beside them all is bound to the nearest, by half a side at
// most.
Embedding bind_to_cells(const FrameElements& elements, const Probe& probe) {
  const auto outside_by = [&](const Hexahedron& cell) {
    const Vec3 &lower = elements.rest_positions[cell[0]], &upper = elements.rest_positions[cell[6]];
    double most = 0;
    for (int axis = 0; axis < 3; ++axis)
      most =
          std::max({most, lower[axis] - probe.rest_position[axis], probe.rest_position[axis] - upper[axis]});
    return most;
  };
  const auto nearest = std::min_element(
      elements.hexahedra.begin(), elements.hexahedra.end(),
      [&](const Hexahedron& a, const Hexahedron& b) { return outside_by(a) < outside_by(b); });
  const Vec3& lower = elements.rest_positions[(*nearest)[0]];
  const double side = elements.rest_positions[(*nearest)[6]].x - lower.x;
  if (outside_by(*nearest) > side / 2) refuse_outside(probe, elements);
  const Vec3 at = (probe.rest_position - lower) / side;
  std::vector<float> weights;
  constexpr int kUpper[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  for (const auto& upper : kUpper) {
    double weight = 1;
    for (int axis = 0; axis < 3; ++axis) weight *= upper[axis] != 0 ? at[axis] : 1 - at[axis];
    weights.push_back(static_cast<float>(weight));
  }
  return embedding_of_rows(8, {nearest->begin(), nearest->end()}, std::move(weights));
}

Embedding bind_to_sheet(const FrameElements& elements, const Probe& probe) {
  const SurfaceMesh sheet{elements.rest_positions, elements.triangles};
  const auto nearest = TriangleTree(sheet).nearest(probe.rest_position);
  const auto [a, b, c] = sheet.corners(nearest.triangle);
  if (nearest.squared_distance > squared_norm(b - a) + squared_norm(c - a)) refuse_outside(probe, elements);
  const Vec3 weights = barycentric_weights(nearest.point, a, b, c);
  const Triangle& nodes = sheet.triangles[nearest.triangle];
  return embedding_of_rows(
      3, {nodes.begin(), nodes.end()},
      {static_cast<float>(weights.x), static_cast<float>(weights.y), static_cast<float>(weights.z)});
}

Embedding bind(const FrameElements& elements, const Probe& probe) {
  if (!elements.tetrahedra.empty()) return bind_to_volume(elements, probe);
  return elements.hexahedra.empty() ? bind_to_sheet(elements, probe) : bind_to_cells(elements, probe);
}

const BodyFrame& body_of(const Probe& probe, const Frame& frame) {
  std::vector<std::string> names;
  for (const BodyFrame& body : frame.bodies) {
    if (body.body == probe.body) return body;
    names.push_back(body.body);
  }
  throw Error(fmt::format("no body '{}'{}", probe.body, did_you_mean(probe.body, names)), place_of(probe));
}

}  // namespace

std::vector<Vec3> ProbeTracker::displacements(const Frame& frame) {
  bindings_.resize(probes_.size());
  std::vector<Vec3> moved(probes_.size());
  for (std::size_t p = 0; p < probes_.size(); ++p) {
    const BodyFrame& body = body_of(probes_[p], frame);
    auto& [elements, embedding] = bindings_[p];
    if (elements != body.topology.elements) {
      elements = body.topology.elements;
      embedding = bind(*elements, probes_[p]);
    }
    for (std::size_t k = 0; k < embedding.node.size(); ++k) {
      const Index node = embedding.node[k];
      moved[p] += double(embedding.weight[k]) * (body.positions[node] - elements->rest_positions[node]);
    }
  }
  return moved;
}

void require_inside(const std::vector<Probe>& probes, const Frame& frame) {
  ProbeTracker(probes).displacements(frame);
}

}  // namespace sinew
