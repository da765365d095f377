#pragma once

#include <filesystem>

#include "greens/file/column_journal.h"
#include "greens/responses/known_responses.h"
#include "greens/wavelets/compressed_responses.h"

namespace sinew {

// What a field is at a point inside, as extra rows (greens/sources/other_blocks.h): `values` has 3 count() numbers for
// each component.
struct InnerRows {
  Vec3 at;
  std::uint8_t quantity = 0;  // InnerQuantity
  std::vector<double> values;
};

// All that a file has but the columns of G.
struct GreensFileHead {
  KnownResponses known;  // without G
  WaveletParams wavelets;
  CompressionParams columns;
  BlockPrecision precision = BlockPrecision::kQuantised;
  std::vector<double> weight_reactions;  // of supports under a unit gravity: three columns, N; or nothing
  std::vector<InnerRows> inner_rows;
};

// A file that was read. `head.known.G` answers from the mapped file where its precision is float.
struct GreensFile {
  GreensFileHead head;
  // X_FU: the displacements of free vertices for those of held ones, as compressed columns without a global term; and
  // the wavelets that they need. Empty: not in the file.
  std::shared_ptr<const CompressedResponses> compressed;
  ColumnStore supports;
};

// Puts the columns of a journal, which has all of them, into the file X.greens with all the rest. Memory holds one
// block of columns.
void write_greens_file(const std::filesystem::path& path, const GreensFileHead& head,
                       const ColumnJournal& journal);
// The same from columns in memory, for small bodies: those of the finest level, and no supports.
void write_greens_file(const std::filesystem::path& path, const GreensFileHead& head,
                       const CompressedResponses& columns);

// Throws Error, with the reason, if the file is not one of these, of another version, truncated or damaged, or if what
// it says does not fit together.
GreensFile read_greens_file(const std::filesystem::path& path);

}  // namespace sinew
