#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "greens/file/greens_file.h"

namespace sinew {

// What computes responses: finite elements that share the surface's vertices, or the surface's boundary elements.
enum class ResponseOrigin { kQuadratic, kLinear, kMultigrid, kBoundary };
inline constexpr std::array<std::string_view, 4> kResponseOriginNames{"quadratic", "linear", "multigrid",
                                                                      "boundary"};

struct PrecomputeParams {
  ResponseOrigin origin = ResponseOrigin::kQuadratic;
  std::filesystem::path
      measured;         // not empty: columns come from this file of others (sources/response_file.h)
  double growth = 1.5;  // of elements inwards (FittedMeshParams)
  WaveletParams wavelets;
  CompressionParams columns;  // of a surface without levels nothing is left out, whatever is said here
  BlockPrecision precision = BlockPrecision::kQuantised;
  bool supports = false;           // whether the file gets the columns of held vertices
  std::vector<Vec3> inner_points;  // extra rows of displacement, strain and stress
  // Up to so many free vertices all of G is made at once, if it comes from finite elements: one Schur complement is
  // cheaper than its columns, but needs the memory of five such matrices.
  Index dense_up_to = 2600;
  bool resume = true;  // goes on with columns that an earlier, killed run has left beside the file

  // Called after each block of columns; stops the work, which can be resumed, by throwing.
  std::function<void(Index done, Index all)> progress;
};

struct PrecomputeReport {
  Index columns = 0, resumed = 0;  // scalar columns of G; of these, found from an earlier run
  double compression = 1;          // [JamesPai03, Eq. 72]
  double error = 0, worst = 0;     // Eq. 70-71, of all columns as they are in the file
  std::uintmax_t bytes = 0;
};

// Computes the responses of a body and writes them to a file [JamesPai03, sec. 3.1.4], column by column: solve,
// transform, leave out what is below the threshold, append. Memory does not grow with the number of columns, but for
// bodies that are small enough to be solved at once. Throws Error if the body or a parameter is invalid, or the file
// cannot be written.
PrecomputeReport precompute(const ReferenceProblem& problem, const PrecomputeParams& params,
                            const std::filesystem::path& file);

}  // namespace sinew
