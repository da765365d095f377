#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "greens/responses/reciprocity.h"

namespace sinew {

// Responses that others measured or computed, as a plain file (docs/formats.md): a few lines of text, then numbers.
//
//   sinew responses 1
//   vertices 2145
//   form force            or: traction; then the areas of the vertices come before the matrix
//   numbers float64       or: text
//   end
//   (3 vertices)^2 numbers, row by row: row 3 i + a, column 3 j + b is how vertex i moves along a under a unit force
//   (or traction) on vertex j along b; m/N (or m/Pa, areas in m^2)
struct ForeignResponses {
  DenseMatrix G;        // m/N, symmetric
  Asymmetry asymmetry;  // before the symmetric half was taken
};

// Throws Error if the file is damaged, if numbers are missing, left over or not finite, if areas or compliances of
// vertices under forces on themselves are not positive, if G is nowhere near symmetric, and if it has not
// `expected_vertices` (0: any number). Warns if G is more than 1% from symmetric, cannot be positive definite, or if
// compliances differ a million times.
ForeignResponses read_responses(const std::filesystem::path& path, Index expected_vertices = 0);
ForeignResponses parse_responses(std::string_view bytes, const std::string& path,
                                 Index expected_vertices = 0);

// Writes G in force form, as float64. Throws Error if the file cannot be written.
void write_responses(const std::filesystem::path& path, const DenseMatrix& G);

}  // namespace sinew
