#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "collision/features.h"
#include "collision/surface_patches.h"

namespace sinew {

// Proves, tetrahedron by tetrahedron, that a surface does not come near itself where its tetrahedra touch.
//
// Tetrahedron t takes a point X at rest to x_t + F_t X. Take one of them, a, as reference. If V is in b, W in c, and p in
// both b and c,
//
//     x(V) - x(W) = F_a (V - W) + (F_b - F_a)(V - p) + (F_c - F_a)(p - W).
//
// So two features of the surface, r apart at rest, are now apart by at least
//
//     sigma_a r - delta_a D,    sigma_a: the least singular value of F_a,   delta_a: the largest |F_t - F_a|,
//
// where D, a number of the rest, is the longest way V p W between vertices of the two, as far as it is outside of a. It is
// as long as the features if they are in neighbours, and 0 if both are in a. There is no need that elements keep their
// orientation, nor that they do not overlap: an inverted one next to one that is not has a large delta.
//
// Pairs of features that this cannot show to keep `margin` apart in elements that turn and stretch moderately (they are
// near each other at rest, measured by D) are listed once, in the order of what they tolerate. In each step the list is
// read as far as sigma_a and delta_a ask for; where these are beyond all lists, the two patches may meet.
class StretchProofs {
 public:
  StretchProofs() = default;
  // For pairs of features farther apart than `margin` at rest. rest_nodes: of all levels; rest: of the surface's vertices.
  StretchProofs(const RefitTree& tree, const Governors& governors, const SurfacePatches& patches,
                std::span<const Vec3> rest_nodes, std::span<const Vec3> rest, double margin);

  struct Scratch {
    std::vector<FloatCorner>
        gradients[2];          // three columns of each tetrahedron's F, at either end of the step
    std::vector<float> apart;  // |F_t - F_a|^2 of a reference
  };
  // Adds the listed pairs of features that may come nearer than the margin during the step, and calls may_meet(a, b) for
  // tetrahedra that are the same or touch at rest, and whose patches may come as near by features that are not listed.
  // is_proper: by tetrahedron, whether it is of the front and moves all vertices that it holds. boxes: of the patches.
  void run(const GoverningStep& step, std::span<const char> is_proper, std::span<const FloatBox> boxes,
           Scratch& scratch, const std::function<void(Index, Index)>& may_meet,
           std::vector<FeaturePair>& near) const;

  std::size_t listed() const { return features_.size(); }
  std::size_t bytes() const;

 private:
  struct Reference {
    Index patch;         // its position among the owners
    Index first_around;  // its neighbours
    Index first_pair;    // pairs of its patch and another one, or itself
  };
  // Those of a reference are in the order of the tolerances.
  struct PatchPair {
    float tolerance;                      // the least of those that are listed
    Index other;                          // position among the owners
    std::array<Index, 2> moving, listed;  // begin and end
  };
  // Of a pair that is listed: the largest delta it tolerates while sigma is moderate, r and D.
  struct Bound {
    float tolerance, rest, way;
  };
  void compute_gradients(const GoverningStep& step, std::span<const char> is_proper, Scratch& scratch) const;

  double margin_ = 0;
  const SurfacePatches* patches_ = nullptr;
  const Governors* governors_ = nullptr;
  Index first_simplex_ = 0, end_simplex_ = 0;
  std::vector<Mat3> rest_inverse_;  // by tetrahedron of the level
  std::vector<Reference> references_;
  std::vector<Index> around_;
  std::vector<PatchPair> pairs_;
  std::vector<std::uint16_t> moving_;  // what moves the patches of a pair, as positions in `around`
  std::vector<Bound> bounds_;          // of the pairs that are listed, by pair of patches, ascending
  std::vector<FeaturePair> features_;  // these
};

}  // namespace sinew
