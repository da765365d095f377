#pragma once

#include "greens/responses/responses.h"
#include "greens/wavelets/column_encoder.h"
#include "greens/wavelets/hierarchical_forces.h"

namespace sinew {

// Columns of the hierarchical Green's functions of a coarser constraint level [JamesPai03, sec. 7], in two ways that
// agree to rounding where nothing is left out. Columns are made for vertices [begin, end) of the level, and appended.

// From the columns of the next finer level by the refinement relation [Eq. 61].
void refine_columns(const HierarchicalForces& forces, Index level, const ColumnView& finer,
                    const ColumnEncoder& encoder, Index begin, Index end, ColumnStore& out);

// By the responses to their forces [sec. 7.3]. Needs no columns of finer levels.
void respond_to_spread(const ResponseSource& source, const SparseRows& spread, const GlobalTerm& global,
                       const ColumnEncoder& encoder, Index begin, Index end, ColumnStore& out);

// The dense columns of those responses, three for each vertex of the level; ResponseSource::columns() on the finest.
void spread_columns(const ResponseSource& source, const SparseRows& spread, Index begin, Index end,
                    std::vector<double>& G);

}  // namespace sinew
