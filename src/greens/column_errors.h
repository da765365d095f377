#pragma once

#include "greens/file/packed_columns.h"
#include "greens/wavelets/surface_wavelets.h"

namespace sinew {

// How far the columns of consecutive vertices, from `first` on, are from the dense ones that they were made of; dense
// as ResponseSource::columns() gives them.
ColumnErrors column_errors(const SurfaceWavelets& wavelets, const GlobalTerm& global,
                           const PackedColumns& packed, Index first, std::span<const double> G);

}  // namespace sinew
