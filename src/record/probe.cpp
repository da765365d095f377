#include "record/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "base/suggestion.h"
#include "embed/binding.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

std::string place_of(const Probe& probe) {
  return probe.where.empty() ? fmt::format("probe '{}'", probe.name) : probe.where;
}

[[noreturn]] void refuse_outside(const Probe& probe, const BodyFrame& body) {
  const auto in_unit = [&](const Vec3& p) {
    const Vec3 q = p / probe.unit.metres;
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", q.x, q.y, q.z);
  };
  const Box3 box = bounding_box(rest_positions(body));
  throw Error(fmt::format("the point {} {} lies outside of body '{}' at rest", in_unit(probe.rest_position),
                          probe.unit.name, probe.body),
              place_of(probe),
              fmt::format("name a point of the body as it is before it moves; it reaches from {} to {} {}",
                          in_unit(box.lower), in_unit(box.upper), probe.unit.name));
}

Embedding bind_points(const FrameElements& elements, std::span<const Vec3> points) {
  const std::vector<Vec3>& nodes = elements.rest_positions;
  if (!elements.tetrahedra.empty())
    return bind_to_tetrahedra({nodes, elements.tetrahedra, {}, {}, {}}, points);
  if (!elements.hexahedra.empty()) return bind_to_cubes(nodes, elements.hexahedra, points);
  return bind_to_triangles({nodes, elements.triangles}, points, BesideTriangle::kNearest);
}

// Whether a probe is too far from the element that it is bound to for a point of the body.
bool is_far(const FrameElements& elements, const Embedding& embedding, Index p, const Vec3& point) {
  const auto weights = embedding.weights(p);
  const auto node = [&](int k) { return elements.rest_positions[embedding.nodes(p)[k]]; };
  if (!elements.tetrahedra.empty()) {
    // Surfaces bulge out of their mesh by up to two heights of its elements (loading/body_mesh.h).
    constexpr float kFarthest = -2.5F;
    return *std::ranges::min_element(weights) < kFarthest;
  }
  if (!elements.hexahedra.empty()) {
    // By half a side at most.
    const double margin = (node(6).x - node(0).x) / 2;
    return !Box3{node(0), node(6)}.inflated(margin).contains(point);
  }
  const Vec3 nearest = weights[0] * node(0) + weights[1] * node(1) + weights[2] * node(2);
  return squared_norm(point - nearest) > squared_norm(node(1) - node(0)) + squared_norm(node(2) - node(0));
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

ProbeTracker::ProbeTracker(std::vector<Probe> probes) : probes_(std::move(probes)) {
  std::map<std::string, std::size_t> of_name;
  for (std::size_t p = 0; p < probes_.size(); ++p) {
    const auto [found, is_new] = of_name.try_emplace(probes_[p].body, bodies_.size());
    if (is_new) bodies_.emplace_back();
    bodies_[found->second].probes.push_back(p);
  }
}

void ProbeTracker::bind_to(const BodyFrame& body, OfBody& of) const {
  const FrameElements& elements = *body.topology.elements;
  std::vector<Vec3> points;
  for (const std::size_t p : of.probes) points.push_back(body.placement.own_point(probes_[p].rest_position));
  Embedding embedding = bind_points(elements, points);
  for (std::size_t i = 0; i < points.size(); ++i)
    if (is_far(elements, embedding, static_cast<Index>(i), points[i]))
      refuse_outside(probes_[of.probes[i]], body);
  of.elements = body.topology.elements;
  of.embedding = std::move(embedding);
}

std::vector<Vec3> ProbeTracker::displacements(const Frame& frame) {
  std::vector<Vec3> moved(probes_.size());
  for (OfBody& of : bodies_) {
    const BodyFrame& body = body_of(probes_[of.probes.front()], frame);
    if (of.elements != body.topology.elements) bind_to(body, of);
    for (std::size_t i = 0; i < of.probes.size(); ++i) {
      const auto nodes = of.embedding.nodes(static_cast<Index>(i));
      const auto weights = of.embedding.weights(static_cast<Index>(i));
      for (std::size_t k = 0; k < nodes.size(); ++k)
        moved[of.probes[i]] +=
            double(weights[k]) *
            (body.positions[nodes[k]] - body.placement.point(of.elements->rest_positions[nodes[k]]));
    }
  }
  return moved;
}

void require_inside(const std::vector<Probe>& probes, const Frame& frame) {
  ProbeTracker(probes).displacements(frame);
}

}  // namespace sinew
