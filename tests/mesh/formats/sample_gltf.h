#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "mesh/formats/sample_surfaces.h"

namespace sinew {

inline std::string encode_base64(const std::string& bytes) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : digits[bits >> (18U - 6U * k) & 63U];
  }
  return text;
}

// A glTF file under construction: accessors over one buffer, and one mesh shown by node 0.
struct SampleGltf {
  nlohmann::json json = {{"asset", {{"version", "2.0"}}},
                         {"scene", 0},
                         {"scenes", {{{"nodes", {0}}}}},
                         {"nodes", {{{"mesh", 0}}}},
                         {"meshes", {{{"primitives", nlohmann::json::array()}}}}};
  std::string buffer;

  // Adds the values behind each other and returns their accessor.
  int add_accessor(const std::string& bytes, int count, const char* type, int component_type) {
    const std::size_t view = json["bufferViews"].size();
    json["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", buffer.size()}, {"byteLength", bytes.size()}});
    json["accessors"].push_back(
        {{"bufferView", view}, {"count", count}, {"type", type}, {"componentType", component_type}});
    buffer += bytes + std::string((4 - bytes.size() % 4) % 4, '\0');
    return static_cast<int>(view);
  }
  int add_positions(const std::vector<Vec3>& positions) {
    std::string bytes;
    for (const Vec3& p : positions)
      for (int axis = 0; axis < 3; ++axis) bytes += bytes_of(static_cast<float>(p[axis]));
    return add_accessor(bytes, static_cast<int>(positions.size()), "VEC3", 5126);
  }
  template <typename T>
  int add_indices(const std::vector<int>& indices, int component_type) {
    std::string bytes;
    for (const int i : indices) bytes += bytes_of(static_cast<T>(i));
    return add_accessor(bytes, static_cast<int>(indices.size()), "SCALAR", component_type);
  }
  nlohmann::json& add_primitive(int positions, int indices = -1, int mode = 4) {
    nlohmann::json& list = json["meshes"][0]["primitives"];
    list.push_back({{"attributes", {{"POSITION", positions}}}, {"mode", mode}});
    if (indices >= 0) list.back()["indices"] = indices;
    return list.back();
  }

  // With the buffer as a data URI, in a GLB container, or in a file of that name.
  std::string text() const {
    return with_uri("data:application/octet-stream;base64," + encode_base64(buffer));
  }
  std::string with_uri(const std::string& uri) const {
    nlohmann::json document = json;
    document["buffers"] = {{{"byteLength", buffer.size()}, {"uri", uri}}};
    return document.dump();
  }
  std::string container() const {
    nlohmann::json document = json;
    document["buffers"] = {{{"byteLength", buffer.size()}}};
    std::string text = document.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const std::string chunks = bytes_of(std::uint32_t(text.size())) + "JSON" + text +
                               bytes_of(std::uint32_t(buffer.size())) + std::string("BIN\0", 4) + buffer;
    return "glTF" + bytes_of(std::uint32_t{2}) + bytes_of(std::uint32_t(chunks.size() + 12)) + chunks;
  }
};

inline SampleGltf cube_gltf() {
  const SurfaceMesh cube = cube_surface();
  std::vector<int> corners;
  for (const Triangle& t : cube.triangles) corners.insert(corners.end(), t.begin(), t.end());
  SampleGltf sample;
  const int positions = sample.add_positions(cube.positions);
  sample.add_primitive(positions, sample.add_indices<std::uint16_t>(corners, 5123));
  return sample;
}

}  // namespace sinew
