// A glTF scene as one surface: the tree of nodes is walked from the scene's roots, and each mesh is added
// with its node's transform, once per node that shows it. Materials, cameras, animations and images are never
// looked at.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "mesh/formats/format_readers.h"
#include "mesh/formats/gltf_document.h"
#include "mesh/formats/polygon.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

using Json = nlohmann::json;

// x -> A x + t, with the columns of A.
struct Affine {
  Vec3 column[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  Vec3 translation;

  Vec3 turn(const Vec3& p) const { return p.x * column[0] + p.y * column[1] + p.z * column[2]; }
  Vec3 operator()(const Vec3& p) const { return turn(p) + translation; }
  bool mirrors() const { return dot(cross(column[0], column[1]), column[2]) < 0; }
};

Affine operator*(const Affine& a, const Affine& b) {
  return {{a.turn(b.column[0]), a.turn(b.column[1]), a.turn(b.column[2])}, a(b.translation)};
}

template <std::size_t N>
std::array<double, N> numbers(const Json& node, const char* key, std::array<double, N> otherwise) {
  return node.contains(key) ? node.at(key).get<std::array<double, N>>() : otherwise;
}

// The columns of the rotation by the unit quaternion (x, y, z, w), scaled.
Affine local_transform(const Json& node) {
  if (node.contains("matrix")) {
    const auto m = node.at("matrix").get<std::array<double, 16>>();
    return {{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}, {m[12], m[13], m[14]}};
  }
  const auto t = numbers<3>(node, "translation", {0, 0, 0});
  const auto [x, y, z, w] = numbers<4>(node, "rotation", {0, 0, 0, 1});
  const auto s = numbers<3>(node, "scale", {1, 1, 1});
  return {{s[0] * Vec3{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)},
           s[1] * Vec3{2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)},
           s[2] * Vec3{2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)}},
          {t[0], t[1], t[2]}};
}

class GltfReader {
 public:
  GltfReader(std::string_view bytes, const std::filesystem::path& path) : document_(bytes, path) {
    file_.format = bytes.starts_with("glTF") ? "glTF 2.0 binary" : "glTF 2.0";
  }

  MeshFile read() {
    refuse_extensions();
    std::vector<std::pair<std::uint64_t, Affine>> pending;
    for (const std::uint64_t root : roots()) pending.push_back({root, {}});
    std::vector<bool> seen(list_size("nodes"));
    while (!pending.empty()) {
      const auto [number, parent] = pending.back();
      pending.pop_back();
      const Json& node = document_.item("nodes", number);
      if (seen[number]) document_.fail(fmt::format("node {} is below itself or has two parents", number));
      seen[number] = true;
      const Affine transform = parent * local_transform(node);
      // A skinned mesh stands where its skeleton is, not where its node is.
      if (node.contains("mesh"))
        add_mesh(unsigned_member(node, "mesh"), node.contains("skin") ? Affine{} : transform);
      if (!node.contains("children")) continue;
      const std::vector<std::uint64_t> children = node_numbers(node.at("children"));
      for (auto child = children.rbegin(); child != children.rend(); ++child)
        pending.push_back({*child, transform});
    }
    if (skipped_ > 0)
      file_.warnings.push_back(fmt::format("{} primitives of points or lines skipped", skipped_));
    return std::move(file_);
  }

 private:
  // The vertices that an accessor gave.
  struct VertexRange {
    std::uint64_t accessor;
    Index first, count;
  };
  enum Mode { kTriangles = 4, kStrip = 5, kFan = 6 };
  // One mesh may be shown by any number of nodes, so the file's size does not bound the surface.
  static constexpr std::size_t kMaxSize = 1U << 24U;

  std::size_t list_size(const char* list) const {
    return document_.json().contains(list) ? document_.json().at(list).size() : 0;
  }

  void refuse_extensions() const {
    if (!document_.json().contains("extensionsRequired")) return;
    for (const Json& name : document_.json().at("extensionsRequired"))
      for (const char* refused :
           {"KHR_draco_mesh_compression", "EXT_meshopt_compression", "EXT_mesh_gpu_instancing"})
        if (name == refused)
          document_.fail(fmt::format("the file needs {}, which is not read", refused),
                         "export it without compression or instancing");
  }

  static std::vector<std::uint64_t> node_numbers(const Json& list) {
    std::vector<std::uint64_t> numbers;
    for (const Json& number : list) numbers.push_back(number.get_ref<const Json::number_unsigned_t&>());
    return numbers;
  }

  // The nodes of the default scene; without scenes, all nodes that are no one's child.
  std::vector<std::uint64_t> roots() const {
    const Json& json = document_.json();
    if (list_size("scenes") > 0) {
      const Json& scene = document_.item("scenes", unsigned_member(json, "scene", 0));
      return scene.contains("nodes") ? node_numbers(scene.at("nodes")) : std::vector<std::uint64_t>{};
    }
    std::vector<bool> is_child(list_size("nodes"));
    for (std::size_t n = 0; n < is_child.size(); ++n) {
      const Json& node = document_.item("nodes", n);
      if (!node.contains("children")) continue;
      for (const std::uint64_t child : node_numbers(node.at("children")))
        if (child < is_child.size()) is_child[child] = true;
    }
    std::vector<std::uint64_t> numbers;
    for (std::size_t n = 0; n < is_child.size(); ++n)
      if (!is_child[n]) numbers.push_back(n);
    return numbers;
  }

  // Primitives of one mesh that share their vertices share them here too.
  void add_mesh(std::uint64_t number, const Affine& transform) {
    std::vector<VertexRange> ranges;
    for (const Json& primitive : document_.item("meshes", number).at("primitives")) {
      const std::uint64_t mode = unsigned_member(primitive, "mode", kTriangles);
      if (mode < kTriangles || mode > kFan) {
        ++skipped_;
        continue;
      }
      const std::uint64_t accessor = unsigned_member(primitive.at("attributes"), "POSITION");
      auto range = std::find_if(ranges.begin(), ranges.end(),
                                [&](const VertexRange& known) { return known.accessor == accessor; });
      if (range == ranges.end()) range = ranges.insert(range, add_vertices(accessor, transform));
      add_triangles(primitive, static_cast<int>(mode), *range, transform.mirrors());
    }
  }

  VertexRange add_vertices(std::uint64_t accessor, const Affine& transform) {
    const Index first = file_.surface.vertex_count();
    for (const Vec3& p : document_.vectors(accessor)) file_.surface.positions.push_back(transform(p));
    require_room();
    return {accessor, first, file_.surface.vertex_count() - first};
  }

  void add_triangles(const Json& primitive, int mode, const VertexRange& range, bool mirrored) {
    const std::vector<Index> corners = corner_vertices(primitive, range);
    std::vector<Triangle> added;
    if (mode == kTriangles && corners.size() % 3 != 0)
      document_.fail(
          fmt::format("a primitive of triangles has {} corners, not a multiple of three", corners.size()));
    if (mode == kTriangles)
      for (std::size_t i = 0; i < corners.size(); i += 3)
        added.push_back({corners[i], corners[i + 1], corners[i + 2]});
    else
      mode == kStrip ? append_strip(corners, added) : append_fan(corners, added);
    for (Triangle& t : added) {
      if (mode == kFan && has_repeated_corner(t)) continue;
      if (mirrored) std::swap(t[1], t[2]);
      file_.surface.triangles.push_back(t);
    }
    require_room();
  }

  std::vector<Index> corner_vertices(const Json& primitive, const VertexRange& range) const {
    std::vector<Index> corners;
    if (!primitive.contains("indices")) {
      corners.resize(range.count);
      std::iota(corners.begin(), corners.end(), range.first);
      return corners;
    }
    for (const std::uint32_t corner : document_.indices(unsigned_member(primitive, "indices"))) {
      if (corner >= static_cast<std::uint32_t>(range.count))
        document_.fail(fmt::format("a primitive uses vertex {} of {}", corner, range.count));
      corners.push_back(range.first + static_cast<Index>(corner));
    }
    return corners;
  }

  void require_room() const {
    if (file_.surface.positions.size() > kMaxSize || file_.surface.triangles.size() > kMaxSize)
      document_.fail(fmt::format("the scene has more than {} vertices or triangles", kMaxSize));
  }

  GltfDocument document_;
  MeshFile file_;
  long long skipped_ = 0;
};

// The JSON library quotes what it could not read, at any length.
constexpr std::size_t kMaxQuote = 200;

}  // namespace

MeshFile read_gltf(std::string_view bytes, const std::filesystem::path& path) try {
  return GltfReader(bytes, path).read();
} catch (const Json::exception& error) {
  throw Error("not a sound glTF file: " + std::string(error.what()).substr(0, kMaxQuote), path.string());
}

}  // namespace sinew
