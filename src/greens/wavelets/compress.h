#pragma once

#include "greens/wavelets/compressed_responses.h"

namespace sinew {

// What is compressed, and how.
struct Compression {
  WaveletParams wavelets;
  CompressionParams columns;
  // The constraint levels that have columns. Where a finer one has, they follow by the refinement relation from its
  // compressed columns; else they are asked of the source.
  std::vector<Index> levels;  // empty: the finest alone
};

// The responses of a source, compressed in memory. The source is asked for some columns at a time.
std::unique_ptr<CompressedResponses> compress(const ResponseSource& source, const ReferenceProblem& problem,
                                              const Compression& compression);

}  // namespace sinew
