#pragma once

#include "body/tunable.h"
#include "elastic/material.h"
#include "stepping/solver_params.h"
#include "stepping/step_scheme.h"

namespace sinew {

// What can be tuned of an elastic body while it moves: its material, damping and solver. Where a body is not
// of one material, young and density are factors on what it is made of, from 1 on.
struct ElasticTuning {
  Material material;
  Damping damping;
  SolverParams solver;
  bool uniform = true;

  // Young's modulus, Poisson's ratio and density, or the factors; damping, and figures of the solver. Ranges
  // hold what the body was `made` with.
  std::vector<Tunable> tunables(const ElasticTuning& made) const;
  // The same with one figure changed. Throws Error as require_tunable does.
  ElasticTuning with(const std::string& name, double value, const ElasticTuning& made,
                     const std::string& body) const;
  // What a body made of `materials` (one, where uniform) is made of now.
  std::vector<Material> materials(std::span<const Material> made_of) const;
};

// Of a body as it is made.
ElasticTuning elastic_tuning(std::span<const Material> materials, const Damping& damping,
                             const SolverParams& solver);

// One where all of them are alike.
std::vector<Material> distinct_materials(const std::vector<Material>& all);

}  // namespace sinew
