#include "mesh/formats/gltf_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "base/byte_cursor.h"
#include "base/file.h"
#include "mesh/formats/encoded_bytes.h"
#include "mesh/formats/text_cursor.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::uint32_t kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

struct ComponentType {
  std::uint64_t code;  // in files
  NumberType type;
};
constexpr ComponentType kComponentTypes[] = {{5120, NumberType::kInt8},   {5121, NumberType::kUInt8},
                                             {5122, NumberType::kInt16},  {5123, NumberType::kUInt16},
                                             {5125, NumberType::kUInt32}, {5126, NumberType::kFloat32}};

std::optional<NumberType> component_type(std::uint64_t code) {
  for (const ComponentType& known : kComponentTypes)
    if (known.code == code) return known.type;
  return std::nullopt;
}

// The largest value of an integer type: normalized integers stand for [0, 1] or [-1, 1].
double largest_value(NumberType type) {
  const int bits = 8 * static_cast<int>(byte_size(type));
  const bool has_sign = type == NumberType::kInt8 || type == NumberType::kInt16;
  return std::ldexp(1.0, has_sign ? bits - 1 : bits) - 1;
}

std::string decode_percent(const std::string& uri) {
  std::string text;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool escaped = uri[i] == '%' && i + 2 < uri.size() &&
                         std::isxdigit(static_cast<unsigned char>(uri[i + 1])) &&
                         std::isxdigit(static_cast<unsigned char>(uri[i + 2]));
    text += escaped ? static_cast<char>(std::stoi(uri.substr(i + 1, 2), nullptr, 16)) : uri[i];
    if (escaped) i += 2;
  }
  return text;
}

}  // namespace

std::uint64_t unsigned_member(const Json& object, const char* key) {
  return object.at(key).get_ref<const Json::number_unsigned_t&>();
}

std::uint64_t unsigned_member(const Json& object, const char* key, std::uint64_t otherwise) {
  return object.contains(key) ? unsigned_member(object, key) : otherwise;
}

GltfDocument::GltfDocument(std::string_view bytes, const fs::path& path) : file_(path.string()) {
  const std::string_view text = bytes.starts_with("glTF") ? open_container(bytes) : bytes;
  json_ = Json::parse(text);
  const std::string version = json_.at("asset").at("version").get<std::string>();
  if (!version.starts_with("2."))
    fail(fmt::format("glTF version {} is not read", printable(version)), "export it as glTF 2.0");
  load_buffers(path.parent_path());
}

std::string_view GltfDocument::open_container(std::string_view bytes) {
  ByteCursor cursor(bytes, file_);
  cursor.take(4, "the magic number");
  if (const auto version = cursor.read<std::uint32_t>("a version"); version != 2)
    fail(fmt::format("GLB version {} is not read", version), "export it as glTF 2.0");
  cursor.read<std::uint32_t>("the file's length");
  std::string_view text;
  while (cursor.remaining() >= 8) {
    const auto length = cursor.read<std::uint32_t>("a chunk's length");
    const auto type = cursor.read<std::uint32_t>("a chunk's type");
    const std::string_view chunk = cursor.take(length, "a chunk");
    if (type == kJsonChunk && text.empty()) text = chunk;
    if (type == kBinaryChunk && glb_chunk_.empty()) glb_chunk_ = chunk;
  }
  if (text.empty()) fail("the GLB container holds no JSON chunk");
  return text;
}

void GltfDocument::load_buffers(const fs::path& folder) {
  if (!json_.contains("buffers")) return;
  const Json& list = json_["buffers"];
  loaded_.reserve(list.size());
  for (const Json& buffer : list) {
    std::string_view bytes = glb_chunk_;
    if (buffer.contains("uri"))
      bytes = loaded_.emplace_back(load_uri(buffer.at("uri").get_ref<const std::string&>(), folder));
    const std::uint64_t length = unsigned_member(buffer, "byteLength");
    if (bytes.size() < length)
      fail(fmt::format("buffer {} has {} bytes where {} are announced", buffers_.size(), bytes.size(),
                       length));
    buffers_.push_back(bytes.substr(0, length));
  }
}

// Only data in the file itself and files beside it: nothing is fetched from elsewhere.
std::string GltfDocument::load_uri(const std::string& uri, const fs::path& folder) const {
  if (uri.starts_with("data:")) {
    const std::size_t comma = uri.find(',');
    std::optional<std::string> bytes;
    if (comma != std::string::npos && std::string_view(uri).substr(0, comma).ends_with(";base64"))
      bytes = decode_base64(std::string_view(uri).substr(comma + 1));
    if (!bytes) fail("a data URI of a buffer is not base64");
    return std::move(*bytes);
  }
  const fs::path name = decode_percent(uri);
  if (name.is_absolute() || uri.find("://") != std::string::npos)
    fail(fmt::format("the buffer '{}' is not beside the file", printable(uri)),
         "only relative paths are followed");
  std::error_code ignored;
  if (!fs::is_regular_file(folder / name, ignored))
    fail(fmt::format("its buffer '{}' is missing", printable(uri)), "copy it beside the file");
  return read_file(folder / name);
}

const Json& GltfDocument::item(const char* list, std::uint64_t index) const {
  const Json& items = json_.at(list);
  if (!items.is_array() || index >= items.size()) fail(fmt::format("there is no {}[{}]", list, index));
  return items[index];
}

GltfDocument::Slice GltfDocument::slice(std::uint64_t index, std::string_view type, int components) const {
  const Json& accessor = item("accessors", index);
  if (accessor.contains("sparse")) fail(fmt::format("accessor {} is sparse, which is not read", index));
  if (accessor.at("type").get<std::string>() != type)
    fail(fmt::format("accessor {} is not of type {}", index, type));
  const std::uint64_t code = unsigned_member(accessor, "componentType");
  const std::uint64_t count = unsigned_member(accessor, "count");
  const std::uint64_t start = unsigned_member(accessor, "byteOffset", 0);
  const Json& view = item("bufferViews", unsigned_member(accessor, "bufferView"));
  const std::uint64_t buffer = unsigned_member(view, "buffer");
  const std::uint64_t view_start = unsigned_member(view, "byteOffset", 0);
  const std::uint64_t view_length = unsigned_member(view, "byteLength");

  // Each comparison is written so that nothing can overflow.
  const std::optional<NumberType> number = component_type(code);
  if (!number) fail(fmt::format("accessor {} has the unknown component type {}", index, code));
  const std::uint64_t size = static_cast<std::uint64_t>(components) * byte_size(*number);
  const std::uint64_t stride = unsigned_member(view, "byteStride", size);
  if (buffer >= buffers_.size()) fail(fmt::format("there is no buffers[{}]", buffer));
  const std::string_view bytes = buffers_[buffer];
  if (view_start > bytes.size() || view_length > bytes.size() - view_start)
    fail(fmt::format("a buffer view reaches past the end of buffer {}", buffer));
  if (stride < size || stride > 252)
    fail(fmt::format("accessor {} has a stride of {} bytes for items of {}", index, stride, size));
  const bool fits = count == 0 || (start <= view_length && size <= view_length - start &&
                                   count - 1 <= (view_length - start - size) / stride);
  if (!fits)
    fail(fmt::format("accessor {} reaches past the end of its buffer view", index), "the file is truncated");
  const bool normalized = accessor.value("normalized", false);
  return {bytes.substr(view_start + std::min(start, view_length), view_length - std::min(start, view_length)),
          count, stride, *number, normalized};
}

std::vector<Vec3> GltfDocument::vectors(std::uint64_t accessor) const {
  const Slice data = slice(accessor, "VEC3", 3);
  const bool scaled = data.normalized && is_integer(data.number);
  const double largest = largest_value(data.number);
  std::vector<Vec3> values(data.count);
  for (std::uint64_t i = 0; i < data.count; ++i) {
    ByteCursor cursor(data.bytes.substr(i * data.stride), "");
    for (int axis = 0; axis < 3; ++axis) {
      const double value = read_number(cursor, data.number, "a value");
      values[i][axis] = scaled ? std::max(value / largest, -1.0) : value;
    }
  }
  return values;
}

std::vector<std::uint32_t> GltfDocument::indices(std::uint64_t accessor) const {
  const Slice data = slice(accessor, "SCALAR", 1);
  if (data.number != NumberType::kUInt8 && data.number != NumberType::kUInt16 &&
      data.number != NumberType::kUInt32)
    fail(fmt::format("accessor {} holds indices that are not unsigned integers", accessor));
  std::vector<std::uint32_t> values(data.count);
  for (std::uint64_t i = 0; i < data.count; ++i) {
    ByteCursor cursor(data.bytes.substr(i * data.stride), "");
    values[i] = static_cast<std::uint32_t>(read_number(cursor, data.number, "an index"));
  }
  return values;
}

void GltfDocument::fail(const std::string& what, const std::string& hint) const {
  throw Error(what, file_, hint);
}

}  // namespace sinew
