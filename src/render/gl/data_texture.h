#pragma once

#include <span>
#include <vector>

#include "render/gl/gl_object.h"
#include "sinew/base/geometry.h"

namespace sinew {

// A long array in a 2D texture, as shaders without storage buffers read it: entry i is the texel
// (i % width, i / width), see shaders/data_texture.glsl. Never filtered. Formats: GL_RGBA32F, GL_RGBA32UI,
// GL_RG32UI, GL_R32UI.
class DataTexture {
 public:
  static constexpr Index kWidth = 4096;  // rings of 20 million triangles fit into 16,384 rows

  explicit DataTexture(GLenum format) : format_(format) {}

  // Makes room for `count` entries; the contents are lost if the size changes.
  void resize(Index count);
  Index count() const { return count_; }
  Index width() const { return width_; }
  Index height() const { return height_; }

  // Sends entries `first`..., row by row; `values` holds whole entries. Returns the bytes sent.
  template <typename T>
  std::size_t upload(std::span<const T> values, Index first = 0) {
    return send(values.data(), values.size_bytes(), first);
  }
  // Reads all entries back, for tests: floats, four (RGBA) an entry.
  std::vector<float> read_back() const;

  void bind(int unit) const;
  GLuint name() const { return texture_.name(); }

 private:
  void allocate(Index width, Index height);
  std::size_t send(const void* data, std::size_t bytes, Index first);

  GlTexture texture_;
  GLenum format_;
  Index count_ = 0, width_ = 0, height_ = 0;
};

}  // namespace sinew
