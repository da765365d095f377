#include "render/engine/section.h"

namespace sinew {

namespace {

template <typename Element>
Vec3 centre_of(const Element& element, std::span<const Vec3> positions) {
  Vec3 sum;
  for (const Index v : element) sum += positions[v];
  return sum / static_cast<double>(element.size());
}

}  // namespace

FrameElements elements_before(const Section& section, const FrameElements& elements,
                              const Placement& placement) {
  const std::vector<Vec3>& rest = elements.rest_positions;
  const Vec3 normal = placement.own_direction(section.normal);
  const Vec3 on_plane =
      section.point ? placement.own_point(*section.point) : bounding_box(std::span(rest)).center();
  FrameElements kept;
  kept.rest_positions = rest;
  Index number = 0;
  const auto keep = [&](const auto& from, auto& to) {
    for (const auto& element : from) {
      const Index e = number++;
      if (dot(centre_of(element, rest) - on_plane, normal) > 0) continue;
      to.push_back(element);
      if (!elements.levels.empty()) kept.levels.push_back(elements.levels[e]);
    }
  };
  keep(elements.tetrahedra, kept.tetrahedra);
  keep(elements.hexahedra, kept.hexahedra);
  keep(elements.triangles, kept.triangles);
  return kept;
}

const std::shared_ptr<const FrameElements>& SectionedElements::take(
    const std::optional<Section>& section, const std::shared_ptr<const FrameElements>& elements,
    const Placement& placement) {
  const bool same =
      shown_ != nullptr && whole_ == elements && section_ == section && (!section || placement_ == placement);
  if (same) return shown_;
  section_ = section, placement_ = placement, whole_ = elements;
  shown_ = section ? std::make_shared<const FrameElements>(elements_before(*section, *elements, placement))
                   : elements;
  return shown_;
}

}  // namespace sinew
