#include "render/gl/sent_array.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "render/offscreen_context.h"
#include "sinew/base/error.h"

namespace sinew {
namespace {

constexpr std::size_t kChunk = SentChunks::kEntries;

std::vector<std::uint32_t> counted(std::size_t count) {
  std::vector<std::uint32_t> values(count);
  std::iota(values.begin(), values.end(), 1);
  return values;
}

struct SentArray : testing::Test {
  OffscreenContext context;
  SentBuffer<std::uint32_t> buffer{GL_ARRAY_BUFFER};
  SentTexture<std::uint32_t> texture{GL_R32UI};

  std::vector<std::uint32_t> on_the_card() {
    std::vector<std::uint32_t> values(buffer.size());
    buffer.bind();
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(4 * values.size()), values.data());
    return values;
  }
};

TEST_F(SentArray, the_same_again_sends_nothing) {
  const auto values = counted(3 * kChunk + 5);
  EXPECT_EQ(buffer.send(values), 4 * values.size());
  EXPECT_EQ(buffer.send(values), 0u);
  EXPECT_EQ(texture.send(values), 4 * values.size());
  EXPECT_EQ(texture.send(values), 0u);
}

TEST_F(SentArray, one_changed_entry_sends_its_chunk) {
  auto values = counted(3 * kChunk + 5);
  buffer.send(values), texture.send(values);
  values[kChunk + 7] = 0;
  EXPECT_EQ(buffer.send(values), 4 * kChunk);
  EXPECT_EQ(texture.send(values), 4 * kChunk);
  EXPECT_EQ(on_the_card(), values);
}

TEST_F(SentArray, the_last_chunk_is_as_long_as_it_is) {
  auto values = counted(2 * kChunk + 5);
  buffer.send(values);
  values.back() = 0;
  EXPECT_EQ(buffer.send(values), 4u * 5);
  EXPECT_EQ(on_the_card(), values);
}

TEST_F(SentArray, changes_far_apart_leave_out_what_lies_between) {
  auto values = counted(8 * kChunk);
  buffer.send(values);
  values[0] = 0, values[kChunk] = 0, values[6 * kChunk] = 0;
  EXPECT_EQ(buffer.send(values), 4 * 3 * kChunk);
  EXPECT_EQ(on_the_card(), values);
}

TEST_F(SentArray, growth_beyond_the_room_sends_all) {
  auto values = counted(kChunk);
  buffer.send(values);
  values = counted(4 * kChunk);
  EXPECT_EQ(buffer.send(values), 4 * values.size());
  EXPECT_EQ(on_the_card(), values);
}

TEST_F(SentArray, growth_within_the_room_sends_what_is_new) {
  auto values = counted(8 * kChunk);
  buffer.send(values);
  values = counted(9 * kChunk);
  EXPECT_EQ(buffer.send(values), 4 * kChunk);
  EXPECT_EQ(on_the_card(), values);
}

TEST_F(SentArray, what_was_cut_off_is_sent_when_it_comes_back) {
  const auto values = counted(3 * kChunk);
  buffer.send(values);
  EXPECT_EQ(buffer.send(counted(2 * kChunk)), 0u);
  EXPECT_EQ(buffer.send(values), 4 * kChunk);
  EXPECT_EQ(on_the_card(), values);
}

TEST_F(SentArray, ten_million_triangles_have_room_for_their_rings) {
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  EXPECT_LE(30'000'000 / DataTexture::kWidth, most);
  EXPECT_LE(DataTexture::kWidth, most);
  DataTexture too_long(GL_R32UI);
  EXPECT_THROW(too_long.resize(std::numeric_limits<Index>::max()), Error);
}

TEST_F(SentArray, a_texture_is_sent_into_rows_from_anywhere) {
  const Index count = 2 * DataTexture::kWidth + 7;
  DataTexture values(GL_RGBA32F);
  values.resize(count);
  std::vector<std::array<float, 4>> sent(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < sent.size(); ++i) sent[i] = {static_cast<float>(i), 1, 2, 3};
  const std::span<const std::array<float, 4>> all(sent);
  for (const auto& [begin, end] : {std::pair{0, 5},
                                   {5, DataTexture::kWidth + 9},
                                   {DataTexture::kWidth + 9, count - 1},
                                   {count - 1, count}})
    values.upload(all.subspan(begin, end - begin), begin);
  const std::vector<float> found = values.read_back();
  for (std::size_t i = 0; i < sent.size(); ++i) ASSERT_EQ(found[4 * i], static_cast<float>(i));
}

TEST_F(SentArray, nothing_can_be_sent) {
  EXPECT_EQ(buffer.send({}), 0u);
  EXPECT_EQ(texture.send({}), 0u);
  require_no_gl_error("test");
}

}  // namespace
}  // namespace sinew
