#include "greens/solver/constraint_set.h"

#include <numeric>

#include "sinew/base/error.h"

namespace sinew {

ConstraintSet::ConstraintSet(const Responses& responses, Index constraints, Index vertices)
    : compliance_(responses, constraints, vertices), matrix_(3 * constraints, 3 * constraints) {
  const auto n = static_cast<std::size_t>(constraints);
  given_.resize(n), value_.resize(n), force_.resize(n), displacement_.resize(n);
  for (std::vector<double>* work : {&f_, &u_, &w_, &x_}) work->assign(3 * n, 0.0);
  all_.resize(3 * n);
  std::iota(all_.begin(), all_.end(), 0);
}

int ConstraintSet::held_rows(Index id, std::array<Index, 3>& rows) const {
  int count = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (given_[id][axis] == Given::kDisplacement) rows[count++] = 3 * id + axis;
  return count;
}

ConstraintSet::Outcome ConstraintSet::add(const Constraint& constraint) {
  if (!is_finite(constraint.value)) throw Error("the value of a constraint is not finite");
  if (!(constraint.softness >= 0)) throw Error("the softness of a constraint is negative");
  const Index id = compliance_.add(constraint.point, constraint.axes, constraint.softness);
  if (id < 0) return {-1, Added::kNoRoom};
  given_[id] = constraint.given, value_[id] = constraint.value;
  force_[id] = displacement_[id] = {};
  std::array<Index, 3> rows;
  const int count = held_rows(id, rows);
  if (count == 0) return {id, Added::kYes};
  const Added added = matrix_.add(compliance_.C(), {rows.data(), static_cast<std::size_t>(count)});
  if (added == Added::kYes || added == Added::kLifted) return {id, added};
  compliance_.remove(id);
  return {-1, added};
}

void ConstraintSet::remove(Index id) {
  std::array<Index, 3> rows;
  const int count = held_rows(id, rows);
  if (count > 0) matrix_.remove(compliance_.C(), {rows.data(), static_cast<std::size_t>(count)});
  compliance_.remove(id);
}

void ConstraintSet::set_value(Index id, const Vec3& value) {
  if (!is_finite(value)) throw Error("the value of a constraint is not finite");
  value_[id] = value;
}

// u += C f
void ConstraintSet::multiply() {
  const std::size_t rows = 3 * static_cast<std::size_t>(size());
  add_product(compliance_.C(), std::span(all_).first(rows), f_, std::span(u_).first(rows));
}

void ConstraintSet::solve(std::span<const Vec3> v0) {
  // What is known: the displacements without constraints, and the forces that are given.
  const auto start = [&] {
    for (Index id = 0; id < size(); ++id)
      for (int axis = 0; axis < 3; ++axis)
        u_[3 * id + axis] = has(id) ? dot(compliance_.axes(id).column[axis], v0[id]) : 0;
  };
  start();
  for (Index id = 0; id < size(); ++id)
    for (int axis = 0; axis < 3; ++axis)
      f_[3 * id + axis] = has(id) && given_[id][axis] == Given::kForce ? value_[id][axis] : 0;
  multiply();
  const std::span<const Index> S = matrix_.rows();
  for (std::size_t k = 0; k < S.size(); ++k) w_[k] = value_[S[k] / 3][S[k] % 3] - u_[S[k]];
  matrix_.solve(w_, x_);
  for (std::size_t k = 0; k < S.size(); ++k) f_[S[k]] = x_[k];
  start();
  multiply();
  for (Index id = 0; id < size(); ++id)
    for (int axis = 0; axis < 3; ++axis) {
      force_[id][axis] = f_[3 * id + axis];
      displacement_[id][axis] = u_[3 * id + axis] - compliance_.softness(id) * f_[3 * id + axis];
    }
}

}  // namespace sinew
