#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/formats/number_type.h"
#include "sinew/base/geometry.h"

namespace sinew {

// A glTF 2.0 document with its buffers: the JSON, and typed access to what the accessors describe, with each
// read checked against the available bytes. Throws Error, and json::exception if a member is missing or of
// the wrong kind. The bytes must outlive the document.
class GltfDocument {
 public:
  using Json = nlohmann::json;

  // A .gltf text or a .glb container; `path` names the folder of external buffers.
  GltfDocument(std::string_view bytes, const std::filesystem::path& path);

  const Json& json() const { return json_; }
  // json()[list][index], checked.
  const Json& item(const char* list, std::uint64_t index) const;

  // The vectors of a VEC3 accessor.
  std::vector<Vec3> vectors(std::uint64_t accessor) const;
  // The unsigned integers of a SCALAR accessor.
  std::vector<std::uint32_t> indices(std::uint64_t accessor) const;

  [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const;

 private:
  struct Slice {
    std::string_view bytes;
    std::uint64_t count, stride;
    NumberType number;
    bool normalized;
  };

  std::string_view open_container(std::string_view bytes);
  void load_buffers(const std::filesystem::path& folder);
  std::string load_uri(const std::string& uri, const std::filesystem::path& folder) const;
  Slice slice(std::uint64_t accessor, std::string_view type, int components) const;

  std::string file_;
  Json json_;
  std::string_view glb_chunk_;  // the BIN chunk of a .glb
  std::vector<std::string> loaded_;
  std::vector<std::string_view> buffers_;
};

// A member that must be a non-negative integer (json::exception if it is not); the second form gives the
// value if it is left out.
std::uint64_t unsigned_member(const nlohmann::json& object, const char* key);
std::uint64_t unsigned_member(const nlohmann::json& object, const char* key, std::uint64_t otherwise);

}  // namespace sinew
