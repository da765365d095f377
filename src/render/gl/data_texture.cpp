#include "render/gl/data_texture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "sinew/base/error.h"

namespace sinew {

namespace {

struct TexelLayout {
  GLenum format, type;
  std::size_t bytes;
};

TexelLayout layout_of(GLenum format) {
  switch (format) {
    case GL_RGBA32F:
      return {GL_RGBA, GL_FLOAT, 16};
    case GL_RGBA32UI:
      return {GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16};
    case GL_RG32UI:
      return {GL_RG_INTEGER, GL_UNSIGNED_INT, 8};
    case GL_R32UI:
      return {GL_RED_INTEGER, GL_UNSIGNED_INT, 4};
    default:
      throw Error(fmt::format("no data texture of format 0x{:04x}", format), "render", "");
  }
}

}  // namespace

void DataTexture::resize(Index count) {
  const Index width = std::clamp<Index>(count, 1, kWidth);
  const Index height = std::max<Index>(1, (count - 1) / width + 1);
  if (width != width_ || height != height_) allocate(width, height);
  count_ = count;
}

void DataTexture::allocate(Index width, Index height) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  if (std::max(width, height) > most)
    throw Error(fmt::format("{} x {} texels do not fit into a texture of this graphics card", width, height),
                "render", "take a smaller surface");
  width_ = width, height_ = height;
  const TexelLayout layout = layout_of(format_);
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format_), width, height, 0, layout.format, layout.type,
               nullptr);
  set_sampling(GL_NEAREST);
}

std::size_t DataTexture::send(const void* data, std::size_t bytes, Index first) {
  const TexelLayout layout = layout_of(format_);
  auto left = static_cast<Index>(bytes / layout.bytes);
  assert(first >= 0 && first + left <= count_);
  const auto* from = static_cast<const std::byte*>(data);
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  // The end of the first row, whole rows, and the beginning of the last one.
  while (left > 0) {
    const Index column = first % width_;
    const Index rows = column == 0 ? std::max<Index>(1, left / width_) : 1;
    const Index columns = std::min<Index>(left, width_ - column);
    glTexSubImage2D(GL_TEXTURE_2D, 0, column, first / width_, columns, rows, layout.format, layout.type,
                    from);
    const Index sent = columns * rows;
    from += static_cast<std::size_t>(sent) * layout.bytes;
    first += sent, left -= sent;
  }
  return bytes;
}

std::vector<float> DataTexture::read_back() const {
  std::vector<float> values(4 * static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, values.data());
  values.resize(4 * static_cast<std::size_t>(count_));
  return values;
}

void DataTexture::bind(int unit) const {
  glActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
  glBindTexture(GL_TEXTURE_2D, texture_.name());
}

}  // namespace sinew
