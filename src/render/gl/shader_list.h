#pragma once

#include <span>
#include <string_view>

namespace sinew {

// The files of shaders/, which travel inside the library.
struct ShaderFile {
  std::string_view name, text;
};
std::span<const ShaderFile> shader_files();

}  // namespace sinew
