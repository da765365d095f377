#pragma once

#include "linalg/block_vector.h"

namespace sinew {

// Four lanes, of which three are used: a Block3, or a column of a 3x3 block. Blocks are stored without
// padding and read as three overlapping fours: the fourth lane of a column is the first entry of the next,
// and is dropped at the end.
namespace detail {
template <typename Real>
struct Lanes {
  typedef Real Type __attribute__((vector_size(4 * sizeof(Real))));
};
}  // namespace detail

template <typename Real>
using Four = typename detail::Lanes<Real>::Type;

template <typename Real>
inline Four<Real> load_four(const Real* from) {
  Four<Real> v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

// The same, converted to another precision.
template <typename To, typename From>
inline Four<To> load_four_as(const From* from) {
  return __builtin_convertvector(load_four(from), Four<To>);
}

template <typename Real>
inline Four<Real> load_four(const Block3<Real>& block) {
  return load_four(&block.x);
}

template <typename Real>
inline Block3<Real> three_of(const Four<Real>& v) {
  return {v[0], v[1], v[2], 0};
}

// A block, stored by columns, times x.
template <typename Entry, typename Real>
inline Four<Real> block_times(const Entry* block, const Block3<Real>& x) {
  return load_four_as<Real>(block) * x.x + load_four_as<Real>(block + 3) * x.y +
         load_four_as<Real>(block + 6) * x.z;
}
}  // namespace sinew
