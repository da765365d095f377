#include <algorithm>
#include "base/parallel.h"
#include "octree/solver/cell_assembly.h"
#include "octree/solver/cell_levels.h"
#include "octree/solver/octree_system.h"
#include "sinew/base/error.h"
#include "sinew/base/profile.h"
#include "stepping/step_solver.h"

namespace sinew {

namespace {

constexpr Index kAssembledRows = 4096;

// Renumbers the fine nodes of P and empties the rows of held ones, which follow no coarse node.
Interpolation of_free_nodes(const Interpolation& P, std::span<const Index> old_of_new,
                            std::span<const char> held) {
  Interpolation free;
  free.coarse_nodes = P.coarse_nodes;
  free.row_start.push_back(0);
  for (std::size_t i = 0; i < old_of_new.size(); ++i) {
    const Index row = old_of_new[i];
    for (Index at = P.row_start[row]; at < P.row_start[row + 1] && held[i] == 0; ++at)
      free.column.push_back(P.column[at]), free.weight.push_back(P.weight[at]);
    free.row_start.push_back(static_cast<Index>(free.column.size()));
  }
  transpose(free);
  return free;
}

CellAssembly assembly_of(const OctreeGrid& grid, std::span<const Index> new_of_old) {
  std::vector<CellUnknowns> unknowns = grid.unknowns;
  if (!new_of_old.empty())
    for (CellUnknowns& cell : unknowns)
      for (Index& v : cell.vertex) v = new_of_old[v];
  return {grid.cells.places, unknowns, grid.vertices.unknowns};
}

// Clears the rows of held unknowns, except for the diagonal, which gets the mean of the others so that the
// matrix stays well conditioned. Their columns stay: they give the forces of moving holds.
void hold_rows(std::span<const char> held, BlockMatrix<double>& A) {
  const BlockPattern& pattern = *A.pattern;
  double sum = 0;
  Index free = 0;
  for (Index i = 0; i < pattern.rows(); ++i) {
    const auto block = A.block(pattern.diagonal[i]);
    if (held[i] == 0) sum += block[0] + block[4] + block[8], free += 3;
  }
  for (Index i = 0; i < pattern.rows(); ++i) {
    if (held[i] == 0) continue;
    for (Index at = pattern.row_start[i]; at < pattern.row_start[i + 1]; ++at)
      for (double& entry : A.block(at)) entry = 0;
    for (const int entry : {0, 4, 8}) A.block(pattern.diagonal[i])[entry] = free > 0 ? sum / free : 1;
  }
}

// Has its own order of unknowns, by colour. All in double: bodies that use it are small, and entries rounded
// to single precision would hold a stiff free body in place.
class AssembledSystem final : public OctreeSystem {
 public:
  AssembledSystem(const OctreeRest& rest, const OctreeStructure& structure, Strain strain,
                  const SolverParams& params)
      : OctreeSystem(rest, structure, strain, make_cell_operator(rest, structure.packs())),
        order_(colour_order(assembly_of(rest.grid, {}).pattern(), rest.unknown_positions())),
        assembly_(assembly_of(rest.grid, order_.new_of_old)),
        held_(in_order(std::span<const char>(rest.held))),
        rollers_(in_order(rest.rollers)),
        mass_matrix_(pattern().blocks(), 0),
        A_(pattern()),
        operator_(A_, mass_matrix_, held_, rollers_),
        solver_(params, operator_, operator_.matrix(),
                uses_levels(params.method) ? make_multigrid() : nullptr, kCubeOverRelaxation) {
    sum_masses();
  }

  void residual(In f, In y, In z, Out r) const override {
    BlockVector<double> ordered_f(f.size()), ordered_y(y.size()), ordered_z(z.size()), ordered_r(r.size());
    to_order(f, ordered_f), to_order(y, ordered_y), to_order(z, ordered_z);
    operator_.residual(ordered_f, ordered_y, ordered_z, ordered_r);
    from_order(ordered_r, r);
  }

  std::unique_ptr<SolveWork> make_work() const override { return std::make_unique<Work>(); }

  SolveReport solve(const SolveGoal& goal, Out r, Out e, SolveWork& work) const override {
    auto* own = dynamic_cast<Work*>(&work);
    if (own == nullptr) throw Error("the work of a solve belongs to another system");
    own->r.resize(r.size()), own->e.resize(r.size());
    to_order(r, own->r);
    const SolveReport report = solver_.solve(goal, own->r, own->e, own->solver);
    from_order(own->e, e);
    return report;
  }

  void solve_panel(const SolveGoal& goal, std::span<BlockVector<double>> r, std::span<BlockVector<double>> e,
                   std::span<SolveReport> reports, SolveWork& work) const override {
    auto* own = dynamic_cast<Work*>(&work);
    if (own == nullptr) throw Error("the work of a solve belongs to another system");
    std::vector<BlockVector<double>> ordered_r(r.size()), ordered_e(r.size());
    for (std::size_t s = 0; s < r.size(); ++s) {
      ordered_r[s].resize(r[s].size()), ordered_e[s].resize(r[s].size());
      to_order(r[s], ordered_r[s]);
    }
    solver_.solve_panel(goal, ordered_r, ordered_e, reports, own->solver);
    for (std::size_t s = 0; s < r.size(); ++s) from_order(ordered_e[s], e[s]);
  }

  void set_solver(const SolverParams& params) override { solver_.set_params(params); }

  void show_levels(SystemLevels& levels) const override {
    solver_.show_levels(levels);
    levels.unknown_of_row = order_.old_of_new;
  }

 private:
  struct Work final : SolveWork {
    BlockVector<double> r, e;
    StepSolver<double, double>::Work solver;
  };

  void use_scheme(const StepScheme& scheme) override {
    scheme_ = scheme;
    use_drag({});
    cells_->set_stiffness(cell_stiffness(rest_.grid, *materials_));
  }
  void use_drag(std::vector<double> drag) override {
    drag_ = in_order(std::span<const double>(drag));
    drag_blocks_.clear();
    for (const double d : drag_) drag_blocks_.push_back(d * Mat3::identity());
  }
  void use_materials() override { sum_masses(); }

  void rebuild() override {
    {
      const ProfileZone zone("assembly");
      std::vector<double> mass = in_order(std::span<const double>(materials_->mass));
      for (std::size_t i = 0; i < mass.size(); ++i)
        mass[i] = scheme_.mass * mass[i] + (drag_.empty() ? 0 : drag_[i]);
      std::vector<CellStiffness> stiffness = cell_stiffness(rest_.grid, *materials_);
      for (CellStiffness& cell : stiffness) cell.lambda *= scheme_.stiffness, cell.mu *= scheme_.stiffness;
      std::vector<Quaternion> rotations;
      for (const CellRotation& q : cells_->rotations()) rotations.push_back(unit_quaternion(q));
      std::vector<CubeMatrix> of_parts;
      for (Index part = 0; parts_ && part < parts_->count(); ++part) {
        of_parts.push_back(parts_->turned(part, rotations[parts_->cell(part)]));
        for (double& entry : of_parts.back()) entry *= scheme_.stiffness;
      }
      assembly_.assemble<double>(stiffness, rotations, mass, A_, [&](Index cell) {
        const Index part = parts_ ? parts_->part_of(cell) : -1;
        return part < 0 ? nullptr : &of_parts[part];
      });
      hold_rows(held_, A_);
      operator_.update();
    }
    operator_.set_factors(scheme_.stiffness, scheme_.mass);
    operator_.set_drag(drag_blocks_);
    solver_.rebuild();
  }

  void sum_masses() {
    for (Index i = 0; i < pattern().rows(); ++i)
      mass_matrix_[pattern().diagonal[i]] = static_cast<float>(materials_->mass[order_.old_of_new[i]]);
    operator_.sum_masses();
  }

  const BlockPattern& pattern() const { return assembly_.pattern(); }

  std::unique_ptr<Multigrid<double>> make_multigrid() const {
    const OctreeGrid& grid = rest_.grid;
    CellLevels levels = make_cell_levels(grid);
    if (!levels.interpolations.empty())
      levels.interpolations[0] = of_free_nodes(levels.interpolations[0], order_.old_of_new, held_);
    std::vector<std::vector<Vec3>> positions;
    for (std::size_t l = 1; l < levels.levels.size(); ++l) {
      positions.emplace_back();
      for (const LatticePoint& p : levels.levels[l].vertex_points)
        positions.back().push_back(grid.voxels.lattice().point(p));
    }
    return std::make_unique<Multigrid<double>>(pattern(), order_.colour_start, levels.interpolations,
                                               positions);
  }

  template <typename T>
  std::vector<T> in_order(std::span<const T> x) const {
    std::vector<T> ordered(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) ordered[i] = x[order_.old_of_new[i]];
    return ordered;
  }
  std::vector<Roller> in_order(std::vector<Roller> rollers) const {
    for (Roller& roller : rollers) roller.node = order_.new_of_old[roller.node];
    std::ranges::sort(rollers, {}, &Roller::node);
    return rollers;
  }
  void to_order(In x, Out ordered) const {
    parallel_for_each(x.size(), kAssembledRows, [&](Index i) { ordered[i] = x[order_.old_of_new[i]]; });
  }
  void from_order(In ordered, Out x) const {
    parallel_for_each(x.size(), kAssembledRows, [&](Index i) { x[order_.old_of_new[i]] = ordered[i]; });
  }

  StepScheme scheme_;
  ColourOrder order_;
  CellAssembly assembly_;
  std::vector<char> held_;
  std::vector<Roller> rollers_;
  std::vector<float> mass_matrix_;
  std::vector<double> drag_;  // per unknown, kg/s^2; empty: none
  std::vector<Mat3> drag_blocks_;
  BlockMatrix<double> A_;
  StepOperator<double> operator_;
  StepSolver<double, double> solver_;
};

}  // namespace

std::unique_ptr<OctreeSystem> make_assembled_system(const OctreeRest& rest, const OctreeStructure& structure,
                                                    Strain strain, const SolverParams& params) {
  return std::make_unique<AssembledSystem>(rest, structure, strain, params);
}

}  // namespace sinew
