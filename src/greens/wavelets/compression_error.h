#pragma once

#include "greens/wavelets/compressed_responses.h"

namespace sinew {

// How far compressed columns of a constraint level are from exact ones [JamesPai03, sec. 10.2.1]. The columns of the
// paper are those under unit tractions, so a force's column counts with its area in `rms`.
struct CompressionError {
  double rms = 0;  // Frobenius norm of the error of all columns / that of the columns [Eq. 70]
  double max =
      0;  // largest over the columns of: largest block of the error / largest block of the column [Eq. 71]
};
// Asks the source for some columns at a time.
CompressionError compression_error(const ResponseSource& exact, const CompressedResponses& compressed,
                                   Index level);

// Blocks of 3x3 that the columns of a level would have uncompressed / that they have, with the numbers of the global
// term and its shares counted as ninths of blocks: the speedup of summation [Eq. 72].
double compression_factor(const CompressedResponses& compressed, Index level);

}  // namespace sinew
