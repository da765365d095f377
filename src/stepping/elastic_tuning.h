#pragma once

#include "sinew/body/body.h"
#include "sinew/elastic/material.h"
#include "sinew/stepping/elastic_params.h"
#include "stepping/step_scheme.h"

namespace sinew {

// The parameters of an elastic body that can be tuned while it moves: material, damping and solver. If the
// body has several materials, young and density are factors on them, initially 1.
struct ElasticTuning {
  Material material;
  Damping damping;
  SolverParams solver;
  bool uniform = true;

  // Young's modulus, Poisson's ratio and density, or the factors; damping; parameters of the solver. Ranges
  // include the values that the body was `made` with.
  std::vector<Tunable> tunables(const ElasticTuning& made) const;
  // A copy with one parameter changed. Throws Error as require_tunable does.
  ElasticTuning with(const std::string& name, double value, const ElasticTuning& made,
                     const std::string& body) const;
  // The materials now of a body made of `made_of`, which is one material if uniform.
  std::vector<Material> materials(std::span<const Material> made_of) const;
};

// The tuning of a new body.
ElasticTuning elastic_tuning(std::span<const Material> materials, const Damping& damping,
                             const SolverParams& solver);

// One material if all are equal, else all.
std::vector<Material> distinct_materials(const std::vector<Material>& all);

}  // namespace sinew
