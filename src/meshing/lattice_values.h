#pragma once

#include <vector>

#include "meshing/bcc_lattice.h"
#include "meshing/solid_field.h"

namespace sinew {

// The field at every node of the lattice, by node number. Exact at both ends of every edge that the zero set
// crosses; elsewhere only the sign counts, and whole blocks far from the zero set share one value.
std::vector<double> lattice_values(const SolidField& field, const BccLattice& lattice);

// Lowers such values to the distance from a ball where that is less: the values of the union.
void lower_by_balls(std::vector<double>& values, const BccLattice& lattice,
                    const std::vector<GrownSolid::Ball>& balls);

}  // namespace sinew
