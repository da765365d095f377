#include "octree/octree_system_cycles.h"
#include "base/parallel.h"
#include "base/profile.h"
#include "body/defect_correction.h"
#include "octree/finest_cycle.h"

namespace sinew {

namespace {

constexpr Index kUnknowns = 4096;

template <typename F>
void for_each_unknown(std::size_t count, F&& f) {
  parallel_for(static_cast<Index>(count), kUnknowns, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) f(i);
  });
}

// What conjugate gradients ask of a matrix.
struct CellOperator {
  const FinestLevel& finest;
};
void multiply(const CellOperator& A, std::span<const Block3<float>> x, std::span<Block3<float>> y) {
  A.finest.multiply(x, y);
}
void residual(const CellOperator& A, std::span<const Block3<float>> b, std::span<const Block3<float>> x,
              std::span<Block3<float>> r) {
  A.finest.residual(b, x, r);
}

std::span<const LatticePoint> points_of_unknowns(const Vertices& vertices) {
  return std::span(vertices.points).first(static_cast<std::size_t>(vertices.unknowns));
}

// With a side of 0 for voxels the forces of the finest level are K x, without the rest shape.
class CyclingSystem final : public OctreeSystem {
 public:
  CyclingSystem(const OctreeRest& rest, CellLevels levels, const SolverParams& params)
      : rest_(rest),
        finest_(rest.grid.cells.places, rest.grid.unknowns, points_of_unknowns(rest.grid.vertices), 0),
        coarse_(std::move(levels)),
        cycle_(finest_, coarse_),
        rotations_(rest.grid.cells.places.size()),
        wide_(rest.mass.size()),
        forces_(rest.mass.size()) {
    set_params(params);
  }

  void rebuild(const StepScheme& scheme, std::span<const Quaternion> rotations) override {
    const ProfileZone zone("assembly");
    if (scheme.stiffness != stiffness_ || scheme.mass != mass_) set_factors(scheme);
    for_each_unknown(rotations.size(), [&](Index c) {
      const auto& [w, x, y, z] = rotations[c];
      rotations_[c] = {static_cast<float>(w), static_cast<float>(x), static_cast<float>(y),
                       static_cast<float>(z)};
    });
    finest_.set_rotations(rotations_);
    finest_.update_diagonal();
    coarse_.rebuild(finest_.rotations());
  }

  void residual(In f, In y, In z, Out r) override {
    finest_.elastic_forces(z, 1 / stiffness_, forces_);
    for_each_unknown(r.size(), [&](Index i) {
      const Vec3 sum = to_vec3(f[i]) + rest_.mass[i] * to_vec3(y[i]) + to_vec3(forces_[i]);
      r[i] = rest_.held[i] != 0 ? Block3<double>{} : to_block(sum);
    });
  }

  SolveReport solve(Out r, Out e) override {
    return defect_.solve(
        params_, r, e,
        [this](std::span<const Block3<float>> b, double tolerance, int most, std::span<Block3<float>> x) {
          return correct(b, tolerance, most, x);
        },
        [this](double scale, std::span<const Block3<float>> x, Out left) {
          subtract_product(scale, x, left);
        });
  }

  void materials_changed() override { stiffness_ = 0; }
  void set_params(const SolverParams& params) override {
    params_ = params;
    cycle_params_ = cycle_params(params, kCubeOverRelaxation);
    cycle_params_.directions = 2;
  }

 private:
  void set_factors(const StepScheme& scheme) {
    stiffness_ = scheme.stiffness, mass_ = scheme.mass;
    const std::vector<CellStiffness> stiffness = cell_stiffness(rest_, stiffness_);
    std::vector<double> mass = rest_.mass;
    for (double& m : mass) m *= mass_;
    finest_.set_stiffness(stiffness);
    coarse_.set_stiffness(stiffness);
    finest_.set_vertices(mass, rest_.held);
    coarse_.set_vertices(mass, rest_.held);

    // Of cells that are not turned: what the smoother does must not depend on the way to a state.
    finest_.set_rotations(std::vector<CellRotation>(rotations_.size()));
    finest_.update_diagonal();
    smoother_ = chebyshev_for(finest_.largest_eigenvalue());
  }

  int correct(std::span<const Block3<float>> b, double tolerance, int most, std::span<Block3<float>> x) {
    const auto cycle = [this](std::span<const Block3<float>> from, std::span<Block3<float>> to) {
      cycle_.v_cycle(from, to, smoother_, cycle_params_);
    };
    if (params_.method == SolverMethod::kMultigrid) {
      cycle(b, x);
      return 1;
    }
    set_zero(x);
    return conjugate_gradient<float>(CellOperator{finest_}, b, x, cycle, {tolerance, most, true}, work_)
        .iterations;
  }

  // r -= scale A x
  void subtract_product(double scale, std::span<const Block3<float>> x, Out r) {
    for_each_unknown(r.size(), [&](Index i) { wide_[i] = to_block(to_vec3(x[i])); });
    finest_.elastic_forces(wide_, scale, forces_);
    for_each_unknown(r.size(), [&](Index i) {
      if (rest_.held[i] != 0) return;
      const Vec3 product = to_vec3(forces_[i]) + scale * mass_ * rest_.mass[i] * to_vec3(wide_[i]);
      r[i] = to_block(to_vec3(r[i]) - product);
    });
  }

  const OctreeRest& rest_;
  FinestLevel finest_;
  CoarseSolver coarse_;
  FinestCycle cycle_;
  SolverParams params_;
  CycleParams cycle_params_;
  ChebyshevParams smoother_;
  double stiffness_ = 0, mass_ = 0;  // factors of the scheme; 0: none yet
  std::vector<CellRotation> rotations_;
  BlockVector<double> wide_, forces_;
  DefectCorrection<float> defect_;
  ConjugateGradientWork<float> work_;
};

}  // namespace

std::unique_ptr<OctreeSystem> make_cycling_system(const OctreeRest& rest, CellLevels levels,
                                                  const SolverParams& params) {
  return std::make_unique<CyclingSystem>(rest, std::move(levels), params);
}

}  // namespace sinew
