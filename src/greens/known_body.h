#pragma once

#include "greens/responses/known_responses.h"

namespace sinew {

// Computes in memory all that is known of a body: of some thousand vertices at most, whose G fits there whole. Quadratic
// tetrahedra that share the vertices of the surface, which also know the response to weight; or boundary elements,
// which do not. Throw Error if the surface cannot be filled, if the material is invalid, or if too little is held.
KnownResponses known_by_finite_elements(ReferenceProblem problem);
KnownResponses known_by_boundary_elements(ReferenceProblem problem);

// Compresses their G, which must be dense, with this threshold, and measures the error. Throws Error if the surface is not
// semi-regular.
void compress_known(double threshold, KnownResponses& known);

// The same body in less detail [JamesPai03, sec. 9.1]: of its surface only the vertices of this level, between which it is
// flat, are there to be touched and evaluated. A force on one of them is what it was. Throws Error if there is no such
// level.
KnownResponses at_level(const KnownResponses& known, Index level);

// In words: "2,145 of 2,562 vertices are free, by quadratic finite elements, compressed 17.7-fold (RMS 0.0017, at most
// 0.056 of a column)".
std::string summary_of(const KnownResponses& known);

// Throws Error, which says what differs first, if the responses are not those of this problem: another surface, other holds
// or another material. `remedy` is how to compute them again.
void require_same_problem(const ReferenceProblem& wanted, const ReferenceProblem& known,
                          const std::string& remedy);

}  // namespace sinew
