#include "octree/surface/splitting_cubes.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "octree/surface/safe_places.h"

namespace sinew {

namespace {

constexpr Index kBlocks = 16;  // per parallel chunk

// As in link_key: links begin at most one brick below the lattice.
std::uint64_t block_code(const LatticePoint& brick) { return morton_code(brick + LatticePoint{1, 1, 1}); }

Vec3 position_on(const CutLink& link, int end) { return link_plane(link, end, to_vec3(link.voxel)).at; }

}  // namespace

// The blocks with links of their own, and those below them, whose cubes may have such links.
std::vector<SplittingCubes::Block> SplittingCubes::blocks_of(const std::vector<CutLink>& links) const {
  std::vector<BlockLinks> found;
  const Index n = static_cast<Index>(links.size());
  for (Index begin = 0, end = 0; begin < n; begin = end) {
    const LatticePoint brick = links[begin].voxel >> kBrickLevel;
    while (end < n && (links[end].voxel >> kBrickLevel) == brick) ++end;
    found.push_back({brick, block_code(brick), begin, end});
    for (int i = 1; i < 8; ++i)
      if (const LatticePoint below = brick - corner_offset(i); std::min({below.x, below.y, below.z}) >= -1)
        found.push_back({below, block_code(below), 0, 0});
  }

  // Keep each block once, preferably the entry with links.
  std::sort(found.begin(), found.end(), [](const BlockLinks& a, const BlockLinks& b) {
    return a.code != b.code ? a.code < b.code : a.links_end > b.links_end;
  });
  const auto same_place = [](const BlockLinks& a, const BlockLinks& b) { return a.code == b.code; };
  found.erase(std::unique(found.begin(), found.end(), same_place), found.end());

  // Find the neighbours of each block.
  std::vector<std::uint64_t> codes;
  for (const BlockLinks& block : found) codes.push_back(block.code);
  std::vector<Block> blocks(found.size());
  parallel_for_each(blocks.size(), kBlocks, [&](Index b) {
    static_cast<BlockLinks&>(blocks[b]) = found[b];
    for (int i = 0; i < 27; ++i) {
      const LatticePoint beside = found[b].brick + LatticePoint{i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
      blocks[b].around[i] = -1;
      if (std::min({beside.x, beside.y, beside.z}) < -1) continue;
      const std::uint64_t code = block_code(beside);
      const auto at = std::lower_bound(codes.begin(), codes.end(), code);
      if (at != codes.end() && *at == code) blocks[b].around[i] = static_cast<Index>(at - codes.begin());
    }
    for (int i = 0; i < 8; ++i) {
      const LatticePoint up = corner_offset(i);
      blocks[b].up[i] = blocks[b].around[up.x + 1 + 3 * (up.y + 1) + 9 * (up.z + 1)];
    }
  });
  return blocks;
}

// Marks the blocks whose links have changed, and moves over the parts of the blocks that existed before.
void SplittingCubes::take_over(std::vector<Block>& old, const std::vector<CutLink>& links) {
  parallel_for_each(blocks_.size(), kBlocks, [&](Index b) {
    Block& block = blocks_[b];
    const auto before = std::lower_bound(old.begin(), old.end(), block.code,
                                         [](const Block& a, std::uint64_t code) { return a.code < code; });
    if (before == old.end() || before->code != block.code) return;
    block.changed = !std::equal(links.begin() + block.links_begin, links.begin() + block.links_end,
                                links_.begin() + before->links_begin, links_.begin() + before->links_end);
    for (int i = 0; i < 27; ++i) block.lost_links |= before->around[i] >= 0 && block.around[i] < 0;
    block.part = std::move(before->part);
  });
}

// The faces of a block depend on links of the blocks up from it, and on which voxels are joined around them.
void SplittingCubes::split(const LinkedVoxels& voxels) {
  const std::vector<CutLink>& links = voxels.cut_links();
  const auto is_stale = [&](const Block& block) {
    return block.lost_links || std::any_of(block.around.begin(), block.around.end(),
                                           [&](Index near) { return near >= 0 && blocks_[near].changed; });
  };
  blocks_split_ = static_cast<Index>(std::count_if(blocks_.begin(), blocks_.end(), is_stale));
  parallel_for_each(blocks_.size(), kBlocks, [&](Index b) {
    Block& block = blocks_[b];
    if (!is_stale(block)) return;
    DualBlockLinks near;
    for (int i = 0; i < 8; ++i)
      if (const Index up = block.up[i]; up >= 0)
        near[i] = std::span(links).subspan(blocks_[up].links_begin,
                                           blocks_[up].links_end - blocks_[up].links_begin);
    block.part = split_dual_block(voxels, block.brick, near);
  });
}

void SplittingCubes::number(const std::vector<CutLink>& links) {
  link_vertices_.resize(links.size());
  Index vertices = 0, triangles = 0;
  for (Block& block : blocks_) {
    block.first_vertex = vertices;
    for (Index i = block.links_begin; i < block.links_end; ++i)
      for (int end = 0; end < 2; ++end)
        if (link_end(links[i], end).cut >= 0) link_vertices_[i][end] = vertices++;
    block.first_point = vertices;
    vertices += static_cast<Index>(block.part.points.size());
    block.first_triangle = triangles;
    triangles += static_cast<Index>(block.part.triangles.size());
  }
  surface_.mesh.positions.resize(vertices);
  surface_.voxel.resize(vertices);
  surface_.link.resize(vertices);
  surface_.safe.resize(vertices);
  surface_.mesh.triangles.resize(triangles);
  surface_.cuts.resize(triangles);
  surface_.cubes.resize(triangles);
}

Index SplittingCubes::number_of(const Block& block, const DualVertex& vertex) const {
  if (vertex.kind == DualVertex::Kind::kCube) return block.first_point + vertex.item;
  const Block& up = blocks_[block.up[vertex.block]];
  if (vertex.kind == DualVertex::Kind::kLink)
    return link_vertices_[up.links_begin + vertex.item][vertex.part];
  const auto& face_points = up.part.face_points;
  const auto key = static_cast<std::uint16_t>(4 * vertex.item + vertex.part);
  return up.first_point + static_cast<Index>(std::lower_bound(face_points.begin(), face_points.end(), key) -
                                             face_points.begin());
}

void SplittingCubes::assemble(const Lattice& lattice, const std::vector<CutLink>& links) {
  const auto add = [&](Index vertex, const Vec3& at, const Vec3& safe, const LatticePoint& voxel,
                       Index link) {
    surface_.mesh.positions[vertex] = lattice.voxel_centre({}) + lattice.spacing * at;
    surface_.safe[vertex] = lattice.voxel_centre({}) + lattice.spacing * safe;
    surface_.voxel[vertex] = voxel;
    surface_.link[vertex] = link;
  };
  parallel_for_each(blocks_.size(), kBlocks, [&](Index b) {
    const Block& block = blocks_[b];
    Index vertex = block.first_vertex;
    for (Index i = block.links_begin; i < block.links_end; ++i)
      for (int end = 0; end < 2; ++end)
        if (link_end(links[i], end).cut >= 0)
          add(vertex++, position_on(links[i], end), safe_on_link(links[i], end, to_vec3(links[i].voxel)),
              links[i].voxel + end * unit_step(links[i].axis), i);
    for (const auto& [at, safe, voxel] : block.part.points) add(vertex++, at, safe, voxel, -1);
    for (std::size_t t = 0; t < block.part.triangles.size(); ++t) {
      for (int k = 0; k < 3; ++k)
        surface_.mesh.triangles[block.first_triangle + t][k] = number_of(block, block.part.triangles[t][k]);
      surface_.cuts[block.first_triangle + t] = block.part.cuts[t];
      surface_.cubes[block.first_triangle + t] = block.part.cubes[t];
    }
  });
}

const SplitSurface& SplittingCubes::update(const LinkedVoxels& voxels) {
  const std::vector<CutLink>& links = voxels.cut_links();
  std::vector<Block> old = std::exchange(blocks_, blocks_of(links));
  take_over(old, links);
  links_ = links;
  split(voxels);
  number(links_);
  assemble(voxels.lattice(), links_);
  return surface_;
}

SplitSurface splitting_cubes(const LinkedVoxels& voxels) {
  SplittingCubes cubes;
  return cubes.update(voxels);
}

}  // namespace sinew
