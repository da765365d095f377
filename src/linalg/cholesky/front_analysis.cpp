#include "linalg/cholesky/front_analysis.h"

#include "base/shared_objects.h"
#include "linalg/cholesky/nested_dissection.h"

namespace sinew {

std::shared_ptr<const FrontAnalysis> analysis_of(const BlockPattern& pattern, Index lanes,
                                                 std::span<const Index> kept) {
  static SharedObjects<FrontAnalysis> analyses;
  const Fingerprint made_from = Fingerprint().add(pattern.row_start).add(pattern.column).add(kept).add(lanes);
  return analyses.find_or_make(made_from, [&] {
    auto made = std::make_shared<FrontAnalysis>();
    made->tree = make_front_tree(pattern, nested_dissection(pattern, kept), static_cast<Index>(kept.size()));
    made->schedule = make_front_schedule(made->tree, lanes);
    return made;
  });
}

}  // namespace sinew
