#include "elastic/partly_filled_cube.h"

#include <cmath>

namespace sinew {

namespace {

constexpr int kFields = kStrainModes + 9;  // and those that are eliminated
constexpr int kPowers[3] = {1, 3, 9};      // of x, y and z among moments

// A derivative of a field: weight x^a y^b z^c, less its mean over the solid if the field is eliminated.
struct Slope {
  int moment = -1;  // a + 3 b + 9 c; -1: there is none
  double weight = 0, mean = 0;
};
// A field of one component, and its derivatives along the three axes.
struct Field {
  int component;
  std::array<Slope, 3> slope;
};

// The sets of axes and the components of the strain modes, in their order.
struct Mode {
  int set, component;
};
constexpr std::array<Mode, kStrainModes> modes() {
  std::array<Mode, kStrainModes> all{{{1, 0}, {2, 1}, {4, 2}, {1, 1}, {2, 2}, {4, 0}}};
  int at = 6;
  for (const int set : {3, 6, 5, 7})
    for (int component = 0; component < 3; ++component) all[at++] = {set, component};
  return all;
}
constexpr std::array<Mode, kStrainModes> kModes = modes();

int moment_of(int set) { return (set & 1) + 3 * (set >> 1 & 1) + 9 * (set >> 2 & 1); }

std::array<Field, kFields> fields_of(const CubeMoments& moments) {
  std::array<Field, kFields> fields;
  // The amplitude u^ is 8 times that of the monomial, and the side is 2: a slope is 2 / 8 of the monomial's.
  for (int m = 0; m < kStrainModes; ++m) {
    const auto [set, component] = kModes[m];
    fields[m].component = component;
    for (int axis = 0; axis < 3; ++axis)
      if ((set >> axis & 1) != 0) fields[m].slope[axis] = {moment_of(set & ~(1 << axis)), 0.25, 0};
  }
  for (int component = 0; component < 3; ++component)
    for (int axis = 0; axis < 3; ++axis) {
      Field& field = fields[kStrainModes + 3 * component + axis];
      field.component = component;
      field.slope[axis] = {kPowers[axis], 1, moments.of[kPowers[axis]] / moments.fill()};
    }
  return fields;
}

// Of K, from the derivatives of two fields.
class Couple {
 public:
  Couple(const CubeMoments& moments, double lambda, double mu)
      : moments_(moments), lambda_(lambda), mu_(mu) {}

  double operator()(const Field& a, const Field& b) const {
    const int k = a.component, l = b.component;
    double sum = lambda_ * meet(a.slope[k], b.slope[l]) + mu_ * meet(a.slope[l], b.slope[k]);
    for (int axis = 0; axis < 3 && k == l; ++axis) sum += mu_ * meet(a.slope[axis], b.slope[axis]);
    return sum;
  }

 private:
  double meet(const Slope& a, const Slope& b) const {
    if (a.moment < 0 || b.moment < 0) return 0;
    const auto& M = moments_.of;
    return a.weight * b.weight *
           (M[a.moment + b.moment] - a.mean * M[b.moment] - b.mean * M[a.moment] + a.mean * b.mean * M[0]);
  }

  const CubeMoments& moments_;
  double lambda_, mu_;
};

// Eliminates the last fields of a symmetric matrix one after the other: after each, the rest is the Schur complement.
void eliminate(std::array<std::array<double, kFields>, kFields>& K) {
  for (int q = kFields - 1; q >= kStrainModes; --q)
    for (int r = 0; r < q; ++r) {
      const double share = K[q][r] / K[q][q];
      for (int c = 0; c <= r; ++c) K[r][c] -= share * K[q][c];
    }
}

// u_i -> u^_p, in place: corners that differ along an axis become their sum and their difference.
template <typename Real>
void to_amplitudes(CornerVectors<Real>& u) {
  for (int bit = 1; bit < 8; bit *= 2)
    for (int i = 0; i < 8; ++i)
      if ((i & bit) == 0)
        for (int k = 0; k < 3; ++k) {
          const Real low = u.at[i][k], high = u.at[i | bit][k];
          u.at[i][k] = low + high, u.at[i | bit][k] = high - low;
        }
}

template <typename Real>
void from_amplitudes(CornerVectors<Real>& f) {
  for (int bit = 1; bit < 8; bit *= 2)
    for (int i = 0; i < 8; ++i)
      if ((i & bit) == 0)
        for (int k = 0; k < 3; ++k) {
          const Real even = f.at[i][k], odd = f.at[i | bit][k];
          f.at[i][k] = even - odd, f.at[i | bit][k] = even + odd;
        }
}

}  // namespace

void CubeMoments::add_box(const Vec3& lower, const Vec3& upper) {
  double power[3][3];
  for (int axis = 0; axis < 3; ++axis)
    for (int n = 0; n < 3; ++n)
      power[axis][n] = (std::pow(upper[axis], n + 1) - std::pow(lower[axis], n + 1)) / (2 * (n + 1));
  for (int c = 0; c < 3; ++c)
    for (int b = 0; b < 3; ++b)
      for (int a = 0; a < 3; ++a) of[a + 3 * b + 9 * c] += power[0][a] * power[1][b] * power[2][c];
}

CubeMoments CubeMoments::whole() {
  CubeMoments moments;
  moments.add_box({-1, -1, -1}, {1, 1, 1});
  return moments;
}

std::array<double, 8> corner_shares(const CubeMoments& moments) {
  std::array<double, 8> shares{};
  for (int i = 0; i < 8; ++i)
    for (int set = 0; set < 8; ++set) {
      double sign = 1;
      for (int axis = 0; axis < 3; ++axis)
        if ((set >> axis & 1) != 0 && (i >> axis & 1) == 0) sign = -sign;
      shares[i] += sign * moments.of[moment_of(set)] / 8;
    }
  return shares;
}

StrainMatrix<double> strain_stiffness(const CubeMoments& moments, double lambda, double mu) {
  const std::array<Field, kFields> fields = fields_of(moments);
  const Couple couple(moments, lambda, mu);
  std::array<std::array<double, kFields>, kFields> K;
  for (int r = 0; r < kFields; ++r)
    for (int c = 0; c <= r; ++c) K[r][c] = couple(fields[r], fields[c]);
  eliminate(K);
  StrainMatrix<double> C;
  for (int r = 0; r < kStrainModes; ++r)
    for (int c = 0; c <= r; ++c) C[kStrainModes * c + r] = C[kStrainModes * r + c] = K[r][c];
  return C;
}

template <typename Real>
StrainModes<Real> to_strain_modes(CornerVectors<Real> u) {
  to_amplitudes(u);
  StrainModes<Real> modes;
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3;
    modes[a] = u.at[1 << a][a];
    modes[3 + a] = u.at[1 << a][b] + u.at[1 << b][a];
  }
  for (int m = 6; m < kStrainModes; ++m) modes[m] = u.at[kModes[m].set][kModes[m].component];
  return modes;
}

template <typename Real>
CornerVectors<Real> from_strain_modes(const StrainModes<Real>& modes) {
  CornerVectors<Real> f;
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3;
    f.at[1 << a][a] = modes[a];
    f.at[1 << a][b] = f.at[1 << b][a] = modes[3 + a];
  }
  for (int m = 6; m < kStrainModes; ++m) f.at[kModes[m].set][kModes[m].component] = modes[m];
  from_amplitudes(f);
  return f;
}

template <typename Real>
StrainModes<Real> product(const StrainMatrix<Real>& C, const StrainModes<Real>& modes) {
  StrainModes<Real> sum{};
  for (int c = 0; c < kStrainModes; ++c)
    for (int r = 0; r < kStrainModes; ++r) sum[r] += C[kStrainModes * c + r] * modes[c];
  return sum;
}

std::array<double, 24 * 24> corner_stiffness(const StrainMatrix<double>& C) {
  std::array<double, 24 * 24> K;
  for (int c = 0; c < 24; ++c) {
    CornerVectors<double> u;
    u.at[c / 3][c % 3] = 1;
    const CornerVectors<double> f = from_strain_modes(product(C, to_strain_modes(u)));
    for (int r = 0; r < 24; ++r) K[24 * c + r] = f.at[r / 3][r % 3];
  }
  return K;
}

#define SINEW_FOR(Real)                                                     \
  template StrainModes<Real> to_strain_modes(CornerVectors<Real>);          \
  template CornerVectors<Real> from_strain_modes(const StrainModes<Real>&); \
  template StrainModes<Real> product(const StrainMatrix<Real>&, const StrainModes<Real>&);
SINEW_FOR(float)
SINEW_FOR(double)
#undef SINEW_FOR

}  // namespace sinew
