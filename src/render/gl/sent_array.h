#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/checksum.h"
#include "render/gl/data_texture.h"

namespace sinew {

// Arrays on the graphics card that are sent again only where they changed. What was sent is remembered by a
// checksum for each chunk, not by a copy: after a cut, the chunks that the cut left alone are not sent.
class SentChunks {
 public:
  static constexpr std::size_t kEntries = 4096;

  // Calls send(first, count) for runs of chunks that differ from those of the last call; all of them where
  // `forget`.
  template <typename T, typename Send>
  void for_changed(std::span<const T> values, bool forget, Send&& send) {
    if (forget) checksums_.clear();
    const std::size_t chunks = (values.size() + kEntries - 1) / kEntries;
    checksums_.resize(chunks, kNeverSent);
    std::size_t begin = 0, end = 0;  // of a run of changed chunks
    for (std::size_t c = 0; c < chunks; ++c) {
      const std::size_t first = c * kEntries;
      const std::uint64_t sum =
          checksum_of(values.subspan(first, std::min(kEntries, values.size() - first))) | 1;
      const bool changed = sum != std::exchange(checksums_[c], sum);
      if (changed && end != c) flush(values, begin, end, send), begin = c;
      if (changed) end = c + 1;
    }
    flush(values, begin, end, send);
  }

 private:
  static constexpr std::uint64_t kNeverSent = 0;

  template <typename T, typename Send>
  static void flush(std::span<const T> values, std::size_t begin, std::size_t end, Send&& send) {
    if (begin == end) return;
    const std::size_t first = begin * kEntries;
    send(first, std::min(end * kEntries, values.size()) - first);
  }

  std::vector<std::uint64_t> checksums_;
};

// An array in a texture; see DataTexture.
template <typename T>
class SentTexture {
 public:
  explicit SentTexture(GLenum format) : texture_(format) {}

  // Returns the bytes sent.
  std::size_t send(std::span<const T> values) {
    const Index width = texture_.width(), height = texture_.height();
    texture_.resize(static_cast<Index>(values.size()));
    std::size_t bytes = 0;
    chunks_.for_changed(values, width != texture_.width() || height != texture_.height(),
                        [&](std::size_t first, std::size_t count) {
                          bytes += texture_.upload(values.subspan(first, count), static_cast<Index>(first));
                        });
    return bytes;
  }
  void bind(int unit) const { texture_.bind(unit); }

 private:
  DataTexture texture_;
  SentChunks chunks_;
};

// An array of vertices or indices, with room to grow.
template <typename T>
class SentBuffer {
 public:
  explicit SentBuffer(GLenum kind) : kind_(kind) {}

  std::size_t size() const { return size_; }
  void bind() const { glBindBuffer(kind_, buffer_.name()); }

  // Returns the bytes sent. Of an index buffer, with its vertex array bound.
  std::size_t send(std::span<const T> values) {
    bind();
    const bool grow = values.size() > capacity_;
    if (grow) {
      capacity_ = values.size() + values.size() / 4;
      glBufferData(kind_, static_cast<GLsizeiptr>(capacity_ * sizeof(T)), nullptr, GL_STATIC_DRAW);
    }
    size_ = values.size();
    std::size_t bytes = 0;
    chunks_.for_changed(values, grow, [&](std::size_t first, std::size_t count) {
      glBufferSubData(kind_, static_cast<GLintptr>(first * sizeof(T)),
                      static_cast<GLsizeiptr>(count * sizeof(T)), values.data() + first);
      bytes += count * sizeof(T);
    });
    return bytes;
  }

 private:
  GlBuffer buffer_;
  GLenum kind_;
  std::size_t size_ = 0, capacity_ = 0;
  SentChunks chunks_;
};

}  // namespace sinew
