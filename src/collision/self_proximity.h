#pragma once

#include <array>
#include <span>
#include <vector>

#include "collision/box_hash.h"
#include "collision/features.h"
#include "collision/governed_tree.h"
#include "collision/stretch_proofs.h"
#include "collision/surface_patches.h"

namespace sinew {

// A mesh that can move a surface, and the surface's vertices in it.
struct SurfaceCarrier {
  const VolumeMesh& mesh;    // at rest
  const Embedding& surface;  // by bind_to_tetrahedra
};

// Where a surface that follows coarse meshes may come near itself, at the cost of what moves it and of what is near
// [Otaduy07, sec. 5.3, 5.4]:
//
//   place   the tetrahedra of the front are sorted
//   hash    patches whose boxes overlap may meet: they are found by a hash. Patches of tetrahedra that touch at rest always
//           overlap, and may meet unless they prove that they keep apart (stretch_proofs.h)
//   fit     the front of the tree, with what may meet what
//   query   the tree against itself, where governors may meet: if none do, it ends at the root
//
// The paper flags single tetrahedra that meet another one. Here a pair of patches is flagged: what is beside a contact
// needs no search, although both sides of it are flagged.
//
// It misses no pair of features that are farther apart than the margin at rest and come nearer than it on straight paths.
class SelfProximity {
 public:
  // Carriers from fine to coarse; their meshes, the surface and its tree are copied or used up here. Throws Error if a
  // vertex does not follow a tetrahedron.
  SelfProximity(const SurfaceMesh& surface, std::span<const SurfaceCarrier> carriers, double margin,
                GovernedBounds bounds = GovernedBounds::kIntervals);
  SelfProximity(const SelfProximity&) = delete;
  SelfProximity& operator=(const SelfProximity&) = delete;

  // Throws Error if a vertex has no tetrahedron.
  void set_front(const SurfaceFront& front);

  // One after the other, in each step. Boxes are as an observer sees them who flies with the body.
  void place(const GoverningStep& step, const Vec3& origin);
  void hash();
  void fit();
  void query();
  // The pairs of features, ascending, each once: all that come nearer than the margin although they are farther apart at
  // rest, and some that do not.
  std::span<const FeaturePair> found() const { return found_; }

  const RefitTree& tree() const { return tree_; }
  const Governors& governors() const { return governors_; }
  GovernedTree& boxes() { return boxes_; }
  const GovernedTree& boxes() const { return boxes_; }
  // How many pairs of patches may meet since the last hash; how many pairs of features are listed.
  Index meeting() const { return meeting_; }
  std::size_t listed() const;
  std::size_t bytes() const;

 private:
  void fit_patches(int level);

  double margin_;
  RefitTree tree_;
  Governors governors_;
  FeatureOwners owners_;
  GovernedTree boxes_;
  std::vector<SurfacePatches> patches_;  // by level
  std::vector<StretchProofs> proofs_;

  GoverningStep step_;
  std::vector<char> is_proper_;  // by tetrahedron
  std::vector<Signature> may_meet_;
  Index meeting_ = 0;
  std::vector<char> has_patches_;  // by level: whether the front has tetrahedra there
  std::vector<std::vector<FloatBox>> patch_boxes_;
  BoxHash hash_;
  std::vector<FloatBox> hashed_;
  std::vector<Index> hashed_simplex_;
  std::vector<std::array<Index, 2>> overlaps_;
  StretchProofs::Scratch scratch_;
  std::vector<TrianglePair> pairs_;
  std::vector<FeaturePair> listed_, found_;
};

// Adds the features of two triangles of a surface without a common vertex, which these own, whose boxes overlap. box(v): of
// a vertex.
template <typename BoxOf>
void append_feature_pairs(const FeatureOwners& owners, const TrianglePair& pair, const Triangle& s,
                          const Triangle& t, const BoxOf& box, std::vector<FeaturePair>& pairs) {
  FloatBox a[3], b[3];
  for (int i = 0; i < 3; ++i) a[i] = box(s[i]), b[i] = box(t[i]);
  const auto around = [](FloatBox first, const FloatBox& second) {
    first.extend(second);
    return first;
  };
  const FloatBox all_a = around(around(a[0], a[1]), a[2]), all_b = around(around(b[0], b[1]), b[2]);
  FloatBox edges_b[3];
  for (int j = 0; j < 3; ++j) edges_b[j] = around(b[j], b[(j + 1) % 3]);
  for (int i = 0; i < 3; ++i) {
    if (owners.owns_vertex(pair.a, i) && overlap(a[i], all_b))
      pairs.push_back(vertex_triangle(0, s[i], 0, t));
    if (owners.owns_vertex(pair.b, i) && overlap(b[i], all_a))
      pairs.push_back(vertex_triangle(0, t[i], 0, s));
    const FloatBox edge = around(a[i], a[(i + 1) % 3]);
    if (!owners.owns_edge(pair.a, i) || !overlap(edge, all_b)) continue;
    for (int j = 0; j < 3; ++j)
      if (owners.owns_edge(pair.b, j) && overlap(edge, edges_b[j]))
        pairs.push_back(edge_edge(0, {s[i], s[(i + 1) % 3]}, 0, {t[j], t[(j + 1) % 3]}));
  }
}

}  // namespace sinew
