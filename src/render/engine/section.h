#pragma once

#include <memory>

#include "sinew/body/frame.h"
#include "sinew/scene/view_description.h"

namespace sinew {

// The elements of a body that a cross-section leaves, whole, over the same nodes: those whose centre at rest is
// not beyond the plane. Faces inside the body thus become outer ones, and are drawn as these are.
FrameElements elements_before(const Section& section, const FrameElements& elements,
                              const Placement& placement);

// Keeps them for as long as section, elements and placement stay the same.
class SectionedElements {
 public:
  const std::shared_ptr<const FrameElements>& take(const std::optional<Section>& section,
                                                   const std::shared_ptr<const FrameElements>& elements,
                                                   const Placement& placement);
  // Those taken last.
  const std::shared_ptr<const FrameElements>& shown() const { return shown_; }

 private:
  std::optional<Section> section_;
  Placement placement_;
  std::shared_ptr<const FrameElements> whole_, shown_;
};

}  // namespace sinew
