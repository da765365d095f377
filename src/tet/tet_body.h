#pragma once

#include "stepping/elastic_body.h"
#include "tet/tet_body_model.h"

namespace sinew {

class TetDiscretization;
class TetSystem;
struct ElasticRest;

// The body of [Georgii05]: heterogeneous tetrahedra, or triangles in space, with an implicit step solved by
// multigrid. The nodes and elements of its frames are numbered as in the input mesh.
class TetBody final : public ElasticBody {
 public:
  // Throws Error if the model is invalid, if a sheet has corotated strain, and if nothing holds a piece of a
  // static body.
  TetBody(std::string name, const TetBodyModel& model, const ElasticParams& params);

  BodyMeasure measure() const override;

  // For tests and benches: the body at rest, its levels, and the system of the last step.
  const ElasticRest& rest() const;
  int levels() const;
  const TetSystem& system() const;

 private:
  const TetDiscretization& parts() const;
};

}  // namespace sinew
