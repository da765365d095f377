#include "meshing/winding_kernels.h"

#include "base/wide.h"

// Winding numbers of a pack of points, a point per lane, in one walk down the tree.
//
//            A                lanes   0 1 2 3 4 5 6 7
//          /   \              at A    n n n n n n n n      n: too near, go on to the children
//         B     C             at B    f f f f f f n n      f: far, take the far field, done below
//        / \                  at D            ' ' n n      ': done above, masked
//       D   E
//
// Each lane takes the far field of a node where the scalar walk of winding_number.cpp would, and only there:
// the pack goes on below a node as long as one lane needs to, with a mask of those that do. Neighbouring
// points agree nearly everywhere, so that a pack costs little more than one point does.

namespace sinew::SINEW_KERNEL_NAMESPACE {

namespace {

template <int N>
struct Point {
  Wide<float, N> x, y, z;
};

template <int N>
Wide<float, N> dot(const Point<N>& a, const Point<N>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

// arctan x / x on [0, 1] in powers of x^2, to 7e-8; beyond one, the angle's complement.
template <int N>
Wide<float, N> arctangent(Wide<float, N> y, Wide<float, N> x) {
  using V = Wide<float, N>;
  const V ax = abs(x), ay = abs(y);
  const V large = max(ax, ay), small = min(ax, ay);
  const V t = small / select(large > V(0), large, V(1));
  const V s = t * t;
  constexpr float kPowers[] = {0.999999882F,  -0.333318127F,  0.199669618F,  -0.140032902F,
                               0.0986886546F, -0.0588297531F, 0.0237805186F, -0.00455979199F};
  V angle(kPowers[7]);
  for (int k = 6; k >= 0; --k) angle = angle * s + V(kPowers[k]);
  angle *= t;
  angle = select(ay > ax, V(1.57079632679F) - angle, angle);
  angle = select(x < V(0), V(3.14159265359F) - angle, angle);
  return select(y < V(0), -angle, angle);
}

// Half the solid angle of a triangle whose leaf has its centre at r from the point; solid_angle of
// winding_number.cpp says which formula this is.
template <int N>
Wide<float, N> half_solid_angle(const WindingTree::Triangle& triangle, const Point<N>& r) {
  using V = Wide<float, N>;
  Point<N> corner[3];
  V length[3];
  for (int i = 0; i < 3; ++i) {
    const float* c = triangle.corners[i];
    corner[i] = {r.x + V(c[0]), r.y + V(c[1]), r.z + V(c[2])};
    length[i] = sqrt(dot(corner[i], corner[i]));
  }
  const auto& [u, v, w] = corner;
  const Point<N> vw{v.y * w.z - v.z * w.y, v.z * w.x - v.x * w.z, v.x * w.y - v.y * w.x};
  const V numerator = dot(u, vw);
  const V denominator = length[0] * length[1] * length[2] + dot(u, v) * length[2] + dot(v, w) * length[0] +
                        dot(w, u) * length[1];
  return select(numerator == V(0), V(0), arctangent(numerator, denominator));
}

// [N . r + tr C - 3 r . C r / |r|^2] / |r|^3, derived in winding_number.cpp.
template <int N>
Wide<float, N> far_field(const WindingTree::Node& node, const Point<N>& r, Wide<float, N> r2) {
  using V = Wide<float, N>;
  const float *n = node.N, *c = node.C;
  const V length = sqrt(r2), inverse_cube = V(1) / (r2 * length);
  const V n_r = V(n[0]) * r.x + V(n[1]) * r.y + V(n[2]) * r.z;
  const V r_c_r = r.x * (V(c[0]) * r.x + V(c[5]) * r.y) + r.y * (V(c[1]) * r.y + V(c[3]) * r.z) +
                  r.z * (V(c[2]) * r.z + V(c[4]) * r.x);
  return (n_r + V(node.trace) - V(3) * r_c_r * (inverse_cube * length)) * inverse_cube;
}

// Four pi times the winding number where `asked`; elsewhere no work is done.
template <int N>
Wide<float, N> total_angle(const WindingTree& tree, const Point<N>& p, const Point<N>& p_rest,
                           Mask<float, N> asked) {
  using V = Wide<float, N>;
  // The right children still to be seen, and by which lanes.
  int waiting[64];
  Mask<float, N> lanes[64];
  int depth = 0, at = 0;
  Mask<float, N> active = asked;
  V total(0);
  for (;;) {
    const WindingTree::Node& node = tree.nodes[at];
    const float *c = node.center, *rest = node.center_rest;
    const Point<N> r{(V(c[0]) - p.x) + (V(rest[0]) - p_rest.x), (V(c[1]) - p.y) + (V(rest[1]) - p_rest.y),
                     (V(c[2]) - p.z) + (V(rest[2]) - p_rest.z)};
    const V r2 = dot(r, r);
    const Mask<float, N> is_far = r2 > V(node.squared_reach);
    const Mask<float, N> far = active & is_far, near = active & !is_far;
    if (any(far)) total += select(far, far_field(node, r, r2), V(0));
    if (any(near)) {
      if (node.right >= 0) {
        waiting[depth] = node.right, lanes[depth++] = near;
        ++at, active = near;
        continue;
      }
      V angles(0);
      for (int t = node.begin; t < node.end; ++t) angles += half_solid_angle(tree.triangles[t], r);
      total += select(near, V(2) * angles, V(0));
    }
    if (depth == 0) break;
    at = waiting[--depth], active = lanes[depth];
  }
  return total;
}

template <int N>
void winding(const WindingTree& tree, const float* const points[6], int n, float* out) {
  using V = Wide<float, N>;
  constexpr float kOverFourPi = 0.0795774715459F;
  float numbers[N];
  for (int i = 0; i < N; ++i) numbers[i] = static_cast<float>(i);
  for (int i = 0; i < n; i += N) {
    const int count = n - i < N ? n - i : N;
    V x[6];
    for (int k = 0; k < 6; ++k)
      x[k] = count == N ? V::load(points[k] + i) : V::load_some(points[k] + i, count);
    const Mask<float, N> asked = V::load(numbers) < V(static_cast<float>(count));
    const V total = total_angle<N>(tree, {x[0], x[1], x[2]}, {x[3], x[4], x[5]}, asked);
    (V(kOverFourPi) * total).store_some(out + i, count);
  }
}

constexpr int kPack = kLanes<float> < 8 ? kLanes<float> : 8;

}  // namespace

const WindingKernels winding_kernels = {winding<kPack>, kPack};
const WindingKernels scalar_winding_kernels = {winding<1>, 1};

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
