#include "sinew/body/frame.h"

#include <span>
#include <utility>

#include "base/checksum.h"
#include "sinew/embed/embedding.h"

namespace sinew {

namespace {

template <typename Element, typename Size>
void add_to_nodes(const std::vector<Element>& elements, const std::vector<float>& values, Size&& size,
                  std::vector<double>& sum, std::vector<double>& weight) {
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const double w = size(static_cast<Index>(e));
    for (const Index v : elements[e]) sum[v] += w * values[e], weight[v] += w;
  }
}

// A checksum of arrays one after the other, with their lengths, and of single values.
struct RunningChecksum {
  std::uint64_t sum = 0;

  template <typename T>
  void add(const std::vector<T>& values) {
    add(static_cast<std::int64_t>(values.size()));
    sum = word_checksum_of(std::span(values), sum);
  }
  template <typename T>
  void add(const T& value) {
    sum = word_checksum_of(std::span(&value, 1), sum);
  }
};

}  // namespace

FrameTopology make_topology(FrameSurface surface, Embedding embedding, FrameElements elements) {
  return {std::make_shared<const FrameSurface>(std::move(surface)),
          std::make_shared<const Embedding>(std::move(embedding)),
          std::make_shared<const FrameElements>(std::move(elements)), nullptr};
}

std::uint64_t body_checksum(const BodyFrame& body) {
  RunningChecksum all;
  all.add(body.positions), all.add(body.velocities);
  if (!body.carriers.empty()) all.add(body.carriers);
  all.add(body.stress), all.add(body.energies);
  for (const ForceArrow& arrow : body.arrows) all.add(arrow.kind), all.add(arrow.at), all.add(arrow.force);
  for (const HoldReaction& one : body.reactions) all.add(one.at), all.add(one.force), all.add(one.torque);
  return all.sum;
}

std::uint64_t tools_checksum(const std::vector<ToolFrame>& tools) {
  RunningChecksum all;
  for (const ToolFrame& tool : tools) all.add(tool.position), all.add(tool.axes);
  return all.sum;
}

std::uint64_t contact_checksum(const ContactFrame& contact) {
  RunningChecksum all;
  for (const ContactForce& one : contact.forces) {
    for (const std::string* name : {&one.a, &one.b}) all.add(std::vector<char>(name->begin(), name->end()));
    all.add(one.at), all.add(one.normal), all.add(one.force);
  }
  for (const ContactSum& sum : contact.sums) all.add(sum.force);
  for (const AttachmentForce& one : contact.attachments)
    all.add(one.points), all.add(one.at), all.add(one.force);
  for (const ContactMark& mark : contact.marks) all.add(mark.kind), all.add(mark.at), all.add(mark.normal);
  for (const std::int64_t count :
       {contact.contacts, contact.active, contact.held_back, contact.blocked, contact.exempt, contact.asleep})
    all.add(count);
  return all.sum;
}

std::uint64_t frame_checksum(const Frame& frame) {
  RunningChecksum all;
  all.add(frame.step), all.add(frame.time);
  for (const BodyFrame& body : frame.bodies) all.add(body_checksum(body));
  all.add(tools_checksum(frame.tools)), all.add(contact_checksum(frame.contact));
  return all.sum;
}

std::vector<Vec3> rest_positions(const BodyFrame& frame) {
  return placed(frame.placement, frame.topology.elements->rest_positions);
}

std::vector<Vec3> displacements(const BodyFrame& frame) {
  std::vector<Vec3> moved = rest_positions(frame);
  for (std::size_t i = 0; i < moved.size(); ++i) moved[i] = frame.positions[i] - moved[i];
  return moved;
}

std::vector<Vec3> surface_positions(const BodyFrame& frame) {
  const bool carried = frame.topology.carrier_embedding != nullptr;
  return embedded_positions(*frame.topology.embedding, carried ? frame.carriers : frame.positions);
}

std::shared_ptr<const Embedding> embedding_in_nodes(const FrameTopology& topology) {
  if (topology.carrier_embedding == nullptr) return topology.embedding;
  return std::make_shared<const Embedding>(compose(*topology.embedding, *topology.carrier_embedding));
}

std::vector<float> node_values(const FrameElements& elements, const std::vector<float>& element_values) {
  const auto& x = elements.rest_positions;
  std::vector<double> sum(x.size(), 0), weight(x.size(), 0);
  auto volume = [&](Index t) {
    const auto& [a, b, c, d] = elements.tetrahedra[t];
    return dot(cross(x[b] - x[a], x[c] - x[a]), x[d] - x[a]);
  };
  // Six times, of a box along the axes of its rest, as the cells of an octree are.
  auto box_volume = [&](Index h) {
    const Hexahedron& n = elements.hexahedra[h];
    return 6 * dot(cross(x[n[1]] - x[n[0]], x[n[3]] - x[n[0]]), x[n[4]] - x[n[0]]);
  };
  auto area = [&](Index t) {
    const auto& [a, b, c] = elements.triangles[t];
    return norm(cross(x[b] - x[a], x[c] - x[a]));
  };
  if (!elements.tetrahedra.empty()) add_to_nodes(elements.tetrahedra, element_values, volume, sum, weight);
  if (!elements.hexahedra.empty()) add_to_nodes(elements.hexahedra, element_values, box_volume, sum, weight);
  if (!elements.triangles.empty()) add_to_nodes(elements.triangles, element_values, area, sum, weight);
  std::vector<float> values(x.size(), 0);
  for (std::size_t v = 0; v < x.size(); ++v)
    if (weight[v] > 0) values[v] = static_cast<float>(sum[v] / weight[v]);
  return values;
}

}  // namespace sinew
