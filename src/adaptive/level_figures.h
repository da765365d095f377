#pragma once

#include <span>
#include <vector>

#include "sinew/mesh/volume_mesh.h"
#include "tet/elastic_rest.h"

namespace sinew {

// Elements that the solid fills by less than this count as filled by this much: those that it hardly touches would be
// soft beside full ones, and cycles diverge.
inline constexpr double kLeastFill = 0.5;

// What a coarse level is made of, integrated over the solid.
//
// Moduli are the harmonic means of bulk and shear modulus of the solid within an element, which a layered solid has across
// its layers, times the share of the element that the solid fills. Means of the moduli themselves make a coarse level of
// layers 1:100 as stiff as the stiff layers, 3 to 5 times too high in frequency.
//
// Returns the masses of the coarse nodes (kg): each has its share of the solid in the elements around it, and all of them
// together have `total`. Masses that follow from those of the finer nodes by P^T would be 0 or below for some.
std::vector<double> set_figures(const VolumeMesh& solid, std::span<const RestElement> solid_elements,
                                double total, const VolumeMesh& coarse,
                                std::span<RestElement> coarse_elements);

}  // namespace sinew
