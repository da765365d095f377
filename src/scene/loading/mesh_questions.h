#pragma once

#include <optional>
#include <span>

#include "meshing/solid_volume.h"
#include "sinew/body/body.h"
#include "sinew/elastic/material.h"
#include "sinew/model/motion.h"
#include "sinew/scene/scene_description.h"

namespace sinew {

// Warnings about input that loads but is hardly intended: one line each, with the value and what to do.

// A volume from a file: turns tetrahedra that are inverted, and names those that come twice.
void mend_volume(VolumeMesh& mesh, const std::string& file);

// How a body that was filled differs from the surface that it was filled from.
struct SolidFit {
  double volume_ratio = 1;  // of the elements to what the surface bounds
  double elements = 0;      // tetrahedra, or cubes along the longest side, that its walls would need
};

// `remedy` is what to do about walls that are thinner than the elements.
void question_volume(const BodyDescription& body, const SolidFit& fit, const std::string& remedy,
                     const ScenePlace& place);
// To give the key this value, if that is not too many.
std::string more_elements(std::string_view key, double wanted);

// Linear elements are too stiff where Poisson's ratio is high; the more so, the fewer they are.
void question_poisson(std::span<const Material> materials, Index elements, const ScenePlace& place);

// Nodes that two holds move differently along the same direction: `holds` are in the order of the scene.
void question_holds(std::span<const Hold> holds, const ScenePlace& place);

// Bodies in several pieces.
void question_pieces(const std::string& body, const BodyMeasure& measure, const ScenePlace& place);

// Warns of a mesh file that looks as if it were in another unit, and of a body of a size that is unlikely.
// `box` is that of the body at rest, m.
void question_size(const BodyDescription& body, const Box3& box, const ScenePlace& place);

// Warns of materials so near incompressible that the digits of the matrices are used up.
void question_material(const MaterialDescription& material, const ScenePlace& place);

}  // namespace sinew
