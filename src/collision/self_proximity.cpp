#include "collision/self_proximity.h"

#include <algorithm>

#include "sinew/embed/embedding.h"

namespace sinew {

namespace {

std::vector<GoverningMesh> governing(std::span<const SurfaceCarrier> carriers) {
  std::vector<GoverningMesh> meshes;
  for (const SurfaceCarrier& c : carriers)
    meshes.push_back({c.mesh.tetrahedra, c.mesh.node_count(), c.surface});
  return meshes;
}

}  // namespace

SelfProximity::SelfProximity(const SurfaceMesh& surface, std::span<const SurfaceCarrier> carriers,
                             double margin, GovernedBounds bounds)
    : margin_(margin),
      tree_(surface.triangles, surface.positions),
      governors_(tree_, surface.vertex_count(), governing(carriers), bounds),
      owners_(surface.triangles, surface.vertex_count()),
      boxes_(tree_, governors_) {
  std::vector<Vec3> nodes;
  for (const SurfaceCarrier& c : carriers)
    nodes.insert(nodes.end(), c.mesh.positions.begin(), c.mesh.positions.end());
  for (int level = 0; level < governors_.level_count(); ++level)
    patches_.emplace_back(tree_, governors_, level);
  for (const SurfacePatches& patches : patches_)
    proofs_.emplace_back(tree_, governors_, patches, nodes, surface.positions, margin);
  set_front(full_front(governors_, governors_.level_count() - 1));
}

void SelfProximity::set_front(const SurfaceFront& front) {
  boxes_.set_front(front);
  is_proper_ = front;
  has_patches_.assign(patches_.size(), 0);
  patch_boxes_.resize(patches_.size());
  for (std::size_t level = 0; level < patches_.size(); ++level) {
    for (const Index owner : patches_[level].owners()) has_patches_[level] |= front[owner];
    patch_boxes_[level].assign(patches_[level].owners().size(), {});
  }
  // What holds a vertex that a finer one moves is not proper.
  for (const Triangle& t : tree_.triangles())
    for (const Index v : t)
      for (int level = boxes_.level_of_vertex(v) + 1; level < governors_.level_count(); ++level)
        is_proper_[governors_.place(v, level).simplex] = 0;
}

void SelfProximity::place(const GoverningStep& step, const Vec3& origin) {
  step_ = step;
  Vec3 drift{};
  for (std::size_t n = 0; n < step.start.size() && !step.is_still(); ++n)
    drift += step.end[n] - step.start[n];
  boxes_.place(step, margin_ / 2, origin, drift / static_cast<double>(step.start.size()));
}

void SelfProximity::fit_patches(int level) {
  const SurfacePatches& patches = patches_[level];
  for (Index i = 0; i < static_cast<Index>(patches.owners().size()); ++i) {
    if (!boxes_.is_active(patches.owners()[i])) continue;
    const auto governors = patches.governors(i);
    FloatBox& box = patch_boxes_[level][i];
    if (std::ranges::all_of(governors, [&](const Governor& g) { return is_proper_[g.simplex] != 0; })) {
      LeastCorners corners;
      boxes_.extend(governors, corners);
      box = corners.box(boxes_.margin());
    } else {
      box = {};
      for (const Index t : patches.triangles(i))
        for (const Index v : tree_.triangles()[t]) box.extend(boxes_.vertex_box(v));
    }
    hashed_.push_back(box);
    hashed_simplex_.push_back(patches.owners()[i]);
  }
}

void SelfProximity::hash() {
  may_meet_.assign(is_proper_.size(), {});
  meeting_ = 0;
  hashed_.clear(), hashed_simplex_.clear(), listed_.clear();
  const auto may_meet = [&](Index a, Index b) {
    may_meet_[a].add(b), may_meet_[b].add(a);
    ++meeting_;
  };
  for (int level = 0; level < governors_.level_count(); ++level)
    if (has_patches_[level] != 0) fit_patches(level);
  hash_.overlaps(hashed_, overlaps_);
  for (const auto& [i, j] : overlaps_) {
    const Index a = hashed_simplex_[i], b = hashed_simplex_[j];
    if (common_nodes(governors_.simplices()[a], governors_.simplices()[b]) == 0) may_meet(a, b);
  }
  for (int level = 0; level < governors_.level_count(); ++level)
    if (has_patches_[level] != 0)
      proofs_[level].run(step_, is_proper_, patch_boxes_[level], scratch_, may_meet, listed_);
}

void SelfProximity::fit() { boxes_.fit(may_meet_); }

void SelfProximity::query() {
  found_.clear();
  for (const FeaturePair& pair : listed_) {
    const int split = first_count(pair.kind);
    FloatBox first, second;
    for (int i = 0; i < 4; ++i) (i < split ? first : second).extend(boxes_.vertex_box(pair.vertex[i]));
    if (overlap(first, second)) found_.push_back(pair);
  }
  boxes_.self_overlaps(pairs_);
  const auto triangles = tree_.triangles();
  for (const TrianglePair& pair : pairs_)
    append_feature_pairs(
        owners_, pair, triangles[pair.a], triangles[pair.b], [&](Index v) { return boxes_.vertex_box(v); },
        found_);
  std::ranges::sort(found_);
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
}

std::size_t SelfProximity::listed() const {
  std::size_t sum = 0;
  for (const StretchProofs& p : proofs_) sum += p.listed();
  return sum;
}

std::size_t SelfProximity::bytes() const {
  std::size_t sum = governors_.bytes() + boxes_.bytes();
  for (const StretchProofs& p : proofs_) sum += p.bytes();
  return sum;
}

}  // namespace sinew
