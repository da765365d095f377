#include "linalg/block_vector.h"

#include <cmath>
#include <functional>

#include "base/parallel.h"

namespace sinew {

namespace {

constexpr Index kChunk = kVectorChunk;

template <typename Real>
Index count(std::span<Block3<Real>> x) {
  return static_cast<Index>(x.size());
}

}  // namespace

template <typename Real>
void set_zero(std::span<Block3<Real>> x) {
  parallel_for_each(count(x), kChunk, [&](Index i) { x[i] = {}; });
}

template <typename Real>
void axpby(Real a, std::span<const Block3<Real>> x, Real b, std::span<Block3<Real>> y) {
  parallel_for(count(y), kChunk, [&](Index begin, Index end) {
    if (b == 0)
      for (Index i = begin; i < end; ++i) y[i] = {a * x[i].x, a * x[i].y, a * x[i].z, 0};
    else
      for (Index i = begin; i < end; ++i)
        y[i] = {a * x[i].x + b * y[i].x, a * x[i].y + b * y[i].y, a * x[i].z + b * y[i].z, 0};
  });
}

template <typename Real>
double dot(std::span<const Block3<Real>> x, std::span<const Block3<Real>> y) {
  return parallel_reduce(
      static_cast<Index>(x.size()), kChunk, 0.0,
      [&](Index begin, Index end) {
        double sum = 0;
        for (Index i = begin; i < end; ++i) sum += block_dot(x[i], y[i]);
        return sum;
      },
      std::plus<>());
}

template <typename Real>
double norm(std::span<const Block3<Real>> x) {
  return std::sqrt(dot(x, x));
}

template <typename Real>
double advance(Real a, std::span<const Block3<Real>> p, std::span<const Block3<Real>> q,
               std::span<Block3<Real>> x, std::span<Block3<Real>> r) {
  const double squared = parallel_reduce(
      count(x), kChunk, 0.0,
      [&](Index begin, Index end) {
        double sum = 0;
        for (Index i = begin; i < end; ++i) {
          x[i] = {a * p[i].x + x[i].x, a * p[i].y + x[i].y, a * p[i].z + x[i].z, 0};
          const Block3<Real> left{-a * q[i].x + r[i].x, -a * q[i].y + r[i].y, -a * q[i].z + r[i].z, 0};
          sum += block_dot(left, left);
          r[i] = left;
        }
        return sum;
      },
      std::plus<>());
  return std::sqrt(squared);
}

template <typename Real>
void assign_scaled(std::span<const Block3<double>> x, double scale, std::span<Block3<Real>> y) {
  parallel_for_each(count(y), kChunk, [&](Index i) {
    y[i] = {static_cast<Real>(scale * x[i].x), static_cast<Real>(scale * x[i].y),
            static_cast<Real>(scale * x[i].z), 0};
  });
}

template <typename Real>
void add_scaled(std::span<const Block3<Real>> x, double scale, std::span<Block3<double>> y) {
  parallel_for_each(count(y), kChunk, [&](Index i) {
    y[i] = {y[i].x + scale * x[i].x, y[i].y + scale * x[i].y, y[i].z + scale * x[i].z, 0};
  });
}

template void assign_scaled(std::span<const Block3<double>>, double, std::span<Block3<float>>);
template void assign_scaled(std::span<const Block3<double>>, double, std::span<Block3<double>>);
template void add_scaled(std::span<const Block3<float>>, double, std::span<Block3<double>>);
template void add_scaled(std::span<const Block3<double>>, double, std::span<Block3<double>>);
template void set_zero(std::span<Block3<float>>);
template void set_zero(std::span<Block3<double>>);
template void axpby(float, std::span<const Block3<float>>, float, std::span<Block3<float>>);
template void axpby(double, std::span<const Block3<double>>, double, std::span<Block3<double>>);
template double dot(std::span<const Block3<float>>, std::span<const Block3<float>>);
template double dot(std::span<const Block3<double>>, std::span<const Block3<double>>);
template double norm(std::span<const Block3<float>>);
template double norm(std::span<const Block3<double>>);
template double advance(float, std::span<const Block3<float>>, std::span<const Block3<float>>,
                        std::span<Block3<float>>, std::span<Block3<float>>);
template double advance(double, std::span<const Block3<double>>, std::span<const Block3<double>>,
                        std::span<Block3<double>>, std::span<Block3<double>>);

}  // namespace sinew
