#include "sinew/tet/tet_body.h"

#include "stepping/elastic_tuning.h"
#include "stepping/implicit_stepper.h"
#include "tet/static_support.h"
#include "tet/tet_discretization.h"

namespace sinew {

TetBody::TetBody(std::string name, const TetBodyModel& model, const ElasticParams& params)
    : ElasticBody(std::move(name), params,
                  elastic_tuning(distinct_materials(model.materials), params.damping, params.solver)) {
  take(std::make_unique<TetDiscretization>(this->name(), model, params));
  start(model.velocity);
}

const TetDiscretization& TetBody::parts() const {
  return static_cast<const TetDiscretization&>(discretization());
}

const ElasticRest& TetBody::rest() const { return parts().rest(); }
int TetBody::levels() const { return parts().levels(); }
const TetSystem& TetBody::system() const { return parts().tet_system(); }

BodyMeasure TetBody::measure() const {
  BodyMeasure measure{.elements = rest().element_count()};
  for (const RestElement& element : rest().elements) {
    measure.volume += element.shape.volume;
    measure.mass += element.shape.volume * element.density;
  }
  const PieceCounts pieces = count_pieces(rest(), *parts().topology().elements);
  measure.pieces = pieces.all, measure.free_pieces = pieces.loose;
  return measure;
}

}  // namespace sinew
