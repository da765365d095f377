#include "record/probe.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/suggestion.h"
#include "mesh/triangle_tree.h"

namespace sinew {

namespace {

std::string place_of(const Probe& probe) {
  return probe.where.empty() ? fmt::format("probe '{}'", probe.name) : probe.where;
}

[[noreturn]] void refuse_outside(const Probe& probe, const FrameTopology& topology) {
  const auto in_unit = [&](const Vec3& p) {
    const Vec3 q = p / probe.unit.metres;
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", q.x, q.y, q.z);
  };
  const Box3 box = bounding_box(topology.rest_positions);
  throw Error(fmt::format("the point {} {} lies outside of body '{}' at rest", in_unit(probe.rest_position),
                          probe.unit.name, probe.body),
              place_of(probe),
              fmt::format("name a point of the body as it is before it moves; it reaches from {} to {} {}",
                          in_unit(box.lower), in_unit(box.upper), probe.unit.name));
}

// Surfaces bulge out of their mesh by up to two heights of its elements (loading/body_mesh.h): what is
// farther out is no point of the body.
Bindings bind_to_volume(const FrameTopology& topology, const Probe& probe) {
  const VolumeMesh mesh{topology.rest_positions, topology.tetrahedra, {}, {}, {}};
  const Bindings bindings = bind_to_tetrahedra(mesh, {&probe.rest_position, 1});
  constexpr float kFarthest = -2.5F;
  if (*std::min_element(bindings.weights.begin(), bindings.weights.end()) < kFarthest)
    refuse_outside(probe, topology);
  return bindings;
}

// Cells are boxes along the axes at rest. A point beside them all is bound to the nearest, by half a side at
// most.
Bindings bind_to_cells(const FrameTopology& topology, const Probe& probe) {
  const auto outside_by = [&](const Hexahedron& cell) {
    const Vec3 &lower = topology.rest_positions[cell[0]], &upper = topology.rest_positions[cell[6]];
    double most = 0;
    for (int axis = 0; axis < 3; ++axis)
      most =
          std::max({most, lower[axis] - probe.rest_position[axis], probe.rest_position[axis] - upper[axis]});
    return most;
  };
  const auto nearest = std::min_element(
      topology.hexahedra.begin(), topology.hexahedra.end(),
      [&](const Hexahedron& a, const Hexahedron& b) { return outside_by(a) < outside_by(b); });
  const Vec3& lower = topology.rest_positions[(*nearest)[0]];
  const double side = topology.rest_positions[(*nearest)[6]].x - lower.x;
  if (outside_by(*nearest) > side / 2) refuse_outside(probe, topology);
  const Vec3 at = (probe.rest_position - lower) / side;
  Bindings bindings;
  bindings.per_point = 8;
  bindings.nodes.assign(nearest->begin(), nearest->end());
  constexpr int kUpper[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  for (const auto& upper : kUpper) {
    double weight = 1;
    for (int axis = 0; axis < 3; ++axis) weight *= upper[axis] != 0 ? at[axis] : 1 - at[axis];
    bindings.weights.push_back(static_cast<float>(weight));
  }
  return bindings;
}

Bindings bind_to_sheet(const FrameTopology& topology, const Probe& probe) {
  const SurfaceMesh sheet{topology.rest_positions, topology.triangles};
  const auto nearest = TriangleTree(sheet).nearest(probe.rest_position);
  const auto [a, b, c] = sheet.corners(nearest.triangle);
  if (nearest.squared_distance > squared_norm(b - a) + squared_norm(c - a)) refuse_outside(probe, topology);
  const Vec3 weights = barycentric_weights(nearest.point, a, b, c);
  Bindings bindings;
  bindings.per_point = 3;
  bindings.nodes.assign(sheet.triangles[nearest.triangle].begin(), sheet.triangles[nearest.triangle].end());
  for (int k = 0; k < 3; ++k) bindings.weights.push_back(static_cast<float>(weights[k]));
  return bindings;
}

Bindings bind(const FrameTopology& topology, const Probe& probe) {
  if (!topology.tetrahedra.empty()) return bind_to_volume(topology, probe);
  return topology.hexahedra.empty() ? bind_to_sheet(topology, probe) : bind_to_cells(topology, probe);
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
    auto& [topology, bindings] = bindings_[p];
    if (topology != body.topology) {
      topology = body.topology;
      bindings = bind(*topology, probes_[p]);
    }
    for (std::size_t k = 0; k < bindings.nodes.size(); ++k) {
      const Index node = bindings.nodes[k];
      moved[p] += double(bindings.weights[k]) * (body.positions[node] - topology->rest_positions[node]);
    }
  }
  return moved;
}

void require_inside(const std::vector<Probe>& probes, const Frame& frame) {
  ProbeTracker(probes).displacements(frame);
}

}  // namespace sinew
