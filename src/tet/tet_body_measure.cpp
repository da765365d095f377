#include "tet/static_support.h"
#include "tet/tet_body.h"

namespace sinew {

BodyMeasure TetBody::measure() const {
  BodyMeasure measure{.elements = rest_.element_count()};
  for (const RestElement& element : rest_.elements) {
    measure.volume += element.shape.volume;
    measure.mass += element.shape.volume * element.density;
  }
  const PieceCounts pieces = count_pieces(rest_, *topology_.elements);
  measure.pieces = pieces.all, measure.free_pieces = pieces.loose;
  return measure;
}

}  // namespace sinew
